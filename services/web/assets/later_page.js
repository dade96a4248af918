// @ts-check
/** A page that is loaded when it is opened: most people never do. */
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { ProblemView } from "./problem_view.js";

/** @typedef {(properties: { club: string }) => unknown} ClubPage */

const loadOwnerPages = () => import("./owner_pages.js").then(({ OWNER_PAGES }) => OWNER_PAGES);

/** Which module has a page, by the name in its address. @type {Record<string, () => Promise<Record<string, ClubPage>>>} */
const LATER = { join: loadOwnerPages, keys: loadOwnerPages, members: loadOwnerPages, rules: loadOwnerPages };

/** @param {string | undefined} name */
export const isLater = (name) => name !== undefined && Object.hasOwn(LATER, name);

/** @param {{ name: string, club: string }} properties `club`: its path in the API, if the page is of one */
export function LaterPage({ name, club }) {
  const [page, setPage] = useState(/** @type {{ component: ClubPage } | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    LATER[name]?.().then((pages) => setPage({ component: /** @type {ClubPage} */ (pages[name]) }), setError);
  }, [name]);
  if (error !== null) return html`<${ProblemView} error=${error} />`;
  return page && html`<${page.component} club=${club} />`;
}
