// @ts-check
/** The link of an invitation. Its token stands in the fragment, which browsers do not send to the server. */

const FIELD = "token";

const PAGE = "/clubs/join";

/** @param {string} token */
export const invitationLink = (token) => `${location.origin}${PAGE}#${new URLSearchParams({ [FIELD]: token })}`;

/** The token in the address of this page, if it is that of an invitation; else empty. */
export const tokenOfAddress = () => (location.pathname === PAGE && location.hash !== "" ? tokenFrom(location.hash) : "");

/** The token of an invitation, from what somebody pasted or an address has: a link, or the token alone. @param {string} said */
export function tokenFrom(said) {
  const [, fragment] = said.split("#");
  return fragment === undefined ? said.trim() : (new URLSearchParams(fragment).get(FIELD) ?? "");
}
