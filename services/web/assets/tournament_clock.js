// @ts-check
/** The clock of a round, and what starts, pauses and sets it. */
import { ClockFace, secondsLeft } from "./clock_face.js";
import { html, useState } from "./htm_preact_standalone.js";
import { hush } from "./hush.js";
import { text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { ProblemView } from "./problem_view.js";
import { SoundSwitch } from "./sound_switch.js";
import { setTournamentClock } from "./tournaments_api.js";
import { sentNumber } from "./typed_number.js";
import { emptied, useAction } from "./use_action.js";
import { useSetting } from "./use_setting.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ tournament: string, round: Schemas["TournamentRound"], rules: Schemas["TournamentRules"], isKeeper: boolean, onChange: () => void }} properties
 * `tournament`: its path in the API; `isKeeper`: whether whoever looks may change it
 */
export const TournamentClock = ({ tournament, round, rules, isKeeper, onChange }) => {
  const [isHeard, setHeard] = useSetting("clock-sound", false);
  if (round.clock === undefined && !isKeeper) return null;
  return html`
    <section aria-labelledby=${`clock-${round.round}`}>
      <h3 id=${`clock-${round.round}`}>${text("clock_of_round", { round: round.round })}</h3>
      ${round.clock && html`<${ClockFace} clock=${round.clock} isHeard=${isHeard} /><${SoundSwitch} isOn=${isHeard} onChange=${setHeard} />`}
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
    hush();
    if (await act(() => setTournamentClock(tournament, round, change))) setMinutes(emptied(minutes));
    await onChange();
    hush();
  };
  const isRunning = clock?.running ?? false;
  /** Without a clock in the rules, somebody has to say how long it runs. */
  const canStart = clock !== undefined || rules.clock !== undefined;
  const setTime = (/** @type {Event} */ event) => {
    event.preventDefault();
    set({ running: isRunning, remaining_seconds: Math.round((sentNumber(minutes) ?? 0) * 60) });
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
      <${NumberInput} label=${text("clock_minutes")} value=${minutes} limits=${{ least: 0, most: 600, step: 0.01 }} isRequired onInput=${setMinutes} />
      <button type="submit" class="quiet" disabled=${isBusy}>${text("clock_set")}</button>
    </form>
    ${error !== null && html`<${ProblemView} error=${error} />`}
  `;
}
