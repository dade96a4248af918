// @ts-check
/** The clock of a round: what is left of it, to the second, and what is heard of it. */
import { soundGong, soundWarning } from "./clock_sounds.js";
import { html, useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { serverNow } from "./server_clock.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const EVERY_MS = 250;
/** The last minutes, of which a hall is warned: time for one more hand. */
const LAST_SECONDS = 300;

/** How many seconds are left of a clock, at this moment. @param {Schemas["TournamentClock"]} clock */
export function secondsLeft({ running, remaining_seconds, ends_at }) {
  if (!running || ends_at === undefined) return remaining_seconds;
  return Math.max(0, Math.ceil((Date.parse(ends_at) - serverNow()) / 1000));
}

/** @param {number} seconds */
export function clockText(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const digits = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${digits(minutes)}:${digits(seconds % 60)}` : `${minutes}:${digits(seconds % 60)}`;
}

/** Sounds when a clock that runs comes to its last minutes, and to its end. A page that opens later sounds nothing. @param {number} left @param {boolean} isHeard */
function useClockSounds(left, isHeard) {
  const before = useRef(left);
  useEffect(() => {
    const was = before.current;
    before.current = left;
    if (!isHeard) return;
    if (was > 0 && left === 0) soundGong();
    else if (was > LAST_SECONDS && left <= LAST_SECONDS) soundWarning();
  }, [left]);
}

/** @param {{ clock: Schemas["TournamentClock"], isLarge?: boolean, isHeard?: boolean }} properties */
export function ClockFace({ clock, isLarge = false, isHeard = false }) {
  const [left, setLeft] = useState(secondsLeft(clock));
  useEffect(() => {
    const look = () => setLeft(secondsLeft(clock));
    look();
    const timer = clock.running ? setInterval(look, EVERY_MS) : 0;
    return () => clearInterval(timer);
  }, [clock.running, clock.remaining_seconds, clock.ends_at]);
  useClockSounds(left, isHeard && clock.running);
  const isOver = left === 0;
  return html`
    <p class=${isLarge ? "clock clock-large" : "clock"} role="timer">
      <b>${isOver ? text("clock_over") : clockText(left)}</b>
      ${!clock.running && !isOver && html` <small>${text("clock_paused")}</small>`}
      ${clock.running && !isOver && left <= LAST_SECONDS && html` <small class="clock-last">${text("clock_last_minutes")}</small>`}
      ${isOver && clock.last_hand && html` <small>${text(`last_hand_${clock.last_hand}`)}</small>`}
    </p>
  `;
}
