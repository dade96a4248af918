// @ts-check
/** The last steps of every correction, of one change or of several: why, what it changes, and that it is meant. */
import { Refusal } from "./api.js";
import { ChangesList } from "./changes_list.js";
import { correctMatch, tryCorrection } from "./club_api.js";
import { CorrectionPreview } from "./correction_preview.js";
import { withChange } from "./correction_draft.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ReasonInput } from "./reason_input.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./correction_draft.js").Change} Change */
/** @typedef {import("./hand_details.js").SheetTable} SheetTable */
/** What a dry run said, of which changes and of which version of the match. @typedef {{ corrected: Schemas["Corrected"], changes: string, version: number }} Preview */

/** @typedef {"reason_player" | "reason_fan" | "reason_tiles" | "reason_twice" | "reason_forgotten" | "reason_seats" | "reason_totals"} UsualReason */
/** What was refused: the changes that were sent, and those of them which a form states. @typedef {{ error: unknown, changes: Change[], stated: Change[] }} Refused */

/** @type {UsualReason[]} */
const USUAL_REASONS = ["reason_player", "reason_fan", "reason_tiles", "reason_twice"];

/** Sends a correction, first as a dry run. @param {SheetTable} table @param {{ changes: Change[], stated: Change[] }} asked @param {() => void} onDone */
function useCorrection({ path, match, look }, { changes, stated }, onDone) {
  const [preview, setPreview] = useState(/** @type {Preview | null} */ (null));
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const [isBusy, setBusy] = useState(false);
  const sameKey = useSameKey();
  const { version } = match;
  const written = JSON.stringify(changes);
  const isCurrent = preview !== null && preview.changes === written && preview.version === version;
  /** @param {() => Promise<void>} step */
  const run = async (step) => {
    setBusy(true);
    setRefused(null);
    try {
      await step();
    } catch (error) {
      setRefused({ error, changes, stated });
      // Whoever was faster changed the match: what was typed stays, and the differences are worked out again.
      if (error instanceof Refusal && error.problem.code === "match_stale") await look();
    }
    setBusy(false);
  };
  const show = () =>
    run(async () => {
      const corrected = await tryCorrection(path, version, { reason: text("dry_run_reason"), changes });
      setPreview({ corrected, changes: written, version });
    });
  /** @param {string} reason */
  const confirm = (reason) =>
    run(async () => {
      const correction = { reason, changes };
      // Of whatever version: where the answer was lost, the match has changed by this very correction, and a hand is put in once.
      await correctMatch(path, version, correction, sameKey.keyOf(correction));
      await look();
      onDone();
    });
  return { preview: isCurrent ? preview : null, isOutdated: preview !== null && !isCurrent, refused, isBusy, show, confirm };
}

/**
 * @param {{
 *   table: SheetTable, stated: Change[], isWhole?: boolean, usual?: UsualReason[], onDone: () => void, onPlanned?: () => void, onLeave: () => void,
 * }} properties `stated`: what is stated besides what is planned; nothing until it is enough; `isWhole`: nothing is, and what is planned is shown at once;
 *   `onDone`: the correction is made; `onPlanned`: what is stated is kept for a correction of several
 */
export function CorrectionSteps({ table, stated, isWhole = false, usual = USUAL_REASONS, onDone, onPlanned, onLeave }) {
  const { correction } = table;
  const [reason, setReason] = useState(correction.reason);
  const changes = stated.reduce(withChange, correction.changes);
  const done = () => {
    correction.discard();
    onDone();
  };
  const { preview, isOutdated, refused, isBusy, show, confirm } = useCorrection(table, { changes, stated }, done);
  useEffect(() => {
    if (isWhole) show();
  }, []);
  /** @param {string} typed */
  const explain = (typed) => {
    setReason(typed);
    correction.setReason(typed);
  };
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    if (preview === null) show();
    else confirm(reason.trim());
  };
  const plan = () => {
    correction.plan(stated, reason);
    onPlanned?.();
  };
  const others = isWhole ? [] : changes.filter((one) => !stated.includes(one));
  const isEnough = isWhole ? changes.length > 0 : stated.length > 0;
  return html`
    <form onSubmit=${send}>
      ${others.length > 0 && html`<h4>${text("together_with")}</h4><${ChangesList} changes=${others} table=${table} />`}
      <${ReasonInput} value=${reason} onChange=${explain} isRequired usual=${usual.map((one) => text(one))} />
      <${CorrectionPreview} preview=${preview} isOutdated=${isOutdated} refused=${refused} changes=${changes} table=${table} />
      <div class="line">
        <button type="submit" formnovalidate=${preview === null} class=${preview === null ? "" : "go"} disabled=${!isEnough || isBusy}>
          ${preview === null ? text("show_differences") : changes.length > 1 ? text("confirm_changes", { count: changes.length }) : text("confirm_correction")}
        </button>
        ${onPlanned && html`<button type="button" disabled=${stated.length === 0 || isBusy} onClick=${plan}>${text("change_more")}</button>`}
        <button type="button" class="quiet" onClick=${onLeave}>${text(isWhole ? "close_preview" : "leave_as_is")}</button>
      </div>
    </form>
  `;
}
