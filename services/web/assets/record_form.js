// @ts-check
/** Recording what happened: a win in four taps, everything else behind *More*. What it comes to is shown before it is recorded. */
import { Refusal } from "./api.js";
import { isBetween } from "./club_api.js";
import { html, useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { isFinal } from "./outbox.js";
import { NO_DRAFT, draftOf, hasReason, isBetweenHands, isSentAtOnce, outcomeWithReason } from "./outcome_draft.js";
import { outcomeText } from "./outcome_text.js";
import { OutcomeFields, isOpen, kindName, loadOtherForms, otherKinds } from "./outcome_fields.js";
import { ProblemView } from "./problem_view.js";
import { ReasonInput } from "./reason_input.js";
import { TrialView } from "./trial_view.js";
import { useBetweenHands } from "./use_between_hands.js";
import { useDraft } from "./use_draft.js";
import { useFocus } from "./use_focus.js";
import { useTrial } from "./use_trial.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./outcome_draft.js").OutcomeDraft} OutcomeDraft */
/** @typedef {import("./outcome_draft.js").Kind} Kind */
/** @typedef {import("./between_hands.js").Begun} Begun */

/** Refusals that are about the number of a hand, and not about what is stated of it. */
const OF_NUMBER = ["hand_number_taken", "hand_number_ahead"];

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
 *   path: string, rounds: Schemas["Rounds"], number: number, hasWaiting: boolean, isBlank: boolean, table: import("./outcome_fields.js").FormTable, patternName: (id: string) => string,
 *   changed: import("./outbox.js").Item | null, whatIs: (number: number) => string | null, note: unknown, hasNote: boolean,
 *   onBegin: () => void, onRecord: (outcome: Schemas["Outcome"], number: number, begun: Begun) => void, onLeave: () => void, onSent: () => void,
 * }} properties `isBlank`: no hand and no points were recorded; `changed`: what was refused and is stated again; `whatIs`: what is recorded as a hand already; `note`: what became of the last
 *   hand; `onBegin`: something is stated; `onRecord` keeps it and fails where the browser keeps nothing; `onLeave`: nothing is changed; `onSent`: the server has something
 *   that is no hand
 */
export function RecordForm({ path, rounds, number, hasWaiting, isBlank, table, patternName, changed, whatIs, note, hasNote, onBegin, onRecord, onLeave, onSent }) {
  const { draft, ofHand, setDraft } = useDraft(path, number);
  useEffect(() => {
    if (changed === null) return;
    setDraft({ ...draftOf(changed.outcome), reason: ("reason" in changed.outcome && changed.outcome.reason) || "" }, changed.number);
    startAgain();
  }, [changed?.key]);
  useEffect(() => {
    // The forms of what happens seldom come before the network goes, if it does.
    loadOtherForms().catch(() => {});
  }, []);
  const isBegun = draft !== NO_DRAFT;
  useEffect(() => {
    if (isBegun) onBegin();
  }, [isBegun]);
  const [isUnkept, setUnkept] = useState(false);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const [same, setSame] = useState(/** @type {Schemas["RecordedOutcome"] | null} */ (null));
  const betweenHands = useBetweenHands(path, rounds);
  const { form, startAgain } = useStart(number);
  const { kind } = draft;
  const outcome = outcomeWithReason(draft, table.variant);
  const isUsual = kind === "win" || kind === "goulash";
  // A hand after one that waits cannot be tried: the server does not know the one before.
  const trial = useTrial(path, ofHand, outcome, hasWaiting);
  /** @param {Schemas["Outcome"]} stated */
  const keep = (stated) => {
    try {
      onRecord(stated, ofHand, betweenHands.begun());
      betweenHands.forget();
      setDraft(NO_DRAFT, number);
      startAgain();
    } catch {
      // What was tapped stays. A browser in private mode may keep nothing.
      setUnkept(true);
    }
  };
  /** @param {import("./club_api.js").BetweenHands} between @param {boolean} [isAnother] */
  const sendNow = async (between, isAnother = false) => {
    setBusy(true);
    setError(null);
    try {
      // Everything before it is at the server, so its place among the hands is the right one.
      const recorded = await betweenHands.send(between, isAnother);
      setSame(recorded);
      if (recorded === null) {
        setDraft(NO_DRAFT);
        startAgain();
      }
      onSent();
    } catch (refused) {
      setError(refused);
    }
    setBusy(false);
  };
  const between = outcome !== null && isBetween(outcome) && isSentAtOnce(kind) ? outcome : null;
  const record = () => {
    if (between !== null) sendNow(between);
    else if (outcome !== null) keep(outcome);
  };
  // What the rules refuse is not recorded. That somebody else was faster, the table decides.
  const isRefused = trial !== null && "error" in trial && trial.error instanceof Refusal && isFinal(trial.error.problem) && !OF_NUMBER.includes(trial.error.problem.code);
  const taken = changed === null && ofHand < number ? whatIs(ofHand) : null;
  const lacksReason = kind === "penalty" && draft.reason.trim() === "";
  const mustWait = isSentAtOnce(kind) && hasWaiting;
  /** A win after a dead hand is stated from its beginning. @param {OutcomeDraft} next */
  const change = (next) => {
    setSame(null);
    setDraft(kind === "goulash" ? { ...next, kind: "win" } : next);
  };
  /** What is stated anew is another one, also if it is the same once more. @param {Kind} next */
  const leave = (next) => {
    if (isBetweenHands(next)) betweenHands.begin();
    else betweenHands.forget();
    setSame(null);
    setError(null);
    setDraft({ ...draft, kind: next });
  };
  const dropMine = () => {
    betweenHands.forget();
    setSame(null);
    setDraft(NO_DRAFT, number);
    startAgain();
  };
  const leaveAsItIs = () => {
    dropMine();
    onLeave();
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
      <div class="record-place">
        <div class=${outcome === null && !hasNote && taken === null && changed === null ? "" : "record-bar"}>
          ${outcome === null && note}
          ${changed !== null && html`<${Changing} item=${changed} onLeave=${leaveAsItIs} />`}
          ${taken !== null && html`<${Taken} number=${ofHand} what=${taken} next=${number} onDrop=${dropMine} onMove=${() => setDraft(draft, number)} />`}
          <${TrialView} trial=${trial} isStated=${outcome !== null} hasWaiting=${hasWaiting && !mustWait} names=${table.names} patternName=${patternName} />
          ${mustWait && html`<p role="status">${text("hands_first")}</p>`}
          ${isUnkept && html`<p class="problem" role="alert">${text("not_kept")}</p>`}
          ${error !== null && html`<${ProblemView} error=${error} unreachable=${text("unknown_if_recorded")} />`}
          ${same !== null && between !== null && html`<${Same} what=${sayPenalty(same, table.names)} isBusy=${isBusy} onDrop=${dropMine} onBoth=${() => sendNow(between, true)} />`}
          <button type="button" class="go" disabled=${outcome === null || lacksReason || mustWait || isBusy || isRefused || same !== null} onClick=${record}>
            ${text(kind === "goulash" ? "record_draw" : "record")}
          </button>
        </div>
      </div>
      ${isUsual &&
      html`
        <button type="button" class="quiet" onClick=${() => setDraft({ ...NO_DRAFT, kind: "goulash" })}>${text("goulash")}</button>
        ${isBlank && html`<button type="button" class="quiet" onClick=${() => leave("totals")}>${kindName("totals")}</button>`}
        <${More} kinds=${otherKinds(table.variant).filter((one) => isOpen(one) && one !== "totals")} onChoose=${leave} />
      `}
    </section>
  `;
}

/** What was refused is stated again. @param {{ item: import("./outbox.js").Item, onLeave: () => void }} properties */
const Changing = ({ item: { number, outcome }, onLeave }) => html`
  <div class="line">
    <span role="status"><b>${isBetween(outcome) ? text("changing_between") : text("changing_hand", { number })}</b></span>
    <button type="button" class="quiet" onClick=${onLeave}>${text("leave_as_is")}</button>
  </div>
`;

/** Somebody else has recorded the hand that is stated. @param {{ number: number, what: string, next: number, onDrop: () => void, onMove: () => void }} properties */
const Taken = ({ number, what, next, onDrop, onMove }) => html`
  <div class="line">
    <span role="alert">${text("taken_by", { number, what })}</span>
    <button type="button" onClick=${onDrop}>${text("drop_mine")}</button>
    <button type="button" class="quiet" onClick=${onMove}>${text("state_as", { number: next })}</button>
  </div>
`;

/** A penalty with its reason, which tells best whether it is the same. @param {Schemas["RecordedOutcome"]} recorded @param {Map<number, string>} names */
const sayPenalty = ({ outcome, reason }, names) => [outcomeText(outcome, (chair) => names.get(chair) ?? ""), ...(reason ? [reason] : [])].join(text("comma"));

/** Somebody else has recorded the same penalty since this one was begun. @param {{ what: string, isBusy: boolean, onDrop: () => void, onBoth: () => void }} properties */
const Same = ({ what, isBusy, onDrop, onBoth }) => html`
  <div class="line">
    <span role="alert">${text("same_between", { what })}</span>
    <button type="button" disabled=${isBusy} onClick=${onDrop}>${text("drop_mine")}</button>
    <button type="button" class="quiet" disabled=${isBusy} onClick=${onBoth}>${text("record_both")}</button>
  </div>
`;

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
