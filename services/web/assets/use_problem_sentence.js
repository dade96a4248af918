// @ts-check
/** What a problem is, in the language of the page. English is what the server says. Chinese texts are loaded with the first problem. */
import { useEffect, useState } from "./htm_preact_standalone.js";
import { isChinese } from "./language.js";

/** @typedef {typeof import("./problem_texts.js").PROBLEM_TEXTS} Texts */

/** @type {Texts | null} */
let loaded = null;

/** Null while the Chinese texts are on their way: nobody hears English first. @returns {((code: string, detail: string) => string) | null} */
export function useProblemSentence() {
  const [texts, setTexts] = useState(/** @type {Partial<Texts> | null} */ (loaded));
  const isNeeded = isChinese() && texts === null;
  useEffect(() => {
    if (!isNeeded) return;
    const onLoad = (/** @type {{ PROBLEM_TEXTS: Texts }} */ { PROBLEM_TEXTS }) => {
      loaded = PROBLEM_TEXTS;
      setTexts(loaded);
    };
    // Without them it is said in English. They are asked for again with the next problem.
    import("./problem_texts.js").then(onLoad, () => setTexts({}));
  }, [isNeeded]);
  if (isNeeded) return null;
  return (code, detail) => (isChinese() ? (texts?.[code]?.join("") ?? detail) : detail);
}
