// @ts-check
/** A moment in which taps do nothing: what takes the place of a button that was tapped is not meant by the second half of a double tap. */

/** Longer than people take between the two halves. */
const QUIET_MS = 700;

/** After this time a press that has ended is a tap, also on a touch screen. */
const TAP_MS = 100;

let timer = 0;
let isPressed = false;
let isDue = false;

addEventListener("pointerdown", () => (isPressed = true), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release, true);

function release() {
  isPressed = false;
  if (isDue) setTimeout(hush, TAP_MS);
  isDue = false;
}

/**
 * Begins when something goes on that a tap started. Keys of a keyboard go on doing what they do, and so does a press that began before: it is meant for what it
 * is on.
 */
export function hush() {
  if (isPressed) {
    isDue = true;
    return;
  }
  const root = document.documentElement;
  root.classList.add("hushed");
  clearTimeout(timer);
  timer = setTimeout(() => root.classList.remove("hushed"), QUIET_MS);
}
