import { isTag, isText, type Element } from 'domhandler'
import { oneLine, readText, unseenTags } from '#content/html/walk.ts'
import type { FactCollector } from './fact-list.ts'
import { isOutdated } from './outdated.ts'

const tableWeight = 5
const labelWeight = 4
const elementsMax = 30_000
const nameLengthMax = 60
const valueLengthMax = 300
const lineLengthMax = 160

const labelTags = new Set(['p', 'li', 'div', 'span', 'td', 'b', 'strong', 'label'])

/** Facts that a page shows as a name and a value: definition lists, two-column tables, `Label: value` lines. */
export function addLabels(elements: readonly Element[], facts: FactCollector): void {
  let visited = 0
  for (const element of elements) {
    const { name } = element
    if (name === 'dt' || name === 'th') addPair(element, facts)
    else if (name === 'tr') addRow(element, facts)
    else if (labelTags.has(name) && element.children.length <= childrenMax) {
      visited += 1
      if (visited > elementsMax) return
      addLine(element, facts)
    }
  }
}

const childrenMax = 6

function addPair(element: Element, facts: FactCollector): void {
  const wanted = element.name === 'dt' ? 'dd' : 'td'
  const value = nextElement(element)
  if (value?.name !== wanted) return
  // A row of headings, or of a table with several columns, is no pair.
  if (wanted === 'td' && nextElement(value)) return
  addNamed(element, value, facts)
}

function addRow(row: Element, facts: FactCollector): void {
  const cells = row.children.filter((child) => isTag(child))
  const [first, second] = cells
  if (cells.length !== 2 || !first || first.name !== 'td' || second?.name !== 'td') return
  addNamed(first, second, facts)
}

function addNamed(label: Element, value: Element, facts: FactCollector): void {
  const name = shortText(label, nameLengthMax)
  const text = shortText(value, valueLengthMax, isOutdated) ?? shortText(value, valueLengthMax)
  if (name === undefined || text === undefined) return
  facts.add({ name: withoutColon(name), value: text, source: 'table', weight: tableWeight })
}

/** A text with a colon may be `Name: value`; the first colon counts. */
function addLine(element: Element, facts: FactCollector): void {
  const current = shortText(element, lineLengthMax, isOutdated)
  const hasValue = current !== undefined && !/[:：]$/.test(current)
  const text = hasValue ? current : shortText(element, lineLengthMax)
  if (text === undefined) return
  const colon = text.search(/[:：]/)
  if (colon < 2 || colon > nameMax || colon === text.length - 1) return
  const [name, value] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()]
  const isAddress = value.startsWith('//') || /\d$/.test(name)
  if (isAddress || !/^\p{L}[\p{L}\p{N} /&.'’()-]+$/u.test(name) || value === '') return
  facts.add({ name, value, source: 'label', weight: labelWeight })
}

const nameMax = 42

const withoutColon = (name: string) => (/[:：]$/.test(name) ? name.slice(0, -1).trim() : name)

/** The text of an element, undefined when it is empty or longer. */
function shortText(
  element: Element,
  lengthMax: number,
  isLeftOut?: (element: Element) => boolean,
): string | undefined {
  // With the indentation of the source.
  const options = { lengthMax: 3 * lengthMax, except: unseenTags }
  const raw = readText(element, { ...options, ...(isLeftOut && { isLeftOut }) })
  if (raw.length > 3 * lengthMax) return undefined
  const text = oneLine(raw)
  return text === '' || text.length > lengthMax ? undefined : text
}

function nextElement(element: Element): Element | undefined {
  for (let at = element.next; at; at = at.next) {
    if (isTag(at)) return at
    if (isText(at) && at.data.trim() !== '') return undefined
  }
  return undefined
}
