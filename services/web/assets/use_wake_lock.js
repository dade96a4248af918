// @ts-check
/** Keeps a screen from going dark while it shows something. */
import { useEffect } from "./htm_preact_standalone.js";

/** Browsers have it under TLS, and some not at all. */
export const hasWakeLock = () => "wakeLock" in navigator;

/** @param {boolean} isOn whether the screen is to stay on as long as this is shown */
export function useWakeLock(isOn) {
  useEffect(() => {
    if (!isOn || !hasWakeLock()) return undefined;
    let isOver = false;
    let lock = /** @type {WakeLockSentinel | null} */ (null);
    // A browser takes it back while another page is in front. Where the battery is low it gives none, and the screen goes dark as it always did.
    const hold = async () => {
      if (document.visibilityState !== "visible") return;
      lock = await navigator.wakeLock.request("screen").catch(() => null);
      if (isOver) lock?.release();
    };
    hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", hold);
      lock?.release();
    };
  }, [isOn]);
}
