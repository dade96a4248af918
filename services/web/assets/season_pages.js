// @ts-check
/** The pages about a season, with their texts. */
import { ExportsPage } from "./exports_page.js";
import { PlayerPage } from "./player_page.js";
import "./season_texts.js";
import { SettlePage } from "./settle_page.js";

export const SEASON_PAGES = { exports: ExportsPage, players: PlayerPage, settle: SettlePage };
