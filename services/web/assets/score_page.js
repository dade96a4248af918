// @ts-check
/** The page `/`: a hand is scored while it is put together, without an account. */
import { findWaits, listPatterns, listVariants, scoreHand } from "./api.js";
import { CircumstancesForm } from "./circumstances.js";
import { CopyButton } from "./copy_button.js";
import { NO_TILES, isComplete, isReady } from "./hand.js";
import { HandView } from "./hand_view.js";
import { Heading } from "./heading.js";
import { html, render, useEffect, useMemo, useState } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { readLink, writeLink } from "./link.js";
import { LeftOutView } from "./left_out_view.js";
import { ProblemView } from "./problem_view.js";
import { scoreRequest, waitsRequest } from "./score_request.js";
import { ScoreView } from "./score_view.js";
import { TilePicker } from "./tile_picker.js";
import { VariantChoice, parse } from "./variant_choice.js";
import { WaitsView } from "./waits_view.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./score_request.js").Circumstances} Circumstances */
/** @typedef {import("./score_request.js").Rules} Rules */
/** @typedef {{ score: Schemas["ScoreResponse"] } | { waits: Schemas["WaitsResponse"] } | { error: unknown } | null} Answer */

const USUAL_VARIANT = "old-hong-kong";
/** Tiles are tapped faster than they need to be scored. */
const PAUSE_MS = 120;

/** What the server says of the hand; null while there is nothing to say. @param {Hand} hand @param {Circumstances} circumstances @param {Rules} rules @returns {Answer} */
function useAnswer(hand, circumstances, rules) {
  const [answered, setAnswered] = useState(/** @type {{ to: unknown[], answer: Answer }} */ ({ to: [], answer: null }));
  const asked = [hand, circumstances, rules];
  useEffect(() => {
    const isWinByBonusTiles = circumstances.wonBy === "bonus_tiles" && hand.bonusTiles.length > 0;
    const asksScore = isComplete(hand) || isWinByBonusTiles;
    if (!(asksScore || isReady(hand)) || ("document" in rules && parse(rules.document) === undefined)) return undefined;
    const controller = new AbortController();
    const ask = async () => {
      const { signal } = controller;
      if (asksScore) return { score: await scoreHand(scoreRequest(hand, circumstances, rules), signal) };
      return { waits: await findWaits(waitsRequest(hand, circumstances, rules), signal) };
    };
    const timer = setTimeout(() => {
      ask()
        .catch((error) => ({ error }))
        .then((answer) => controller.signal.aborted || setAnswered({ to: asked, answer }));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, asked);
  // What was asked before is no answer to what is stated now.
  return asked.every((one, place) => one === answered.to[place]) ? answered.answer : null;
}

/** What does not depend on the hand: the variants and the names of patterns, with those of the rules. @param {Rules} rules */
function useCatalogue(rules) {
  const [variants, setVariants] = useState(/** @type {Schemas["VariantSummary"][]} */ ([]));
  const [patterns, setPatterns] = useState(/** @type {Schemas["Pattern"][]} */ ([]));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    Promise.all([listVariants(), listPatterns()])
      .then(([listedVariants, listedPatterns]) => {
        setVariants(listedVariants.variants);
        setPatterns(listedPatterns.patterns);
      })
      .catch(setError);
  }, []);
  const house = useMemo(() => housePatterns(rules), [rules]);
  const names = useMemo(() => new Map([...patterns.map((pattern) => /** @type {const} */ ([pattern.id, pattern.name])), ...house]), [patterns, house]);
  /** @param {string} id */
  const patternName = (id) => {
    const name = names.get(id);
    return name ? nameOf(name) : id;
  };
  return { variants, patternName, error };
}

/** The names of the patterns that a document adds. What it says may be anything. @param {Rules} rules @returns {Array<[id: string, name: Schemas["Name"]]>} */
function housePatterns(rules) {
  const document = /** @type {{ house_patterns?: Record<string, { name?: Partial<Schemas["Name"]> } | null> } | undefined | null} */ ("document" in rules ? parse(rules.document) : null);
  const named = Object.entries(document?.house_patterns ?? {});
  return named.flatMap(([id, pattern]) => (typeof pattern?.name?.english === "string" ? [[id, /** @type {Schemas["Name"]} */ (pattern.name)]] : []));
}

const CopyLink = () => html`
  <p class="line"><${CopyButton} label=${text("copy_link")} said=${text("link_copied")} isQuiet value=${() => location.href} /></p>
`;

/** @param {{ answer: Answer, patternName: (id: string) => string, winner: Schemas["Wind"] }} properties */
function AnswerView({ answer, patternName, winner }) {
  if (answer === null) return null;
  if ("error" in answer) return html`<${ProblemView} error=${answer.error} unreachable=${text("offline")} />`;
  if ("waits" in answer) return html`<${WaitsView} response=${answer.waits} />`;
  return html`<${ScoreView} response=${answer.score} patternName=${patternName} winner=${winner} /><${CopyLink} />`;
}

function ScorePage() {
  const linked = useMemo(() => readLink(location.hash), []);
  const [hand, setHand] = useState(linked.hand);
  const [circumstances, setCircumstances] = useState(linked.circumstances);
  const [rules, setRules] = useState(/** @type {Rules} */ ({ id: linked.variant ?? USUAL_VARIANT }));
  const { variants, patternName, error } = useCatalogue(rules);
  const answer = useAnswer(hand, circumstances, rules);
  useEffect(() => {
    history.replaceState(null, "", writeLink(hand, circumstances, "id" in rules ? rules.id : null));
  }, [hand, circumstances, rules]);
  return html`
    <${Heading} title=${text("title")} onLanguage=${show} links=${[["/clubs", text("my_clubs")], ["/docs", text("documentation")]]} />
    <p>${text("introduction")}</p>
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <div class="columns">
      <div>
        ${hand === linked.hand && html`<${LeftOutView} leftOut=${linked.leftOut} />`}
        <${HandView} hand=${hand} onChange=${setHand} onClear=${() => setHand(NO_TILES)} />
        <${TilePicker} hand=${hand} onChange=${setHand} />
      </div>
      <section class="answer" aria-label=${text("result")} aria-busy=${answer === null && isComplete(hand)}>
        <${AnswerView} answer=${answer} patternName=${patternName} winner=${circumstances.seatWind} />
      </section>
      <div>
        <${CircumstancesForm} circumstances=${circumstances} onChange=${setCircumstances} />
        <${VariantChoice} variants=${variants} rules=${rules} onChange=${setRules} />
      </div>
    </div>
  `;
}

const page = /** @type {HTMLElement} */ (document.getElementById("page"));

function show() {
  document.title = `Faan 番 · ${text("title")}`;
  render(html`<${ScorePage} />`, page);
}

page.replaceChildren();
show();
