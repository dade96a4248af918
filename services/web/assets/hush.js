// @ts-check
/** A moment in which taps do nothing: what takes the place of a button that was tapped is not meant by the second half of a double tap. */

/** Longer than people take between the two halves. */
const QUIET_MS = 700;

let timer = 0;

/** Begins when something goes on that a tap started. Keys of a keyboard go on doing what they do. */
export function hush() {
  const root = document.documentElement;
  root.classList.add("hushed");
  clearTimeout(timer);
  timer = setTimeout(() => root.classList.remove("hushed"), QUIET_MS);
}
