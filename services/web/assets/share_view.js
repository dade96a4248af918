// @ts-check
/** Links that let others in without an account: to look on at a match or to record in it, or for the screen of the hall. */
import { listKeys, makeScreenKey, revokeKey } from "./club_api.js";
import { Choice } from "./choice.js";
import { CopyButton } from "./copy_button.js";
import { html, useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { linkTo } from "./link_in.js";
import { makeMatchLink } from "./match_link.js";
import { momentText } from "./moment_text.js";
import { ProblemView } from "./problem_view.js";
import { QrCode } from "./qr_code.js";
import { emptied } from "./use_action.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./link_in.js").LinkUse} LinkUse */

const SCREEN_DAYS = 90;

/** Links to a match. @param {{ match: string, isOwner: boolean, isOver: boolean }} properties `match`: its path in the API */
export function MatchLinks({ match, isOwner, isOver }) {
  const club = match.split("/matches/")[0] ?? "";
  const id = match.split("/matches/")[1];
  const [use, setUse] = useState(/** @type {LinkUse} */ ("look"));
  const uses = /** @type {const} */ ([["look", text("share_look")], ["record", text("share_record")]]);
  /** @param {string} name */
  const make = (name) => makeMatchLink(match, use, name);
  return html`
    <p>${text("share_what")}</p>
    ${!isOver && html`<${Choice} name="use" legend=${text("share_use")} value=${use} options=${uses} onChange=${setUse} />`}
    <${Links} club=${club} nameLabel=${text("share_name")} isOwner=${isOwner} isOurs=${(/** @type {Schemas["ApiKey"]} */ key) => key.match === id} onMake=${make} />
  `;
}

/** Links for televisions. @param {{ club: string }} properties `club`: its path in the API */
export function ScreenLinks({ club }) {
  /** @param {string} name */
  const make = async (name) => {
    const key = await makeScreenKey(club, { name, expires_in_days: SCREEN_DAYS });
    return linkTo(`${club.replace("/v1", "")}/screen`, "look", key.secret ?? "");
  };
  const isOurs = (/** @type {Schemas["ApiKey"]} */ key) => key.scope === "screen";
  return html`
    <p>${text("share_what")}</p>
    <${Links} club=${club} nameLabel=${text("screen_name")} isOwner=${true} isOurs=${isOurs} onMake=${make} />
  `;
}

/**
 * @param {{
 *   club: string, nameLabel: string, isOwner: boolean, isOurs: (key: Schemas["ApiKey"]) => boolean, onMake: (name: string) => Promise<string>,
 * }} properties `onMake` makes a link for somebody
 */
function Links({ club, nameLabel, isOwner, isOurs, onMake }) {
  const [keys, setKeys] = useState(/** @type {Schemas["ApiKey"][]} */ ([]));
  const [name, setName] = useState("");
  const [made, setMade] = useState(/** @type {string | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const reload = async () => {
    if (isOwner) setKeys((await listKeys(club)).api_keys.filter((key) => key.status === "active" && isOurs(key)));
  };
  useEffect(() => {
    reload().catch(setError);
  }, [isOwner]);
  const [isBusy, setBusy] = useState(false);
  /** A second click may come before the page shows that the first one is under way. */
  const isUnderWay = useRef(false);
  /** @param {() => Promise<void>} work */
  const attempt = async (work) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
      await reload();
    } catch (refused) {
      setError(refused);
    }
    isUnderWay.current = false;
    setBusy(false);
  };
  const make = (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt(async () => {
      setMade(await onMake(name));
      setName(emptied(name));
    });
  };
  const revoke = (/** @type {string} */ key) => attempt(async () => {
    await revokeKey(club, key);
    setMade(null);
  });
  return html`
    <form class="form" onSubmit=${make}>
      <label>${nameLabel}
        <input value=${name} required maxlength="100" onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => setName(currentTarget.value)} />
      </label>
      <button type="submit" disabled=${isBusy}>${text("share_make")}</button>
    </form>
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${made !== null && html`<${MadeLink} link=${made} />`}
    ${isOwner && html`<${GoodLinks} keys=${keys} onRevoke=${revoke} />`}
  `;
}

/** @param {{ link: string }} properties */
const MadeLink = ({ link }) => html`
  <div class="answer" role="status">
    <p>${text("share_once")}</p>
    <${QrCode} value=${link} label=${text("share_code")} />
    <input class="made-link" readonly value=${link} aria-label=${text("share")} />
    <${CopyButton} label=${text("share_copy")} said=${text("share_copied")} value=${() => link} />
  </div>
`;

/** @param {{ keys: Schemas["ApiKey"][], onRevoke: (key: string) => void }} properties */
const GoodLinks = ({ keys, onRevoke }) => html`
  <h3>${text("share_good")}</h3>
  ${keys.length === 0 && html`<p>${text("share_none")}</p>`}
  <ul class="list">
    ${keys.map(
      ({ id, name, role, expires_at }) => html`
        <li class="line">
          <span>
            <b>${name}</b> · ${text(role === "scorer" ? "share_record" : "share_look")}
            ${expires_at && html`<br /><small>${text("share_until", { time: momentText(expires_at) })}</small>`}
          </span>
          <button type="button" aria-label=${text("share_revoke_of", { name })} onClick=${() => onRevoke(id)}>${text("share_revoke")}</button>
        </li>
      `,
    )}
  </ul>
`;
