// @ts-check
/** The clock of a round, and what starts, pauses and sets it. */
import { ClockFace, secondsLeft } from "./clock_face.js";
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { setTournamentClock } from "./tournaments_api.js";
import { useAction } from "./use_action.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ tournament: string, round: Schemas["TournamentRound"], rules: Schemas["TournamentRules"], isKeeper: boolean, onChange: () => void }} properties
 * `tournament`: its path in the API; `isKeeper`: whether whoever looks may change it
 */
export const TournamentClock = ({ tournament, round, rules, isKeeper, onChange }) => {
  if (round.clock === undefined && !isKeeper) return null;
  return html`
    <section aria-labelledby="clock">
      <h3 id="clock">${text("clock_of_round", { round: round.round })}</h3>
      ${round.clock && html`<${ClockFace} clock=${round.clock} />`}
      ${isKeeper && html`<${ClockControls} tournament=${tournament} round=${round} rules=${rules} onChange=${onChange} />`}
    </section>
  `;
};

/** @param {{ tournament: string, round: Schemas["TournamentRound"], rules: Schemas["TournamentRules"], onChange: () => void }} properties */
function ClockControls({ tournament, round: { round, clock }, rules, onChange }) {
  const { isBusy, error, act } = useAction();
  const [minutes, setMinutes] = useState("");
  /** @param {Schemas["NewTournamentClock"]} change */
  const set = async (change) => {
    if (await act(() => setTournamentClock(tournament, round, change))) setMinutes("");
    onChange();
  };
  const isRunning = clock?.running ?? false;
  /** Without a clock in the rules, somebody has to say how long it runs. */
  const canStart = clock !== undefined || rules.clock !== undefined;
  const setTime = (/** @type {Event} */ event) => {
    event.preventDefault();
    set({ running: isRunning, remaining_seconds: Math.round(Number(minutes) * 60) });
  };
  return html`
    <p class="line">
      ${isRunning
        ? html`<button type="button" disabled=${isBusy} onClick=${() => set({ running: false })}>${text("clock_pause")}</button>`
        : html`<button type="button" disabled=${isBusy || !canStart || (clock !== undefined && secondsLeft(clock) === 0)} onClick=${() => set({ running: true })}>
            ${text(clock === undefined ? "clock_start" : "clock_resume")}
          </button>`}
    </p>
    <form class="line clock-form" onSubmit=${setTime}>
      <${InputField} label=${text("clock_minutes")} type="number" value=${minutes} range=${[0, 600]} step="any" onInput=${setMinutes} />
      <button type="submit" class="quiet" disabled=${isBusy}>${text("clock_set")}</button>
    </form>
    ${error !== null && html`<${ProblemView} error=${error} />`}
  `;
}
