// @ts-check
/** Has the browser save a text as a file. @param {string} name @param {string} content @param {string} type its media type */
export const saveFile = (name, content, type) => saveBlob(name, new Blob([content], { type }));

/** Has the browser save something as a file. @param {string} name @param {Blob} content */
export function saveBlob(name, content) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
