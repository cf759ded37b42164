/** Codes of the characters that HTML is made of. */
export const codes = {
  tab: 0x09,
  lineFeed: 0x0a,
  formFeed: 0x0c,
  carriageReturn: 0x0d,
  space: 0x20,
  exclamation: 0x21,
  quote: 0x22,
  apostrophe: 0x27,
  slash: 0x2f,
  equals: 0x3d,
  greater: 0x3e,
  question: 0x3f,
} as const

export const isSpace = (code: number): boolean =>
  code === codes.space ||
  code === codes.lineFeed ||
  code === codes.tab ||
  code === codes.formFeed ||
  code === codes.carriageReturn

export const isLetter = (code: number): boolean => {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

/** What ends the name of a tag. */
export const isNameEnd = (code: number): boolean =>
  code === codes.greater || code === codes.slash || isSpace(code)

/** Where a name of a tag ends; the end of the page when nothing ends it. */
export function endOfName(html: string, start: number): number {
  let at = start
  while (at < html.length && !isNameEnd(html.charCodeAt(at))) at += 1
  return at
}

/** The next place that holds no white space. */
export function afterSpace(html: string, start: number): number {
  let at = start
  while (isSpace(html.charCodeAt(at))) at += 1
  return at
}
