// @ts-check
/**
 * The pages for whoever is signed in: `/clubs`, `/clubs/account`, `/clubs/join`, `/clubs/{club}` with what belongs to it, and
 * `/clubs/{club}/matches/{match}`.
 */
import { AccountPage } from "./account_page.js";
import { AuditsPage } from "./audits_page.js";
import { ClubPage } from "./club_page.js";
import { ClubsPage } from "./clubs_page.js";
import { Heading } from "./heading.js";
import { html, render, useEffect, useState } from "./htm_preact_standalone.js";
import { JoinPage } from "./join_page.js";
import { KeysPage } from "./keys_page.js";
import { text } from "./language.js";
import "./owner_texts.js";
import { MembersPage } from "./members_page.js";
import { ProblemView } from "./problem_view.js";
import { RulesPage } from "./rules_page.js";
import { OVER, isSignedIn, sessions, signOut } from "./session.js";
import { SignInView } from "./sign_in_view.js";
import { StandingsPage } from "./standings_page.js";
import { TablePage } from "./table_page.js";

/** The page of an address. The paths of the API are those of the pages after `/v1`. */
function pageOf() {
  const [, , club, part, match] = location.pathname.split("/");
  if (!club) return html`<${ClubsPage} />`;
  if (club === "account") return html`<${AccountPage} />`;
  if (club === "join") return html`<${JoinPage} />`;
  const path = `/v1/clubs/${club}`;
  if (part === "audits") return html`<${AuditsPage} club=${path} />`;
  if (part === "keys") return html`<${KeysPage} club=${path} />`;
  if (part === "members") return html`<${MembersPage} club=${path} />`;
  if (part === "rules") return html`<${RulesPage} club=${path} />`;
  if (part === "standings") return html`<${StandingsPage} club=${path} />`;
  if (part === "matches") return html`<${TablePage} match=${`${path}/matches/${match}`} />`;
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
  const links = /** @type {const} */ ([["/", text("title")], ["/clubs", text("my_clubs")]]);
  const leave = () => signOut().then(() => location.assign("/clubs"), setError);
  return html`
    <${Heading} title="Faan 番" links=${links} onLanguage=${show} />
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${isIn === false && html`<${SignInView} onSignedIn=${() => setIn(true)} />`}
    ${isIn === true && html`${pageOf()}<p><button type="button" class="quiet" onClick=${leave}>${text("sign_out")}</button></p>`}
  `;
}

const page = /** @type {HTMLElement} */ (document.getElementById("page"));

function show() {
  document.title = `Faan 番 · ${text("my_clubs")}`;
  render(html`<${Pages} />`, page);
}

page.replaceChildren();
show();
