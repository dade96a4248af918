// @ts-check
/** The house rules of a club: its variants with what differs in words, and adding another. */
import { listPatterns, listVariants } from "./api.js";
import { ClubFrame } from "./club_frame.js";
import { ClubVariantView } from "./club_variant_view.js";
import { html, useState } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { ANY_MEMBER, SCORERS } from "./membership.js";
import { NewRules } from "./new_rules.js";
import { ProblemView } from "./problem_view.js";
import { listClubVariants } from "./rules_api.js";
import { useLoaded } from "./use_loaded.js";
import { usePages } from "./use_pages.js";
import { loadVariantSchema } from "./variant_schema.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string }} properties `club`: its path in the API */
export const RulesPage = ({ club }) => html`
  <${ClubFrame} club=${club} page="rules" title=${text("house_rules")} roles=${ANY_MEMBER}
    content=${(/** @type {Schemas["Membership"]} */ { role }) => html`<${Rules} club=${club} role=${role} />`} />
`;

/** What does not depend on the club. */
async function loadCatalogue() {
  const [{ variants }, { patterns }, schema] = await Promise.all([listVariants(), listPatterns(), loadVariantSchema()]);
  return { builtIns: variants, patterns, schema, names: new Map(patterns.map(({ id, name }) => [id, name])) };
}

/** @param {{ club: string, role: Schemas["Role"] }} properties */
function Rules({ club, role }) {
  const catalogue = useLoaded(loadCatalogue, []);
  const list = usePages(async (cursor) => {
    const page = await listClubVariants(club, cursor);
    return { items: page.variants, next: page.next_cursor };
  }, [club]);
  const [added, setAdded] = useState("");
  const error = catalogue.error ?? list.error;
  if (catalogue.value === null || list.items === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { builtIns, patterns, schema, names } = catalogue.value;
  const variants = list.items;
  /** @param {string} id */
  const patternName = (id) => {
    const name = names.get(id);
    return name ? nameOf(name) : id;
  };
  /** @param {Schemas["ClubVariantWithDocument"]} variant */
  const onAdded = (variant) => {
    setAdded(text(variant.status === "retired" ? "rules_were_there" : "rules_added", { name: nameOf(variant.name) }));
    list.reload();
  };
  const others = [...builtIns, ...variants.filter(({ hash }) => !builtIns.some((builtIn) => builtIn.hash === hash))];
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <section aria-labelledby="variants">
      <h3 id="variants">${text("club_variants")}</h3>
      <p role="status">${added}</p>
      ${variants.length === 0 && html`<p>${text("no_house_rules")}</p>`}
      <ul class="list">
        ${variants.map(
          (variant) => html`
            <li key=${variant.hash}>
              <${ClubVariantView} club=${club} variant=${variant} others=${others} isOwner=${role === "owner"} schema=${schema} patternName=${patternName} onChange=${list.reload} />
            </li>
          `,
        )}
      </ul>
      ${list.more && html`<button type="button" onClick=${list.more}>${text("show_more")}</button>`}
    </section>
    ${SCORERS.includes(role) &&
    html`
      <section aria-labelledby="new-rules">
        <h3 id="new-rules">${text("new_rules")}</h3>
        <${NewRules} club=${club} builtIns=${builtIns} variants=${variants} schema=${schema} patterns=${patterns} patternName=${patternName} onAdded=${onAdded} />
      </section>
    `}
  `;
}
