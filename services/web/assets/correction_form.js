// @ts-check
/** Correcting a row: what happened instead, or that it never happened. What changes is shown before anything is sent. */
import { Refusal } from "./api.js";
import { Choice } from "./choice.js";
import { correctMatch, tryCorrection } from "./club_api.js";
import { CorrectionPreview } from "./correction_preview.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { draftOf, outcomeOf } from "./outcome_draft.js";
import { OutcomeFields, kindName, otherKinds } from "./outcome_fields.js";
import { chairNames } from "./played_names.js";
import { ReasonInput } from "./reason_input.js";
import { useFocus } from "./use_focus.js";
import { useSameKey } from "./use_same_key.js";
import { fanOf, useVariantDocument } from "./match_variant.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./outcome_draft.js").OutcomeDraft} OutcomeDraft */
/** @typedef {import("./hand_details.js").SheetTable} SheetTable */
/** What a dry run said, of which changes and of which version of the match. @typedef {{ corrected: Schemas["Corrected"], changes: string, version: number }} Preview */

const USUAL_REASONS = /** @type {const} */ (["reason_player", "reason_fan", "reason_tiles", "reason_twice"]);

/** What is asked for, once enough was said. @param {"replace" | "void"} kind @param {string} id @param {Schemas["Outcome"] | null} outcome @returns {Schemas["Change"][] | null} */
function changesOf(kind, id, outcome) {
  if (kind === "void") return [{ kind, outcome_id: id }];
  return outcome === null ? null : [{ kind, outcome_id: id, outcome }];
}

/** Sends a correction, first as a dry run. @param {SheetTable} table @param {Schemas["Change"][] | null} changes @param {() => void} onDone */
function useCorrection({ path, match, look }, changes, onDone) {
  const [preview, setPreview] = useState(/** @type {Preview | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const sameKey = useSameKey();
  const { version } = match;
  const written = JSON.stringify(changes);
  const isCurrent = preview !== null && preview.changes === written && preview.version === version;
  /** @param {() => Promise<void>} step */
  const run = async (step) => {
    setBusy(true);
    setError(null);
    try {
      await step();
    } catch (refused) {
      setError(refused);
      // Whoever was faster changed the match: what was typed stays, and the differences are worked out again.
      if (refused instanceof Refusal && refused.problem.code === "match_stale") await look();
    }
    setBusy(false);
  };
  const show = () =>
    run(async () => {
      const corrected = await tryCorrection(path, version, { reason: text("dry_run_reason"), changes: changes ?? [] });
      setPreview({ corrected, changes: written, version });
    });
  /** @param {string} reason */
  const confirm = (reason) =>
    run(async () => {
      const correction = { reason, changes: changes ?? [] };
      await correctMatch(path, version, correction, sameKey.keyOf([version, correction]));
      await look();
      onDone();
    });
  return { preview: isCurrent ? preview : null, isOutdated: preview !== null && !isCurrent, error, isBusy, show, confirm };
}

/** @param {{ recorded: Schemas["RecordedOutcome"], table: SheetTable, onClose: () => void }} properties */
export function CorrectionForm({ recorded, table, onClose }) {
  const isEnd = recorded.outcome.kind === "early_end";
  const [kind, setKind] = useState(/** @type {"replace" | "void"} */ (isEnd ? "void" : "replace"));
  const [draft, setDraft] = useState(draftOf(recorded.outcome));
  const [reason, setReason] = useState("");
  const variant = useVariantDocument(table.club, table.match.terms.variant.hash);
  const changes = changesOf(kind, recorded.id, outcomeOf(draft, variant ?? null));
  const { preview, isOutdated, error, isBusy, show, confirm } = useCorrection(table, changes, onClose);
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    if (preview === null) show();
    else confirm(reason.trim());
  };
  return html`
    <section class="correction" aria-label=${text("correct_this")}>
      <h3 tabindex="-1" ref=${useFocus()}>${text("correct_this")}</h3>
      ${!isEnd &&
      html`<${Choice} name="change" legend=${text("what_is_wrong")} value=${kind} onChange=${setKind}
        options=${[["replace", text("change_replace")], ["void", text("change_void")]]} />`}
      ${kind === "replace" && html`<${Replacement} recorded=${recorded} table=${table} variant=${variant} draft=${draft} onChange=${setDraft} />`}
      <form onSubmit=${send}>
        <${ReasonInput} value=${reason} onChange=${setReason} isRequired usual=${USUAL_REASONS.map((one) => text(one))} />
        <${CorrectionPreview} preview=${preview} isOutdated=${isOutdated} error=${error} table=${table} />
        <div class="line">
          <button type="submit" formnovalidate=${preview === null} class=${preview === null ? "" : "go"} disabled=${changes === null || isBusy}>
            ${text(preview === null ? "show_differences" : "confirm_correction")}
          </button>
          <button type="button" class="quiet" onClick=${onClose}>${text("leave_as_is")}</button>
        </div>
      </form>
    </section>
  `;
}

/**
 * What happened instead: of what kind, and its fields.
 * @param {{
 *   recorded: Schemas["RecordedOutcome"], table: SheetTable, variant: import("./match_variant.js").VariantDocument | null | undefined, draft: OutcomeDraft,
 *   onChange: (draft: OutcomeDraft) => void,
 * }} properties
 */
function Replacement({ recorded, table, variant, draft, onChange }) {
  const { club, playerName } = table;
  const known = variant ?? null;
  const name = chairNames(recorded.payments, playerName);
  const names = new Map(recorded.payments.map(({ chair }) => [chair, name(chair)]));
  const kinds = new Set(/** @type {const} */ (["win", "goulash", draft.kind]).concat(otherKinds(known)));
  const form = { club, names, variant: known, seated: recorded.payments.map(({ player }) => player), fan: fanOf(variant, table.match.terms) };
  return html`
    <label class="grows">${text("what_happened")}
      <select value=${draft.kind} onChange=${(/** @type {{ currentTarget: { value: OutcomeDraft["kind"] } }} */ { currentTarget }) => onChange({ ...draft, kind: currentTarget.value })}>
        ${[...kinds].map((kind) => html`<option value=${kind}>${kindName(kind)}</option>`)}
      </select>
    </label>
    <${OutcomeFields} draft=${draft} table=${form} onChange=${onChange} />
  `;
}
