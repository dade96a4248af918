// @ts-check
/** The order of names, in every list of players and members: that of the page's language, in Chinese by strokes. Code points are no order for people. */
import { isChinese } from "./language.js";

const ENGLISH = new Intl.Collator("en", { numeric: true });
const CHINESE = new Intl.Collator("zh-Hant-HK-u-co-stroke", { numeric: true });

/** Of two names, which stands first. Of equal names neither does. @param {string} one @param {string} other */
export const compareNames = (one, other) => (isChinese() ? CHINESE : ENGLISH).compare(one, other);

/** Things in the order of their names; those without one, as they are, at the end. @template Thing @param {ReadonlyArray<Thing>} things @param {(thing: Thing) => string | null | undefined} nameOf @returns {Thing[]} */
export const inOrderOf = (things, nameOf) =>
  [...things].sort((one, other) => {
    const [first, second] = [nameOf(one), nameOf(other)];
    return first && second ? compareNames(first, second) : Number(!first) - Number(!second);
  });

/** Players in the order of their names. @template {{ name?: string | null | undefined }} Named @param {ReadonlyArray<Named>} players */
export const inNameOrder = (players) => inOrderOf(players, ({ name }) => name);
