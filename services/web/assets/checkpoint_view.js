// @ts-check
/** Checkpoints of a club's ledger, to be kept: every later state has to extend them. */
import { ActionButton } from "./action_button.js";
import { readCheckpoint, readLedgerHead, signCheckpoint } from "./audits_api.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { saveFile } from "./save_file.js";
import { useLoaded } from "./use_loaded.js";

/** @param {{ club: string, id: string }} properties */
export function CheckpointView({ club, id }) {
  const { value, error } = useLoaded(() => readLedgerHead(club), [club]);
  /** @param {Promise<string>} checkpoint */
  const save = async (checkpoint) => {
    const note = await checkpoint;
    // The second line of a checkpoint is the number of its entries.
    const [, size = ""] = note.split("\n");
    saveFile(`faan-checkpoint-${id}-${size}.txt`, note, "text/plain");
  };
  return html`
    <section aria-labelledby="checkpoints">
      <h3 id="checkpoints">${text("checkpoints")}</h3>
      <p class="quiet-text">${text("checkpoints_hint")}</p>
      ${error !== null && html`<${ProblemView} error=${error} />`}
      ${value !== null && html`<p>${text("ledger_size", { count: value.size })} <code>${value.root}</code></p>`}
      <p class="actions">
        <${ActionButton} label=${text("sign_checkpoint")} onAct=${() => save(signCheckpoint(club))} />
        <${ActionButton} label=${text("last_checkpoint")} onAct=${() => save(readCheckpoint(club))} />
      </p>
    </section>
  `;
}
