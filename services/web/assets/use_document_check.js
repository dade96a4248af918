// @ts-check
/** What is wrong with a variant's document, while it is changed: what its schema refuses, and else what the server says. */
import { checkVariant } from "./api.js";
import { useEffect, useState } from "./htm_preact_standalone.js";
import { schemaProblems } from "./schema_problems.js";
import { problemsOfDocument } from "./variant_document.js";

/** @typedef {import("./variant_document.js").VariantDocument} VariantDocument */
/** @typedef {import("./variant_document.js").FieldError} FieldError */

/** A number is typed faster than it needs to be checked. */
const PAUSE_MS = 200;

/** @param {VariantDocument} document @param {import("./variant_schema.js").Schema} schema */
export function useDocumentCheck(document, schema) {
  const [problems, setProblems] = useState(/** @type {FieldError[]} */ ([]));
  const [checked, setChecked] = useState(/** @type {VariantDocument | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const refused = schemaProblems(schema, document);
  const isSent = refused.length === 0;
  useEffect(() => {
    if (!isSent) return undefined;
    const controller = new AbortController();
    const check = async () => {
      try {
        // The documentation of the API says of a document only that it may be anything.
        const answer = await checkVariant({ document: /** @type {never} */ (document) }, controller.signal);
        setProblems(problemsOfDocument(answer.problems));
        setChecked(document);
        setError(null);
      } catch (failed) {
        if (!controller.signal.aborted) setError(failed);
      }
    };
    const timer = setTimeout(check, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [document]);
  return isSent ? { problems, isChecked: checked === document, error } : { problems: refused, isChecked: false, error: null };
}
