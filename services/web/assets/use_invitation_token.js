// @ts-check
/** The token of the invitation that the address of this page has, as the address changes; empty if it has none. */
import { useEffect, useState } from "./htm_preact_standalone.js";
import { tokenOfAddress } from "./invitation_link.js";

export function useInvitationToken() {
  const [token, setToken] = useState(tokenOfAddress);
  useEffect(() => {
    const onHash = () => setToken(tokenOfAddress());
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  return token;
}
