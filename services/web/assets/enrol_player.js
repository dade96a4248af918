// @ts-check
/** Enrolling a player. */
import { enrolPlayer } from "./club_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NameTaken } from "./name_taken.js";
import { useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";

/** @param {{ club: string, onEnrolled: () => Promise<void> }} properties `club`: its path in the API */
export function EnrolPlayer({ club, onEnrolled }) {
  const [name, setName] = useState("");
  /** What was sent last: the question is about that, whatever is typed meanwhile. */
  const [sent, setSent] = useState("");
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  /** @param {string} wanted @param {boolean} confirm */
  const enrol = (wanted, confirm) => {
    setSent(wanted);
    act(async () => {
      await enrolPlayer(club, wanted, confirm, sameKey.keyOf([wanted, confirm]));
      sameKey.forget();
      await onEnrolled();
      // What was typed meanwhile is the next name.
      setName((now) => (now.trim() === wanted ? "" : now));
    });
  };
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    enrol(name.trim(), false);
  };
  return html`
    <form class="line" onSubmit=${send}>
      <label class="grows">${text("player_name")}
        <input value=${name} required maxlength="100" autocomplete="off" onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => setName(currentTarget.value)} />
      </label>
      <button type="submit" disabled=${isBusy}>${text("enrol_player")}</button>
      ${error !== null && html`<${NameTaken} error=${error} club=${club} label=${text("enrol_all_the_same")} isBusy=${isBusy} onConfirm=${() => enrol(sent, true)} />`}
    </form>
  `;
}
