// @ts-check
/** The match of a table as the server has it, and what waits to be sent there. */
import { Refusal } from "./api.js";
import { readMatch, readRounds } from "./club_api.js";
import { follow } from "./event_stream.js";
import { useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { dropTable, keepTable, keptTable } from "./kept_table.js";
import { flush, numberAfter, waiting } from "./outbox.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {{ match: Schemas["Match"], rounds: Schemas["Rounds"] }} Table */

/** How often the page looks for what others recorded, and sends what waits, while no events tell it. */
const LOOK_MS = 5_000;

/** Whether somebody may not see the table, or no more. @param {unknown} error */
const isHidden = (error) => error instanceof Refusal && [403, 404].includes(error.problem.status);

/** How often the older of the two is read again. After that the event of the change has both read. */
const READS_AGAIN = 2;

/**
 * The match and its rounds. A hand that is recorded between the two reads is only in one of them: the older is read again. A server of the
 * release before tells no version of the rounds; then neither is older.
 * @param {string} path @returns {Promise<Table>}
 */
async function load(path) {
  let [match, rounds] = await Promise.all([readMatch(path), readRounds(path)]);
  for (let reads = 0; reads < READS_AGAIN; reads += 1) {
    if (match.version < rounds.version) match = await readMatch(path);
    else if (match.version > rounds.version) rounds = await readRounds(path);
    else break;
  }
  return { match, rounds };
}

/** The match as the server has it, and what waits to be sent there. @param {string} path */
export function useTable(path) {
  const [table, setTable] = useState(keptTable(path));
  const [items, setItems] = useState(waiting(path));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  /** Whether news come at once, and when the server was heard last. */
  const [isLive, setLive] = useState(false);
  const [readAt, setReadAt] = useState(/** @type {Date | null} */ (null));
  const isLiveNow = useRef(false);
  /** Whether the last look saw the match: until one does, no event tells of what is there already. */
  const isRead = useRef(false);
  /** The last number that was sent: the match may not have been read since. */
  const sent = useRef(0);
  const onSent = (/** @type {number} */ number) => {
    sent.current = Math.max(sent.current, number);
  };
  const lookOnce = async () => {
    try {
      // What cannot be sent keeps nobody from reading.
      const failure = await flush(path, onSent).then(() => null, (/** @type {unknown} */ failed) => failed);
      const read = await load(path);
      keepTable(path, read);
      isRead.current = true;
      setTable(read);
      setReadAt(new Date());
      sent.current = 0;
      setError(failure);
    } catch (failed) {
      isRead.current = false;
      if (isHidden(failed)) {
        dropTable();
        setTable(null);
      }
      setError(failed);
    }
    setItems(waiting(path));
  };
  /** One look after another, and at most one waits: it sees whatever was recorded before it began. @type {{ current: { running: Promise<void>, next: Promise<void> | null } | null }} */
  const looks = useRef(null);
  /** @returns {Promise<void>} */
  const look = () => {
    setItems(waiting(path));
    if (looks.current === null) {
      const running = lookOnce().finally(() => {
        looks.current = null;
      });
      looks.current = { running, next: null };
      return running;
    }
    looks.current.next ??= looks.current.running.then(look);
    return looks.current.next;
  };
  useEffect(() => {
    look();
    const isDue = () => document.visibilityState === "visible" && !(isLiveNow.current && isRead.current && waiting(path).length === 0);
    const timer = setInterval(() => isDue() && look(), LOOK_MS);
    addEventListener("online", look);
    // Another page of this browser has recorded or sent something.
    const onStorage = () => setItems(waiting(path));
    addEventListener("storage", onStorage);
    const onLive = (/** @type {boolean} */ live) => {
      isLiveNow.current = live;
      setLive(live);
    };
    const unfollow = follow(`${path}/events`, { onEvent: look, onLive });
    return () => {
      unfollow();
      clearInterval(timer);
      removeEventListener("online", look);
      removeEventListener("storage", onStorage);
    };
  }, [path]);
  /** The number of the hand that is played now: after what the server has, what was sent there and what waits. @param {Table} read */
  const numberOf = ({ match }) => Math.max(match.next_number, sent.current + 1, numberAfter(items));
  return { table, items, error, setError, look, numberOf, isLive, readAt };
}
