// @ts-check
/** The pages about tournaments, with their texts. */
import "./evening_texts.js";
import "./tournament_texts.js";
import { TournamentsPage } from "./tournaments_page.js";

export { TournamentsPage };
