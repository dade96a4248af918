// @ts-check
/** Copying a text. Over plain HTTP browsers offer no clipboard to scripts, but still copy what is selected. */

/** Copies a text, and says whether that was done. @param {string} value */
export async function copyText(value) {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // There is no clipboard, or it is not allowed.
    return copySelected(value);
  }
}

/** Copies a text by selecting it in a field that is there for this moment. @param {string} value */
function copySelected(value) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = value;
  field.readOnly = true;
  field.className = "copied-text";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
