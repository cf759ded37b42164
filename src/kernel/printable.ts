/** Sequences that move the cursor, colour, rename the window or write the clipboard (ECMA-48, with its 8-bit forms). */
const sequences =
  // oxlint-disable-next-line no-control-regex
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g
/** Other control characters but tab and line feed, and those that change the direction of text. */
// oxlint-disable-next-line no-control-regex
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The text as a terminal shows it without obeying it: foreign text can hold orders for the terminal. */
export const printable = (text: string): string =>
  text.replaceAll(sequences, '').replaceAll('\r\n', '\n').replaceAll(controls, '')
