/*
 * Runs in a world of its own inside the page: see ../in-page.ts.
 */

const lengthMax = 500_000
const markedMin = 3

/** What is left of characters that are read as UTF-8 and are none, and of UTF-8 that is read as Latin. */
const marks = {
  'UTF-8': /\uFFFD/g,
  'windows-1252': /[\u00C2-\u00F4][\u0080-\u00BF\u0152-\u02DC\u2013-\u203A\u20AC\u2122]/g,
}

/** Whether the bytes of the page may be another encoding than it declares. */
export function isMisread() {
  const mark = marks[document.characterSet]
  const text = mark && document.documentElement ? document.documentElement.textContent : ''
  return (text.slice(0, lengthMax).match(mark)?.length ?? 0) >= markedMin
}
