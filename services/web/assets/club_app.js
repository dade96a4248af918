// @ts-check
/** The pages of clubs, from `/clubs` on, for whoever is signed in or has a link. The table is loaded at once, the rest when it is opened. */
import { Heading } from "./heading.js";
import { html, render, useEffect, useState } from "./htm_preact_standalone.js";
import { addTexts, text } from "./language.js";
import { later } from "./later.js";
import { linkIn } from "./link_in.js";
import { OtherTables } from "./other_tables.js";
import { OverLink } from "./over_link.js";
import { ProblemView } from "./problem_view.js";
import { OVER, isSignedIn, sessions, signOut } from "./session.js";
import { SignInView } from "./sign_in_view.js";
import { TablePage } from "./table_page.js";
import { TEXTS } from "./texts.js";
import { useInvitationToken } from "./use_invitation_token.js";

const clubPages = () => import("./club_pages.js").then((module) => module.CLUB_PAGES);
const seasonPages = () => import("./season_pages.js").then((module) => module.SEASON_PAGES);
const ownerPages = () => import("./owner_pages.js").then((module) => module.OWNER_PAGES);

const ClubPage = later(() => clubPages().then((pages) => pages.club));
const ClubsPage = later(() => clubPages().then((pages) => pages.clubs));
const OfferedInvitation = later(() => import("./owner_pages.js").then((module) => module.OfferedInvitationView));

/** The pages that are loaded when they are opened, by their names in addresses. @type {Record<string, (properties: { club: string, id: string, view: string }) => unknown>} */
const LATER = {
  account: later(() => ownerPages().then((pages) => pages.account)),
  audits: later(() => ownerPages().then((pages) => pages.audits)),
  evenings: later(() => seasonPages().then((pages) => pages.evenings)),
  exports: later(() => seasonPages().then((pages) => pages.exports)),
  import: later(() => seasonPages().then((pages) => pages.import)),
  join: later(() => ownerPages().then((pages) => pages.join)),
  keys: later(() => ownerPages().then((pages) => pages.keys)),
  members: later(() => ownerPages().then((pages) => pages.members)),
  players: later(() => seasonPages().then((pages) => pages.players)),
  records: later(() => seasonPages().then((pages) => pages.records)),
  rules: later(() => ownerPages().then((pages) => pages.rules)),
  screen: later(() => import("./screen_page.js").then((module) => module.ScreenPage)),
  seasons: later(() => seasonPages().then((pages) => pages.seasons)),
  seat: later(() => import("./seat_page.js").then((module) => module.SeatPage)),
  settle: later(() => seasonPages().then((pages) => pages.settle)),
  standings: later(() => seasonPages().then((pages) => pages.standings)),
  tournaments: later(() => import("./tournament_pages.js").then((module) => module.TournamentsPage)),
};

/** @param {string | undefined} name */
const laterPage = (name) => (name !== undefined && Object.hasOwn(LATER, name) ? LATER[name] : null);

/** The page of an address. The paths of the API are those of the pages after `/v1`. */
function pageOf() {
  const [, , club, part, id, view] = location.pathname.split("/");
  if (!club) return html`<${ClubsPage} />`;
  const path = `/v1/clubs/${club}`;
  const page = laterPage(part ?? club);
  if (page) return html`<${page} club=${path} id=${id} view=${view} />`;
  if (part === "matches") return html`<${TablePage} match=${`${path}/matches/${id}`} />`;
  return html`<${ClubPage} club=${path} />`;
}

function Pages() {
  // A table without the network is still a table: what is recorded waits.
  const [isIn, setIn] = useState(/** @type {boolean | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    isSignedIn().then(setIn, (refused) => {
      setError(refused);
      setIn(true);
    });
    const onOver = () => setIn(false);
    sessions.addEventListener(OVER, onOver);
    return () => sessions.removeEventListener(OVER, onOver);
  }, []);
  const score = /** @type {const} */ (["/", text("title")]);
  const invitation = useInvitationToken();
  const links = linkIn() === null ? [score, /** @type {const} */ (["/clubs", text("my_clubs")])] : [score];
  const here = `/v1${location.pathname}`;
  const leave = () => signOut().then(() => location.assign("/clubs"), setError);
  return html`
    <${Heading} title="Faan 番" links=${links} onLanguage=${show} />
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${isIn === false && linkIn() !== null && html`<${OverLink} match=${here} />`}
    ${isIn === false && invitation !== "" && html`<${OfferedInvitation} key=${invitation} token=${invitation} />`}
    ${isIn === false && linkIn() === null && html`<${SignInView} onSignedIn=${() => setIn(true)} />`}
    ${isIn !== null && html`<${OtherTables} here=${isIn || linkIn() !== null ? here : ""} isIn=${isIn} />`}
    ${isIn === true && pageOf()}
    ${isIn === true && linkIn() === null && html`<p><button type="button" class="quiet" onClick=${leave}>${text("sign_out")}</button></p>`}
  `;
}

const page = /** @type {HTMLElement} */ (document.getElementById("page"));

function show() {
  render(html`<${Pages} />`, page);
}

addTexts(TEXTS);
// A page that comes back from the history may show what somebody saw who has signed out.
addEventListener("pageshow", (/** @type {PageTransitionEvent} */ event) => event.persisted && location.reload());
page.replaceChildren();
show();
