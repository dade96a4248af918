// @ts-check
/** Figures that follow the ledger in the background: read again as long as they lack the last hands. */

/** How soon they are read again. */
const AGAIN_MS = 1_000;

/**
 * @template {{ seq: number, head_seq: number }} Figures
 * @param {() => Promise<Figures>} load @param {(figures: Figures) => void} onRead @param {(error: unknown) => void} onError @returns {() => void} stops it
 */
export function readUntilCurrent(load, onRead, onError) {
  let isStopped = false;
  const read = async () => {
    try {
      const figures = await load();
      if (isStopped) return;
      onRead(figures);
      if (figures.seq < figures.head_seq) setTimeout(read, AGAIN_MS);
    } catch (error) {
      if (!isStopped) onError(error);
    }
  };
  read();
  return () => {
    isStopped = true;
  };
}
