// @ts-check
/** Has the browser keep the pages, so that they open without the network. Over plain HTTP, except on the same machine, browsers keep none. */
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** The one script address that is not written in HTML: the content security policy wants it from a named policy. */
function workerAddress() {
  const address = "/web/service_worker.js";
  const { trustedTypes } = /** @type {any} */ (globalThis);
  if (!trustedTypes) return address;
  return trustedTypes.createPolicy("faan-service-worker", { createScriptURL: () => address }).createScriptURL("");
}

/** Whether another release has replaced the one that this page is of. */
function useIsReplaced() {
  const [isReplaced, setReplaced] = useState(false);
  useEffect(() => {
    const container = navigator.serviceWorker;
    if (!container) return undefined;
    // The first worker of a browser that had none replaces nothing; each one after it does.
    let isKept = container.controller !== null;
    const onChange = () => {
      setReplaced(isKept);
      isKept = true;
    };
    container.addEventListener("controllerchange", onChange);
    // A browser that keeps nothing, as in private mode, loads the pages from the server each time.
    container.register(workerAddress(), { scope: "/" }).catch(() => {});
    return () => container.removeEventListener("controllerchange", onChange);
  }, []);
  return isReplaced;
}

/** Stands on every page once. */
export function Offline() {
  if (!useIsReplaced()) return null;
  return html`<p class="line" role="status">${text("replaced")} <button type="button" onClick=${() => location.reload()}>${text("load_again")}</button></p>`;
}
