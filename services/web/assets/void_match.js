// @ts-check
/** A match of which nothing counts: that it is void, why and by whom; and declaring that. */
import { declareMatch } from "./club_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { ReasonInput } from "./reason_input.js";
import { emptied, useAction } from "./use_action.js";
import { useRecordedText } from "./use_members.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string, declaration: Schemas["VoidMatch"] }} properties */
export function VoidNote({ club, declaration }) {
  const recordedText = useRecordedText(club);
  return html`
    <p role="status">
      <b>${text("match_is_void")}</b> ${declaration.reason ?? text("reason_erased")}
      <br /><small>${recordedText(declaration)}</small>
    </p>
  `;
}

/** Declares a match void, or a void one to count again. @param {{ path: string, match: Schemas["Match"], look: () => void }} properties */
export function VoidMatch({ path, match, look }) {
  const [reason, setReason] = useState("");
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  const verb = match.void ? "reinstate" : "void";
  /** @param {Event} event */
  const declare = async (event) => {
    event.preventDefault();
    const stated = reason.trim();
    if (await act(() => declareMatch(path, verb, stated, sameKey.keyOf([match.version, verb, stated])))) setReason(emptied(reason));
    look();
  };
  const usual = match.void ? [] : [text("reason_mistake"), text("reason_broken_off")];
  return html`
    <form class="form" onSubmit=${declare}>
      <p>${text(match.void ? "reinstate_means" : "void_means")}</p>
      <${ReasonInput} value=${reason} onChange=${setReason} isRequired usual=${usual} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" disabled=${isBusy || reason.trim() === ""}>${text(match.void ? "reinstate_match" : "void_match")}</button>
    </form>
  `;
}
