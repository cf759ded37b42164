/**
 * Returns the title, the HTML and the visible text of the document, each from its beginning, and the length of the whole text. Runs
 * in a world of its own; what is cut here is not sent.
 */
export function read(titleLengthMax, htmlLengthMax, textLengthMax) {
  const text = document.body?.innerText ?? ''
  return {
    title: document.title.slice(0, titleLengthMax),
    html: (document.documentElement?.outerHTML ?? '').slice(0, htmlLengthMax),
    text: text.slice(0, textLengthMax),
    textLength: text.length,
  }
}
