// @ts-check
/** The pages about a season, and what the page of a table has of it, with their texts. */
import { EveningsPage } from "./evenings_page.js";
import "./evening_texts.js";
import { ExportsPage } from "./exports_page.js";
import { ImportPage } from "./import_page.js";
import "./import_texts.js";
import { MatchSettlement } from "./match_settlement.js";
import { PlayerPage } from "./player_page.js";
import { RecordsPage } from "./records_page.js";
import "./league_texts.js";
import "./season_texts.js";
import { SeasonsPage } from "./seasons_page.js";
import { SettlePage } from "./settle_page.js";
import { StandingsPage } from "./standings_page.js";

export const SEASON_PAGES = { evenings: EveningsPage, exports: ExportsPage, import: ImportPage, players: PlayerPage, records: RecordsPage, seasons: SeasonsPage, settle: SettlePage, standings: StandingsPage };

export { MatchSettlement };
