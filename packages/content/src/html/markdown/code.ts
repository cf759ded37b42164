import { isTag, isText, type Element } from 'domhandler'
import { singleSpaced } from '#content/html/white-space.ts'
import { readWhiteSpace } from './code-boxes.ts'
import { codeBelowLabel } from './code-labels.ts'
import { codeLanguage } from './code-language.ts'
import { codeText } from './code-text.ts'
import type { Handler } from './handler.ts'
import type { Writer } from './writer.ts'

/** `<pre>`: fenced code; in a cell, one code span per line. */
export const preformatted: Handler = {
  enter: (element, writer) => {
    writeCode(element, writer)
    return false
  },
}

/** Writes the text of an element as code. */
export function writeCode(element: Element, writer: Writer): void {
  writer.boundary()
  const labelled = codeBelowLabel(element)
  const text = codeText(labelled?.code ?? element)
    .replace(/^[ \t]*\n/, '')
    .trimEnd()
  if (text.trim() === '') return
  if (writer.isCell || writer.title) {
    for (const line of text.split('\n')) {
      if (line.trim() !== '') writer.inline.raw(writeSpan(line.trimEnd(), writer.isCell))
      writer.boundary()
    }
    return
  }
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  const language =
    codeLanguage(element) || (labelled?.language ?? writer.languages.get(element) ?? '')
  writer.blocks.write(`${fence}${language}\n${text}\n${fence}`)
}

/** `<code>` and similar elements: a code span, or a fenced block when the code has several lines. */
export const codeSpan: Handler = {
  enter: (element, writer) => {
    const { isCell, inline, title, links } = writer
    const text = codeText(element)
    if (text.includes('\n') && !isCell && !title && !links.isOpen() && hasLineBreaks(element)) {
      writeCode(element, writer)
      return false
    }
    const line = singleSpaced(text)
    if (line.trim() === '') {
      if (line !== '') inline.text(' ')
      return false
    }
    if (line.startsWith(' ')) inline.text(' ')
    const span = writeSpan(line.trim(), isCell)
    const url = links.isOpen() ? undefined : linkAround(element, writer)
    inline.raw(url === undefined ? span : `[${span}](${url})`)
    if (line.endsWith(' ')) inline.text(' ')
    return false
  },
}

function writeSpan(text: string, isCell: boolean): string {
  const fence = '`'.repeat(longestRun(text) === 0 ? 1 : longestRun(text) + 1)
  const isPadded =
    text.startsWith('`') ||
    text.endsWith('`') ||
    (text.startsWith(' ') && text.endsWith(' ') && /\S/.test(text))
  const span = isPadded ? `${fence} ${text} ${fence}` : fence + text + fence
  if (!isCell) return span
  return text.includes('\\|') ? tagged(text) : span.replaceAll('|', '\\|')
}

/** Table cells need an entity for a backslash before a pipe. */
const tagged = (text: string): string =>
  `<code>${text.replaceAll(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`

function longestRun(text: string): number {
  let longest = 0
  if (text.includes('`')) {
    for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  }
  return longest
}

const blockTags = new Set('br pre table div p ol ul'.split(' '))
const blockLevelsMax = 4

/** Whether line breaks of code outside `<pre>` are intended: it has elements that make them, or its style keeps them. */
function hasLineBreaks(element: Element): boolean {
  if (keepsLines(element.attribs['style'])) return true
  let level: readonly Element[] = [element]
  for (let depth = 0; depth < blockLevelsMax && level.length > 0; depth += 1) {
    const inner = level.flatMap(({ children }) =>
      children.slice(0, childrenMax).filter((child) => isTag(child)),
    )
    if (inner.some((child) => blockTags.has(child.name) || keepsLines(child.attribs['style'])))
      return true
    level = inner
  }
  return false
}

const childrenMax = 50

const keepsLines = (style: string | undefined): boolean => readWhiteSpace(style).startsWith('pre')

/** URL of a link that is the only content of a code element. */
function linkAround(element: Element, { addresses }: Writer): string | undefined {
  const filled = element.children.filter((child) => !(isText(child) && child.data.trim() === ''))
  const [only] = filled
  if (filled.length !== 1 || !only || !isTag(only) || only.name !== 'a') return undefined
  const url = addresses.resolve(only.attribs['href'] ?? '')
  return url?.startsWith('data:') ? undefined : url
}
