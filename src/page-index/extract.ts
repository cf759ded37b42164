import { findClosing } from '#content/markdown-targets.ts'

/** Text of a page as the index takes it. */
export interface ExtractedText {
  readonly headings: readonly string[]
  /** Without the targets of links and other markup, but with the signs of headings. */
  readonly text: string
  /** Texts of links, and their targets as written. */
  readonly links: readonly { readonly target: string; readonly text: string }[]
}

const charsMax = 250_000
const targetCharsMax = 8_192
const linkTextMax = 300
const linksMax = 500

/** Reads the Markdown of a page: headings and plain text. Takes time linear in it. */
export function extractText(markdown: string): ExtractedText {
  const headings: string[] = []
  const lines: string[] = []
  const links: { target: string; text: string }[] = []
  let isCode = false
  for (const line of markdown.slice(0, charsMax).split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) {
      isCode = !isCode
      continue
    }
    if (isCode) {
      lines.push(line)
      continue
    }
    const text = plainLine(line, links)
    if (/^#{1,6} /.test(line)) headings.push(text.replace(/^#{1,6} /, ''))
    lines.push(text)
  }
  return { headings, text: lines.join('\n'), links }
}

/** The line without targets of links and pictures, signs of emphasis and escapes. */
function plainLine(line: string, links: { target: string; text: string }[]): string {
  const parts: string[] = []
  let at = 0
  let closing: ReadonlyMap<number, number> | undefined
  for (let middle = line.indexOf(']('); middle >= 0; middle = line.indexOf('](', at)) {
    closing ??= findClosing(line)
    const start = middle + 2
    const close = closing.get(middle + 1) ?? Number.POSITIVE_INFINITY
    // What is not closed has no target.
    const end = close - start < targetCharsMax ? close + 1 : start
    parts.push(line.slice(at, middle), ' ')
    const before = line.slice(Math.max(at, middle - linkTextMax), middle)
    const open = before.lastIndexOf('[')
    if (open >= 0 && before[open - 1] !== '!' && end > start && links.length < linksMax) {
      links.push({ text: before.slice(open + 1), target: line.slice(start, end - 1) })
    }
    at = end
  }
  const text = parts.length === 0 ? line : parts.join('') + line.slice(at)
  return text.replace(/(?<!\\)!?\[|\*\*|`/g, '').replace(/\\(?=[!-/:-@[-`{-~])/g, '')
}
