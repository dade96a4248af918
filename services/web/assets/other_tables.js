// @ts-check
/** What waits in this browser for other tables than the one that is shown: it is sent from every page of clubs, and not forgotten. */
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { linkTo } from "./link_in.js";
import { flush, waiting, waitingMatches } from "./outbox.js";

/** As often as a table sends what waits. */
const SEND_MS = 5_000;

/** @param {string} here the path of the match that is shown @returns {Array<[match: string, count: number]>} */
const others = (here) => [...waitingMatches()].filter(([match]) => match !== here);

/** @param {{ here: string, isIn: boolean }} properties `here`: the path of the match that is shown, if one is; `isIn`: whether somebody is signed in */
export function OtherTables({ here, isIn }) {
  const [tables, setTables] = useState(others(here));
  useEffect(() => {
    const look = () => setTables(others(here));
    const send = async () => {
      for (const [match] of others(here)) {
        // What a link recorded needs nobody who is signed in.
        if (isIn || waiting(match)[0]?.link !== undefined) await flush(match, () => {}).catch(() => {});
      }
      look();
    };
    send();
    const timer = setInterval(send, SEND_MS);
    addEventListener("online", send);
    addEventListener("storage", look);
    return () => {
      clearInterval(timer);
      removeEventListener("online", send);
      removeEventListener("storage", look);
    };
  }, [here, isIn]);
  return tables.map(([match, count]) => html`
    <p class="line" role="status" key=${match}>
      ${text("waiting_elsewhere", { count })}
      <button type="button" class="quiet" onClick=${() => open(match)}>${text("open_table")}</button>
    </p>
  `);
}

/** Opens a table as it was opened when something was recorded there. @param {string} match its path in the API */
function open(match) {
  const page = match.replace("/v1", "");
  const link = waiting(match)[0]?.link;
  location.assign(link === undefined ? page : linkTo(page, "record", link));
}
