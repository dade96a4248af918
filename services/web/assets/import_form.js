// @ts-check
/** Choosing a file with old results and their terms, checking it, and importing it. */
import { Refusal } from "./api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { hush } from "./hush.js";
import { importMatches, previewImport } from "./import_api.js";
import { ImportFormat } from "./import_format.js";
import { ImportPreview, summaryOf, withRefusedLines } from "./import_preview.js";
import { text } from "./language.js";
import { MatchTerms, beginningTerms, statedTerms } from "./match_terms.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./import_api.js").Preview} Preview */
/** @typedef {import("./match_terms.js").TypedTerms} TypedTerms */
/** What was found in which bytes on which terms, and by which check of this page. @typedef {{ bytes: Uint8Array<ArrayBuffer>, terms: TypedTerms, preview: Preview, check: number }} Checked */

/**
 * @param {{
 *   club: string, variants: Schemas["VariantSummary"][], own: Schemas["ClubVariant"][], last?: Schemas["Match"],
 *   onImported: (matches: Schemas["NewlyImported"][], preview: Preview) => void,
 * }} properties `club`: its path in the API; `own`: its variants; `last`: the match that was started last
 */
export function ImportForm({ club, variants, own, last, onImported }) {
  const [bytes, setBytes] = useState(/** @type {Uint8Array<ArrayBuffer> | null} */ (null));
  const [terms, setTerms] = useState(() => beginningTerms(variants, own, last?.terms));
  const [checked, setChecked] = useState(/** @type {Checked | null} */ (null));
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  // What is imported is what was checked: another file, or other terms, need another check.
  const current = checked !== null && checked.bytes === bytes && checked.terms === terms ? checked : null;
  const check = () =>
    act(async () => {
      if (bytes === null) return;
      const preview = await previewImport(club, bytes, statedTerms(terms, own));
      setChecked((before) => ({ bytes, terms, preview, check: (before?.check ?? 0) + 1 }));
    });
  /** @param {Checked} what */
  const record = async (what) => {
    const stated = statedTerms(what.terms, own);
    try {
      const { matches } = await importMatches(club, what.bytes, stated, sameKey.keyOf([stated, [...what.bytes]]));
      hush();
      onImported(matches, what.preview);
    } catch (failed) {
      const preview = withRefusedLines(what.preview, failed);
      if (preview === null || !(failed instanceof Refusal)) throw failed;
      setChecked({ ...what, preview });
      // The list has its lines.
      throw new Refusal({ ...failed.problem, errors: [] });
    }
  };
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    check();
  };
  return html`
    <form class="form" onSubmit=${send}>
      <${FileField} onRead=${setBytes} />
      <${ImportFormat} />
      <p class="quiet-text">${text("import_terms")}</p>
      <${MatchTerms} terms=${terms} variants=${variants} own=${own} onChange=${setTerms} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" disabled=${isBusy}>${text("import_check")}</button>
    </form>
    <p role="status">${isBusy ? text("loading") : current && summaryOf(current.preview)}</p>
    ${current && html`<${ImportPreview} club=${club} preview=${current.preview} check=${current.check} onCheck=${check} onImport=${() => record(current)} />`}
  `;
}

/**
 * A file, read at once: Chrome sends none that was changed since it was chosen.
 * @param {{ onRead: (bytes: Uint8Array<ArrayBuffer> | null) => void }} properties `onRead`: gets null where there is no file any more
 */
function FileField({ onRead }) {
  const { error, act } = useAction();
  /** @param {{ currentTarget: HTMLInputElement }} event */
  const onChange = ({ currentTarget }) =>
    act(async () => {
      onRead(null);
      const file = currentTarget.files?.[0];
      if (file !== undefined) onRead(new Uint8Array(await file.arrayBuffer()));
    });
  // Otherwise nothing happens when the file that was corrected is chosen again.
  const onClick = (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => {
    currentTarget.value = "";
  };
  return html`
    <label>${text("import_file")}
      <input type="file" accept=".csv,.txt,.tsv,.xlsx" required onClick=${onClick} onCancel=${onChange} onChange=${onChange} />
    </label>
    ${error !== null && html`<${ProblemView} error=${error} unreachable=${text("import_file_unreadable")} />`}
  `;
}
