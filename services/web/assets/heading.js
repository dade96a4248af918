// @ts-check
/** What stands above every page: its title, the way to the others, and the other language. */
import { DrawnText } from "./drawn_characters.js";
import { html } from "./htm_preact_standalone.js";
import { currentLanguage, setLanguage, text } from "./language.js";
import { Offline } from "./offline.js";
import { PlainHttpNote } from "./plain_http_note.js";

/** @param {{ title: string, onLanguage: () => void, links: ReadonlyArray<readonly [address: string, label: string]> }} properties */
export function Heading({ title, onLanguage, links }) {
  const other = currentLanguage() === "en" ? "zh-Hant-HK" : "en";
  const change = () => {
    setLanguage(other);
    onLanguage();
  };
  return html`
    <header>
      <h1><${DrawnText} text=${title} /></h1>
      <nav>
        ${links.map(([address, label]) => html`<a href=${address}>${label}</a>`)}
        <button type="button" class="quiet" lang=${other} onClick=${change}><${DrawnText} text=${text("other_language")} /></button>
      </nav>
    </header>
    <${Offline} />
    <${PlainHttpNote} />
  `;
}
