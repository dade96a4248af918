// @ts-check
/** The title of a page, by which a browser and a screen reader tell it from others. */
import { useEffect } from "./htm_preact_standalone.js";

/** @param {string | undefined} title nothing while it is not known yet */
export function useTitle(title) {
  useEffect(() => {
    if (title) document.title = `${title} · Faan 番`;
  }, [title]);
}
