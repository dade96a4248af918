// @ts-check
/** Recording what happened: a win in four taps, everything else behind *More*. What it comes to is shown before it is recorded. */
import { recordBetweenHands } from "./club_api.js";
import { html, useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { linkIn } from "./link_in.js";
import { NO_DRAFT, hasReason, isBetweenHands, outcomeWithReason } from "./outcome_draft.js";
import { OutcomeFields, kindName, loadOtherForms, otherKinds } from "./outcome_fields.js";
import { ProblemView } from "./problem_view.js";
import { ReasonInput } from "./reason_input.js";
import { TrialView } from "./trial_view.js";
import { useFocus } from "./use_focus.js";
import { useSameKey } from "./use_same_key.js";
import { useTrial } from "./use_trial.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./outcome_draft.js").OutcomeDraft} OutcomeDraft */
/** @typedef {import("./outcome_draft.js").Kind} Kind */

/**
 * What is stated, and of which hand: of the one that was played when the first thing was stated. If somebody else records that hand
 * meanwhile, nothing is lost, and the table decides. @param {number} number of the hand that is played now
 */
function useDraft(number) {
  const [state, setState] = useState({ number, draft: NO_DRAFT });
  const { draft } = state;
  const ofHand = draft === NO_DRAFT || isBetweenHands(draft.kind) ? number : state.number;
  return { draft, ofHand, setDraft: (/** @type {OutcomeDraft} */ next) => setState({ number: ofHand, draft: next }) };
}

/**
 * The focus goes to the first choice when another hand is stated: what had it is gone, and stood further down than a telephone shows.
 * @param {number} number of the hand that is played now: its choices replace those of the hand before
 */
function useStart(number) {
  const form = useRef(/** @type {HTMLElement | null} */ (null));
  const [starts, setStarts] = useState(0);
  const focus = () => starts > 0 && form.current?.querySelector("input")?.focus();
  useEffect(() => {
    focus();
  }, [starts]);
  useEffect(() => {
    // Somebody else may have recorded the hand meanwhile: whoever has the focus elsewhere keeps it.
    if (document.activeElement === document.body) focus();
  }, [number]);
  return { form, startAgain: () => setStarts(starts + 1) };
}

/**
 * @param {{
 *   path: string, number: number, hasWaiting: boolean, table: import("./outcome_fields.js").FormTable, patternName: (id: string) => string,
 *   onRecord: (outcome: Schemas["Outcome"], number: number) => void, onSent: () => void,
 * }} properties `onRecord` keeps a hand and fails where the browser keeps nothing; `onSent`: the server has something that is no hand
 */
export function RecordForm({ path, number, hasWaiting, table, patternName, onRecord, onSent }) {
  const { draft, ofHand, setDraft } = useDraft(number);
  useEffect(() => {
    // The forms of what happens seldom come before the network goes, if it does.
    loadOtherForms().catch(() => {});
  }, []);
  const [isUnkept, setUnkept] = useState(false);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const sameKey = useSameKey();
  const { form, startAgain } = useStart(number);
  const { kind } = draft;
  const outcome = outcomeWithReason(draft, table.variant);
  const isUsual = kind === "win" || kind === "goulash";
  // A hand after one that waits cannot be tried: the server does not know the one before.
  const trial = useTrial(path, ofHand, outcome, hasWaiting);
  /** @param {Schemas["Outcome"]} hand */
  const keep = (hand) => {
    try {
      onRecord(hand, ofHand);
      setDraft(NO_DRAFT);
      startAgain();
    } catch {
      // What was tapped stays. A browser in private mode may keep nothing.
      setUnkept(true);
    }
  };
  /** @param {import("./club_api.js").BetweenHands} between */
  const sendNow = async (between) => {
    setBusy(true);
    setError(null);
    try {
      // Everything before it is at the server, so its place among the hands is the right one.
      await recordBetweenHands(path, between, sameKey.keyOf([path, between]));
      sameKey.forget();
      setDraft(NO_DRAFT);
      startAgain();
      onSent();
    } catch (refused) {
      setError(refused);
    }
    setBusy(false);
  };
  const record = () => {
    if (outcome === null) return;
    if (outcome.kind === "penalty" || outcome.kind === "substitution") sendNow(outcome);
    else keep(outcome);
  };
  const lacksReason = kind === "penalty" && draft.reason.trim() === "";
  const mustWait = isBetweenHands(kind) && hasWaiting;
  /** A win after a dead hand is stated from its beginning. @param {OutcomeDraft} next */
  const change = (next) => setDraft(kind === "goulash" ? { ...next, kind: "win" } : next);
  /** What is stated anew is another one, also if it is the same penalty once more. @param {Kind} next */
  const leave = (next) => {
    sameKey.forget();
    setDraft({ ...draft, kind: next });
  };
  const goBack = () => {
    leave("win");
    startAgain();
  };
  return html`
    <section aria-label=${text("record")} ref=${form}>
      ${!isUsual && html`<${KindHeading} key=${kind} kind=${kind} onBack=${goBack} />`}
      <${OutcomeFields} key=${isBetweenHands(kind) ? kind : number} draft=${kind === "goulash" ? NO_DRAFT : draft} table=${table} onChange=${change} />
      ${hasReason(kind) &&
      html`<${ReasonInput} value=${draft.reason} isRequired=${kind === "penalty"} onChange=${(/** @type {string} */ reason) => change({ ...draft, reason })} />`}
      <div class=${outcome === null ? "" : "record-bar"}>
        <${TrialView} trial=${trial} isStated=${outcome !== null} hasWaiting=${hasWaiting && !mustWait} names=${table.names} patternName=${patternName} />
        ${mustWait && html`<p role="status">${text("hands_first")}</p>`}
        ${isUnkept && html`<p class="problem" role="alert">${text("not_kept")}</p>`}
        ${error !== null && html`<${ProblemView} error=${error} />`}
        <button type="button" class="go" disabled=${outcome === null || lacksReason || mustWait || isBusy} onClick=${record}>
          ${text(kind === "goulash" ? "record_draw" : "record")}
        </button>
      </div>
      ${isUsual &&
      html`
        <button type="button" class="quiet" onClick=${() => setDraft({ ...NO_DRAFT, kind: "goulash" })}>${text("goulash")}</button>
        <${More} kinds=${otherKinds(table.variant).filter(isOpen)} onChoose=${leave} />
      `}
    </section>
  `;
}

/** A link lets record, and not choose among the players of the club. @param {Kind} kind */
const isOpen = (kind) => kind !== "substitution" || linkIn() === null;

/** @param {{ kinds: Kind[], onChoose: (kind: Kind) => void }} properties */
const More = ({ kinds, onChoose }) => html`
  <details>
    <summary>${text("more")}</summary>
    <div class="keys">${kinds.map((kind) => html`<button type="button" key=${kind} onClick=${() => onChoose(kind)}>${kindName(kind)}</button>`)}</div>
  </details>
`;

/** What is stated instead of a win. It takes the focus, since it replaces what was chosen from. @param {{ kind: Kind, onBack: () => void }} properties */
function KindHeading({ kind, onBack }) {
  return html`
    <div class="line">
      <h2 tabindex="-1" ref=${useFocus()}>${kindName(kind)}</h2>
      <button type="button" class="quiet" onClick=${onBack}>${text("back_to_win")}</button>
    </div>
  `;
}
