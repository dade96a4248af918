// @ts-check
/** What is printed of an evening or a tournament. The page shows what the printer gets, and on paper there is nothing else. */
import { BlankSheets, SheetLinks, playingTables } from "./blank_sheets.js";
import { CheckInSheet } from "./check_in_sheet.js";
import { Choice } from "./choice.js";
import { readEveningToPrint, readTournamentToPrint } from "./event_to_print.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { PrintedSettlement } from "./printed_settlement.js";
import { PrintedStandings } from "./printed_standings.js";
import "./printout_texts.js";
import { ProblemView } from "./problem_view.js";
import { RecordedSheets } from "./recorded_sheets.js";
import { SeatsByName, SeatsByTable } from "./seat_lists.js";
import { SelectField } from "./select_field.js";
import { TableCards } from "./table_cards.js";
import { useLoaded } from "./use_loaded.js";

/** @typedef {import("./event_to_print.js").EventToPrint} EventToPrint */
/** @typedef {import("./api.js").Schemas["EveningRound"]} Round */

/** What is printed of a round, and what of the whole event. */
const OF_ROUND = /** @type {const} */ (["names", "tables", "blank", "recorded", "cards"]);
const OF_EVENT = /** @type {const} */ ({ evening: ["check_in", "settlement"], tournament: ["check_in", "standings"] });
/** @typedef {typeof OF_ROUND[number] | typeof OF_EVENT[keyof typeof OF_EVENT][number]} Printout */

/** @param {Printout} printout @returns {printout is typeof OF_ROUND[number]} */
const isOfRound = (printout) => OF_ROUND.some((one) => one === printout);

/**
 * @param {{ club: string, path: string, kind: "evening" | "tournament", name: string, isScorer: boolean }} properties
 * `club`, `path`: of the club and the event in the API; `name`: of the club
 */
export function PrintoutsView({ club, path, kind, name, isScorer }) {
  const read = () => (kind === "evening" ? readEveningToPrint(club, path) : readTournamentToPrint(path));
  const { value, error } = useLoaded(read, [club, path]);
  const [printout, setPrintout] = useState(/** @type {Printout} */ ("names"));
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const [links, setLinks] = useState(/** @type {Map<string, string>} */ (new Map()));
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { rounds, title, days } = value;
  const round = rounds.find((one) => one.round === chosen) ?? rounds.at(-1);
  const heading = [name, title, days].filter((part) => part !== "").join(" · ");
  const roundHeading = round === undefined ? heading : [heading, text("round_number", { round: round.round })].join(" · ");
  const playing = round === undefined ? [] : playingTables(round);
  const printouts = [...OF_ROUND, ...OF_EVENT[kind]].map((one) => /** @type {const} */ ([one, text(`printout_${one}`)]));
  const options = rounds.map((one) => /** @type {const} */ ([String(one.round), text("round_number", { round: one.round })]));
  return html`
    <p><a href=${path.replace("/v1", "")}>${text("print_back")}</a></p>
    <${Choice} name="printout" legend=${text("print_what")} value=${printout} options=${printouts} onChange=${setPrintout} />
    ${isOfRound(printout) && rounds.length > 1 && html`
      <${SelectField} label=${text("print_round")} value=${String(round?.round)} options=${options} onChange=${(/** @type {string} */ number) => setChosen(Number(number))} />
    `}
    ${printout === "blank" && round?.tables.every(({ match }) => match === undefined) && html`<p>${text("printout_not_opened")}</p>`}
    ${printout === "blank" && isScorer && playing.length > 0 && html`<${SheetLinks} key=${round?.round} club=${club} tables=${playing} heading=${roundHeading} links=${links} onLinks=${setLinks} />`}
    <p><button type="button" onClick=${() => print()}>${text("print_now")}</button></p>
    <section class=${`printable printout printout-${printout}`} aria-label=${text(`printout_${printout}`)}>
      ${!["blank", "recorded", "cards"].includes(printout) && html`<h2>${isOfRound(printout) ? roundHeading : heading}<br />${text(`printout_${printout}`)}</h2>`}
      ${isOfRound(printout)
        ? round === undefined ? html`<p>${text("no_round_yet")}</p>` : html`<${OfRound} printout=${printout} club=${club} round=${round} heading=${roundHeading} title=${title === "" ? name : title} links=${links} />`
        : html`<${OfEvent} printout=${printout} club=${club} path=${path} event=${value} />`}
    </section>
  `;
}

/** @param {{ printout: typeof OF_ROUND[number], club: string, round: Round, heading: string, title: string, links: Map<string, string> }} properties */
function OfRound({ printout, club, round, heading, title, links }) {
  switch (printout) {
    case "names":
      return html`<${SeatsByName} round=${round} />`;
    case "tables":
      return html`<${SeatsByTable} round=${round} />`;
    case "blank":
      return html`<${BlankSheets} club=${club} round=${round} heading=${heading} links=${links} />`;
    case "recorded":
      return html`<${RecordedSheets} club=${club} round=${round} heading=${heading} />`;
    case "cards":
      return html`<${TableCards} round=${round} title=${title} />`;
  }
}

/** @param {{ printout: "check_in" | "settlement" | "standings", club: string, path: string, event: EventToPrint }} properties */
function OfEvent({ printout, club, path, event }) {
  switch (printout) {
    case "check_in":
      return html`<${CheckInSheet} participants=${event.participants} />`;
    case "settlement":
      return html`<${PrintedSettlement} club=${club} path=${path} />`;
    case "standings":
      return html`<${PrintedStandings} path=${path} />`;
  }
}
