// @ts-check
/** A component that is loaded when it is shown for the first time: what an evening at a table does not need is not loaded for it. */
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { ProblemView } from "./problem_view.js";

/** @typedef {(properties: any) => unknown} Component */

/** @param {() => Promise<Component>} load */
export const later = (load) =>
  /** @param {any} properties */
  function Later(properties) {
    const [loaded, setLoaded] = useState(/** @type {{ component: Component } | null} */ (null));
    const [error, setError] = useState(/** @type {unknown} */ (null));
    useEffect(() => {
      load().then((component) => setLoaded({ component }), setError);
    }, []);
    if (error !== null) return html`<${ProblemView} error=${error} />`;
    return loaded && html`<${loaded.component} ...${properties} />`;
  };
