// @ts-check
/** The pages on the way to a table. */
import { ClubPage } from "./club_page.js";
import { ClubsPage } from "./clubs_page.js";

export const CLUB_PAGES = { club: ClubPage, clubs: ClubsPage };
