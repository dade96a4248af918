// @ts-check
/**
 * The link that this page was opened with, if somebody was let in by one. Its API key stands in the fragment of the address, which browsers
 * send to no server: it works as long as the key does, also after a reload.
 */

/** What a link lets do: look on, or record as well. @typedef {"look" | "record"} LinkUse */
/** @typedef {{ use: LinkUse, key: string }} Link */

const FRAGMENT = /^#(look|record)=(faan_[\w-]{43})$/;

/** @returns {Link | null} */
function read() {
  const [, use, key] = FRAGMENT.exec(location.hash) ?? [];
  return key === undefined ? null : { use: use === "record" ? "record" : "look", key };
}

const link = read();

// Another link to the same page changes the fragment alone, and browsers load nothing.
addEventListener("hashchange", () => read()?.key !== link?.key && location.reload());

/** The link by which this page was opened; `null` if it was opened otherwise. */
export const linkIn = () => link;

/** The address of a page for whoever gets a link. @param {string} path of the page @param {LinkUse} use @param {string} key */
export const linkTo = (path, use, key) => `${location.origin}${path}#${use}=${key}`;
