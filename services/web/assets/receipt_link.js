// @ts-check
/** The receipt for an entry of the ledger, as a file. */
import { Refusal, send } from "./api.js";
import { askForCheckpoint, readReceipt } from "./club_api.js";
import { html, useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";

/** @typedef {{ address: string, key: string }} Receipt */

/** An entry that is not signed yet is signed now. @param {string} club @param {number} seq */
async function receiptOf(club, seq) {
  try {
    return await readReceipt(club, seq);
  } catch (error) {
    if (!(error instanceof Refusal && error.problem.code === "not_yet_signed")) throw error;
    await askForCheckpoint(club);
    return readReceipt(club, seq);
  }
}

/** The key that whoever verifies a receipt needs. */
async function currentKey() {
  const { keys } = await send("/.well-known/log-keys");
  return keys.find((/** @type {{ state: string }} */ { state }) => state === "current")?.verifier_key ?? "KEY";
}

/** @param {{ club: string, seq: number }} properties */
export function ReceiptLink({ club, seq }) {
  const [receipt, setReceipt] = useState(/** @type {Receipt | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const link = useRef(/** @type {HTMLAnchorElement | null} */ (null));
  const file = `receipt-${seq}.txt`;
  const fetchReceipt = async () => {
    setBusy(true);
    setError(null);
    try {
      const [content, key] = await Promise.all([receiptOf(club, seq), currentKey()]);
      setReceipt({ address: URL.createObjectURL(new Blob([content], { type: "text/plain" })), key });
    } catch (refused) {
      setError(refused);
    }
    setBusy(false);
  };
  // One tap saves the file; the link stays, to save it again.
  useEffect(() => {
    if (receipt === null) return undefined;
    link.current?.click();
    return () => URL.revokeObjectURL(receipt.address);
  }, [receipt]);
  return html`
    <p>${text("receipt_purpose")}</p>
    <p><code class="command">faan audit receipt ${file} --key "${receipt?.key ?? "KEY"}" --club ${club.split("/").pop()}</code></p>
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <p>
      ${receipt === null
        ? html`<button type="button" disabled=${isBusy} onClick=${fetchReceipt}>${text("save_receipt", { seq })}</button>`
        : html`<a class="button" ref=${link} href=${receipt.address} download=${file}>${text("save_receipt_again", { seq })}</a>`}
    </p>
  `;
}
