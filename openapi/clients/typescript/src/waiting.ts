/** Limits of time and of retries. All times are in milliseconds. */
export interface Limits {
  /** How often a request is sent at most, the first time included. At least 1. Default 4. */
  attempts: number;
  /** The upper bound of the wait before the second attempt; it doubles for each further attempt. Default 250. */
  firstWait: number;
  /** The upper bound of every wait without `Retry-After`. Default 8000. */
  longestWait: number;
  /** The longest `Retry-After` that the client waits for; with a longer one it throws the error at once. Default 60000. */
  longestRetryAfter: number;
  /** How long one attempt may take until the whole response is there. For streams: until the headers are there. Default 30000. */
  timeout: number;
}

export const DEFAULT_LIMITS: Limits = { attempts: 4, firstWait: 250, longestWait: 8_000, longestRetryAfter: 60_000, timeout: 30_000 };

/** The wait before the next attempt, after `failures` failures: exponential, with full jitter, so that clients do not retry together. */
export function backoff(failures: number, limits: Limits): number {
  return Math.random() * Math.min(limits.longestWait, limits.firstWait * 2 ** (failures - 1));
}

/** The seconds of a `Retry-After` header, which is a number of seconds or a date. Undefined without one. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get("Retry-After");
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

/** Waits, and never for less. Rejects with the reason of the signal if that is aborted first. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const finish = () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    };
    // A timer counts whole milliseconds, and can end up to one early.
    const timer = setTimeout(finish, Math.ceil(milliseconds) + 1);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
