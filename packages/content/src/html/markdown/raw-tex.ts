/** A part of a text: a formula between its marks, or what stands before it. */
export interface TextPart {
  readonly text: string
  readonly isTex: boolean
}

const marks = [
  { open: '$$', close: '$$', sign: '$$' },
  { open: String.raw`\[`, close: String.raw`\]`, sign: '$$' },
  { open: String.raw`\(`, close: String.raw`\)`, sign: '$' },
] as const

const lengthMax = 5_000

export const mayHoldTex = (text: string): boolean => marks.some(({ open }) => text.includes(open))

/** Divides a text at the formulas that a script of the page would render: TeX between `$$`, `\[ \]` or `\( \)`. */
export function partsOfTex(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  let open = marks.filter(({ open: mark }) => text.includes(mark))
  for (let at = 0; open.length > 0;) {
    const starts = open
      .map((mark) => ({ ...mark, at: text.indexOf(mark.open, at) }))
      .filter((mark) => mark.at >= 0)
    const [first] = starts.toSorted((a, b) => a.at - b.at)
    if (!first) break
    const start = first.at + first.open.length
    const end = text.indexOf(first.close, start)
    if (end < 0) {
      open = open.filter((mark) => mark.open !== first.open)
      continue
    }
    const tex = text.slice(start, end).trim()
    at = end + first.close.length
    if (!isTex(tex) || isInWord(text, first.at)) {
      at = start
      continue
    }
    parts.push(
      { text: text.slice(from, first.at), isTex: false },
      { text: first.sign + tex + first.sign, isTex: true },
    )
    from = at
  }
  return [...parts, { text: text.slice(from), isTex: false }]
}

/** A formula begins no part of a word. */
const isInWord = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at - 1))

/** Signs and commands of formulas; brackets of patterns and prices between dollars have none. */
const isTex = (tex: string): boolean =>
  tex.length <= lengthMax && (/[\^_{}=]|\\[a-zA-Z]{2}/.test(tex) || /^[a-zA-Z]$/.test(tex))
