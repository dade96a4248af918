// @ts-check
/** Whether the page is being printed. */
import { useEffect, useState } from "./htm_preact_standalone.js";

/** What is only for paper is built when it is needed: no reader of the screen comes across it. */
export function useIsPrinting() {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia("print");
    const onChange = () => setPrinting(media.matches);
    const onBefore = () => setPrinting(true);
    const onAfter = () => setPrinting(false);
    media.addEventListener("change", onChange);
    addEventListener("beforeprint", onBefore);
    addEventListener("afterprint", onAfter);
    return () => {
      media.removeEventListener("change", onChange);
      removeEventListener("beforeprint", onBefore);
      removeEventListener("afterprint", onAfter);
    };
  }, []);
  return isPrinting;
}
