// @ts-check
/** Follows an audit until it is finished. */
import { Refusal } from "./api.js";
import { readAudit } from "./audits_api.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** How often an audit is read. */
const LOOK_MS = 1_000;

/**
 * @param {string} audit its path in the API @param {(audit: Schemas["Audit"]) => void} onAudit @param {(error: unknown) => void} onError
 * @returns {() => void} stops it
 */
export function followAudit(audit, onAudit, onError) {
  let isStopped = false;
  const look = async () => {
    let isOver = false;
    try {
      const read = await readAudit(audit);
      if (isStopped) return;
      onAudit(read);
      isOver = read.state === "finished";
    } catch (error) {
      if (isStopped) return;
      onError(error);
      // Without the network it is tried again.
      isOver = error instanceof Refusal;
    }
    if (!isOver) setTimeout(look, LOOK_MS);
  };
  look();
  return () => {
    isStopped = true;
  };
}
