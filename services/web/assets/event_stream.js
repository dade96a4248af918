// @ts-check
/**
 * Server-sent events, read by `fetch`: EventSource sends no bearer token. A stream that ends is asked for again, from the last event on.
 */
import { Refusal } from "./api.js";
import { authorizedResponse } from "./session.js";

/** How long nothing may come before a stream counts as broken: the server sends a comment every three seconds. */
export const SILENCE_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/**
 * @typedef {{
 *   onEvent: () => void,
 *   onLive: (isLive: boolean) => void,
 * }} Listener `onLive` is told whether news would come at once
 */

/** What is known of an event: its id. @param {string} block the lines of an event or a comment */
const idOf = (block) => /^id: ?(.*)$/m.exec(block)?.[1] ?? null;

/**
 * Follows events until it is stopped.
 * @param {string} path @param {Listener} listener @returns {() => void} stops it
 */
export function follow(path, listener) {
  const stopped = new AbortController();
  followUntil(stopped.signal, path, listener);
  return () => stopped.abort();
}

/** @param {AbortSignal} stopped @param {string} path @param {Listener} listener */
async function followUntil(stopped, path, listener) {
  /** @type {string | null} */
  let last = null;
  let wait = FIRST_WAIT_MS;
  const onId = (/** @type {string} */ id) => {
    // The first event tells of what was there before, which the page may have read still earlier.
    if (id !== last) listener.onEvent();
    last = id;
  };
  const onHeard = () => {
    wait = FIRST_WAIT_MS;
    listener.onLive(true);
  };
  while (!stopped.aborted) {
    try {
      await readOnce(stopped, path, last, onId, onHeard);
    } catch (error) {
      const isFinal = error instanceof Refusal && [401, 403, 404].includes(error.problem.status);
      if (stopped.aborted || isFinal) break;
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
    if (stopped.aborted) break;
    listener.onLive(false);
    await new Promise((resolve) => setTimeout(resolve, wait));
    // Whatever happened in between is told by the stream; what is on the page may be older than its first event.
    listener.onEvent();
  }
  listener.onLive(false);
}

/**
 * Reads one stream to its end. @param {AbortSignal} stopped @param {string} path @param {string | null} last
 * @param {(id: string) => void} onId @param {() => void} onHeard
 */
async function readOnce(stopped, path, last, onId, onHeard) {
  const silent = new AbortController();
  const signal = AbortSignal.any([stopped, silent.signal]);
  let timer = setTimeout(() => silent.abort(), SILENCE_MS);
  try {
    const headers = /** @type {Record<string, string>} */ (last === null ? {} : { "Last-Event-ID": last });
    const response = await authorizedResponse(path, { headers, signal });
    if (response.body === null) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), SILENCE_MS);
      onHeard();
      const blocks = (rest + read.value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const id of blocks.map(idOf)) if (id !== null) onId(id);
    }
  } finally {
    clearTimeout(timer);
  }
}
