// @ts-check
/** One's clubs, and founding another one. */
import { foundClub, listClubs } from "./club_api.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { TextForm } from "./text_form.js";
import { useSameKey } from "./use_same_key.js";
import { useTitle } from "./use_title.js";

/** @typedef {import("./api.js").Schemas} Schemas */

export function ClubsPage() {
  const [clubs, setClubs] = useState(/** @type {Schemas["Membership"][] | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const sameKey = useSameKey();
  useTitle(text("my_clubs"));
  useEffect(() => {
    listClubs().then((answer) => setClubs(answer.clubs), setError);
  }, []);
  /** @param {string} name */
  const found = async (name) => {
    const club = await foundClub(name, sameKey.keyOf(name));
    location.assign(`/clubs/${club.id}`);
  };
  return html`
    <h2>${text("my_clubs")}</h2>
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${clubs?.length === 0 && html`<p>${text("no_clubs")}</p>`}
    ${clubs && clubs.length > 0 && html`<ul class="list">${clubs.map(({ club }) => html`<li><a href=${`/clubs/${club.id}`}>${club.name}</a></li>`)}</ul>`}
    <${TextForm} label=${text("club_name")} button=${text("found_club")} onSend=${found} />
    <p><a href="/clubs/account">${text("my_account")}</a></p>
  `;
}
