import { oneLine } from '#base/one-line.ts'
import { bareNumber, isUnitName, quantitiesIn } from './quantities.ts'
import { splitLine } from './split-line.ts'
import { isLabelName, readLabel, type Label } from './profile.ts'
import { readInStock } from '#content/html/facts/stock-words.ts'
import type { Line, PageLines } from '#content/html/facts/page-facts.ts'

/** A label and its value as a page shows them. */
export interface Pair {
  readonly label: Label
  readonly value: string
  /** Index of the line with the value. */
  readonly line: number
  /** `class` for the name of a class, which readers do not see. */
  readonly kind: 'shown' | 'class'
}

const labelLengthMax = 60
const valueLengthMax = 500

/** The labelled values of a page: definition lists, rows of two cells, `Label: value`, a label beside or above its value. */
export function listPairs(page: PageLines): readonly Pair[] {
  const text = { ...page, lines: page.lines.map(withoutOutdated) }
  const pairs: Pair[] = []
  const put = (label: string, shown: string, line: number) => {
    // `Height (m)`: 2.12
    const [, unit] = /(?:[([] ?|, | in | en )([\p{L}²³/%°]{1,6})[)\]]?$/u.exec(label) ?? []
    const isBare = unit !== undefined && bareNumber.test(shown) && isUnitName(unit)
    const value = isBare ? `${shown} ${unit}` : shown
    const name = withoutColon(label)
    if (!/^\p{L}/u.test(name) || name.length > labelLengthMax) return
    if (value === '' || value.length > valueLengthMax) return
    // `was 20 €` before `15 €` is a price of its own.
    if (quantitiesIn(label).some(({ sign }) => sign !== undefined)) return
    // `Bedrooms / bathrooms: 4 / 2`
    const [names, values] = [name.split(' / '), value.split(' / ')]
    const isSeveral = names.length > 1 && names.length === values.length
    for (const [at, own] of (isSeveral ? names : [name]).entries())
      pairs.push({
        label: readLabel(own.toLowerCase()),
        value: (isSeveral ? values[at] : undefined) ?? value,
        line,
        kind: 'shown',
      })
  }
  const groups = makeGroups(text)
  for (const [at, line] of text.lines.entries()) {
    addInLine(line, at, put)
    const next = text.lines[at + 1]
    if (!next || line.text.length > labelLengthMax) continue
    if (line.kind === 'term' && next.kind === 'value') put(line.text, next.text, at + 1)
    else if (isOnlyTwo(groups, text, at) && !isHeaderRow(line, next))
      put(line.text, next.text, at + 1)
    else if (/[:：]$/.test(line.text) && next.kind === line.kind) put(line.text, next.text, at + 1)
  }
  addClasses(text, pairs)
  return pairs
}

/** The line without what is struck out, unless that leaves no value. */
function withoutOutdated(line: Line): Line {
  const parts = line.parts.filter(({ isOld }) => isOld !== true)
  if (parts.length === line.parts.length) return line
  let { text } = line
  for (const part of line.parts) if (part.isOld === true) text = text.replace(part.text, () => '')
  text = oneLine(text)
  return text === '' || /[:：]$/.test(text) ? line : { ...line, text, parts }
}

type Put = (label: string, value: string, line: number) => void

const separators = / [|·•‖] | ?／ ?|[\t]| {2,}| ?\u2003 ?/

/** The parts of a line that say one thing each: `Prep 20 min | Serves 10`. */
export const splitSegments = (text: string): readonly string[] =>
  text
    .split(separators)
    .map((part) => part.trim())
    .filter(Boolean)

/** The segments of a line; several inline elements beside each other say one thing each, too. */
export const listSegmentsIn = ({ text, parts }: Line): readonly string[] => [
  ...splitSegments(text),
  ...(parts.length > 2 ? parts.map((part) => part.text) : []),
]

function addInLine(line: Line, at: number, put: Put): void {
  const { text, parts } = line
  for (const segment of listSegmentsIn(line).flatMap(splitLabelled)) {
    const colon = segment.search(/[:：]/)
    const isTime = /\d$/.test(segment.slice(0, colon)) && /^[:：]\d/.test(segment.slice(colon))
    const isAddress = segment.startsWith('//', colon + 1)
    // `shipments:write` is one word.
    const isWord = /^[a-z]:[a-z]/.test(segment.slice(colon - 1))
    if (colon > 1 && !isTime && !isAddress && !isWord)
      put(lastSentence(segment.slice(0, colon)), segment.slice(colon + 1).trim(), at)
  }
  const [first, ...others] = parts
  const [second] = others
  if (!first || !second || others.length > 3 || !text.startsWith(first.text)) return
  // `Throws <code>AnError</code> if …`: the element is the value.
  const rest = text.slice(first.text.length).replace(/^[\s:：–—-]{0,4}/, '')
  put(first.text, others.length === 1 ? rest : second.text, at)
}

/** `Pets: no. Smokers: no.` */
function splitLabelled(segment: string): readonly string[] {
  const sentences = segment.split(/\. (?=\p{Lu}[^:.]{1,39}: )/u)
  const isEach = sentences.length > 1 && sentences.every((one) => /^[^:]{2,40}: ?[^:\d]/u.test(one))
  return isEach ? sentences.map((one) => one.replace(/\.$/, '')) : [segment]
}

/** Of `Edited in May. Status` the label is the last sentence. */
const lastSentence = (text: string): string => (splitLine(text).at(-1) ?? text).trim()

const withoutColon = (label: string): string =>
  (/[:：]$/.test(label) ? label.slice(0, -1) : label).trim()

/** How many lines each block holds, in it and in what is in it. */
function makeGroups({ lines, containers }: PageLines): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { container } of lines) {
    let block = container
    for (let depth = 0; block >= 0 && depth < 4; depth += 1) {
      counts.set(block, (counts.get(block) ?? 0) + 1)
      block = containers[block]?.parent ?? -1
    }
  }
  return counts
}

/** Whether a line and the next one are all that a block holds. */
function isOnlyTwo(counts: ReadonlyMap<number, number>, text: PageLines, at: number): boolean {
  const { lines, containers } = text
  const [line, next] = [lines[at], lines[at + 1]]
  // Two items of a list are no label and its value.
  if (!line || !next || line.kind === 'item') return false
  // A card: what its heading names, in a few words.
  const isCard = line.level > 2 && next.text.length <= labelLengthMax && !/[.!?]$/.test(next.text)
  if (line.kind === 'heading' && !isCard) return false
  const parent = containers[line.container]?.parent ?? -1
  if (parent < 0 || line.container === next.container) {
    // Two lines of a block parted by a break: a label in bold above its value.
    return line.container === next.container && counts.get(line.container) === 2
  }
  return containers[next.container]?.parent === parent && counts.get(parent) === 2
}

/** Whether texts are the labels of one thing rather than names of several: a quarter of them is known. */
export function areLabels(texts: readonly string[], count = texts.length): boolean {
  const known = texts.filter((text) => isLabelName(readLabel(text.toLowerCase())))
  return known.length > 2 && known.length * 4 >= count
}

/** Two cells that both name something are the heads of columns. */
const isHeaderRow = (line: Line, next: Line): boolean =>
  line.kind === 'cell' &&
  isLabelName(readLabel(line.text)) &&
  !/^\d/.test(next.text) &&
  isLabelName(readLabel(next.text)) &&
  readInStock(next.text) === undefined

/** Blocks whose class names what they hold, when only one block of the content has it. */
function addClasses({ lines, containers }: PageLines, pairs: Pair[]): void {
  const seen = new Map<string, number>()
  for (const [at, { container, isAside }] of lines.entries()) {
    const [, name] = containers[container]?.step.split('.') ?? []
    if (name === undefined || isAside) continue
    seen.set(name, seen.has(name) ? -1 : at)
  }
  for (const [name, at] of seen) {
    const line = lines[at]
    if (line) pairs.push({ label: readLabel(name), value: line.text, line: at, kind: 'class' })
  }
}
