// @ts-check
/** What is heard of a clock: two strokes when its last minutes begin, a gong at its end. They are made here, no file is loaded. */

/** How long a stroke is heard, in seconds, and how loud it begins. */
const FADES = 2.5;
const LOUD = 0.8;
/** In hertz: a high stroke, and the tones of a gong. */
const STROKE = [880];
const GONG = [196, 261.6, 523.3];

/** @type {AudioContext | null} */
let audio = null;

/** Whether this browser sounds anything now: it wants somebody to have touched the page. @returns {Promise<boolean>} */
export async function canSound() {
  if (!("AudioContext" in globalThis)) return false;
  audio ??= new AudioContext();
  // It waits for a touch, and then nobody waits for it any more.
  audio.resume().catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  return audio.state === "running";
}

/** @param {number[]} tones @param {number} delay in seconds */
function strike(tones, delay) {
  if (audio?.state !== "running") return;
  const begin = audio.currentTime + delay;
  for (const tone of tones) {
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
    oscillator.frequency.value = tone;
    gain.gain.setValueAtTime(LOUD / tones.length, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + FADES);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(begin);
    oscillator.stop(begin + FADES);
  }
}

/** The last minutes begin. */
export const soundWarning = () => [0, 0.5].forEach((delay) => strike(STROKE, delay));

/** The time is over. */
export const soundGong = () => [0, 1.2, 2.4].forEach((delay) => strike(GONG, delay));
