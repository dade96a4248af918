// @ts-check
/** The page of a link that is over: what was recorded at the table and is not sent is shown, with what becomes of it. */
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { keptTable } from "./kept_table.js";
import { text } from "./language.js";
import { flush, waiting } from "./outbox.js";
import { OutboxView } from "./outbox_view.js";
import { atChairs, chairNames, playerNames } from "./played_names.js";

/** The names of chairs, as far as the browser still has them. @param {string} match @returns {(players: string[] | undefined) => import("./outcome_text.js").ChairName} */
function namesThen(match) {
  const kept = keptTable(match);
  if (kept === null) return () => (number) => text("chair", { number });
  const nameOf = playerNames(kept.match, kept.rounds);
  return (players = kept.match.seats.map(({ player }) => player.id)) => chairNames(atChairs(players), nameOf);
}

/** @param {{ match: string }} properties its path in the API */
export function OverLink({ match }) {
  const [items, setItems] = useState(waiting(match));
  const read = () => setItems(waiting(match));
  /** What another link recorded may be sent still; what this one did is refused. */
  const look = () => flush(match, () => {}).then(read, read);
  useEffect(() => {
    look();
    addEventListener("online", look);
    addEventListener("storage", read);
    return () => {
      removeEventListener("online", look);
      removeEventListener("storage", read);
    };
  }, [match]);
  return html`
    <p class="problem" role="alert">${text("link_over")}</p>
    <${OutboxView} match=${match} items=${items} nextNumber=${0} players=${[]} nameThen=${namesThen(match)} changed=${null} over="" onEdit=${null} onChange=${look} />
  `;
}
