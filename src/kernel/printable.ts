import { oneLine } from '#base/one-line.ts'

/** Escape sequences that move the cursor, set colours or the window title, or write the clipboard (ECMA-48, with 8-bit forms). */
const sequences =
  // oxlint-disable-next-line no-control-regex
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g
/** Control characters other than tab and line feed, and characters that change the text direction. */
// oxlint-disable-next-line no-control-regex
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Removes terminal control sequences from foreign text. */
export const printable = (text: string): string =>
  text.replaceAll(sequences, '').replaceAll('\r\n', '\n').replaceAll(controls, '')

/** The beginning of a foreign text as one line. */
export const printableLine = (text: string, charsMax: number): string =>
  oneLine(printable(text.slice(0, charsMax))).toWellFormed()
