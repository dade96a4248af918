// @ts-check
/** Names of a file that the club does not know, and making players of them. */
import { CheckField } from "./check_field.js";
import { enrolPlayer } from "./club_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./unknown_names.js").UnknownName} UnknownName */

/**
 * Nothing is ticked at first: a player stays in the ledger for ever, and of a name only people know whether it is mistyped.
 * @param {{ club: string, names: UnknownName[], onCheck: () => Promise<unknown>, onEnrolled: () => void }} properties
 * `club`: its path in the API; `onCheck`: checks the file again; `onEnrolled`: told when all that was ticked is done
 */
export function EnrolUnknown({ club, names, onCheck, onEnrolled }) {
  const [ticked, setTicked] = useState(/** @type {string[]} */ ([]));
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  // Whose name looks like that of a player is that player: as a new one they would be there twice.
  const alike = names.filter(({ known }) => known !== undefined);
  const others = names.filter(({ known }) => known === undefined);
  const all = others.map(({ name }) => name);
  const wanted = all.filter((name) => ticked.includes(name));
  /** @param {string} name @param {boolean} isTicked */
  const tick = (name, isTicked) => setTicked((now) => (isTicked ? [...now, name] : now.filter((other) => other !== name)));
  const enrolAll = async () => {
    for (const name of wanted) {
      await enrolPlayer(club, name, false, sameKey.keyOf(name));
      tick(name, false);
    }
  };
  /** @param {Event} event */
  const enrol = async (event) => {
    event.preventDefault();
    // Also after a refusal: those before it are players by now, and somebody else may have enrolled this one.
    if (await act(() => enrolAll().finally(onCheck))) onEnrolled();
  };
  return html`
    <form onSubmit=${enrol}>
      <fieldset class="choice">
        <legend>${text("import_unknown")}</legend>
        ${others.length > 0 && html`<p>${text("import_unknown_how")}</p>`}
        ${others.map(({ name, line, matches }) => html`<${CheckField} key=${name} label=${text("import_unknown_name", { name, line, count: matches })}
          isChecked=${ticked.includes(name)} onChange=${(/** @type {boolean} */ isTicked) => tick(name, isTicked)} />`)}
        ${alike.map(({ name, line, known }) => html`<p key=${name}>${text("import_alike", { name, line, known: known ?? "" })}</p>`)}
      </fieldset>
      ${error !== null && html`<${ProblemView} error=${error} />`}
      ${others.length > 0 &&
      html`
        <p class="line">
          <button type="submit" disabled=${isBusy || wanted.length === 0}>${text("import_enrol", { count: wanted.length })}</button>
          ${others.length > 1 && html`<button type="button" class="quiet" disabled=${isBusy} onClick=${() => setTicked(all)}>${text("import_tick_all")}</button>`}
        </p>
      `}
    </form>
  `;
}
