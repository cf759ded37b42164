import { isTag, type Element } from 'domhandler'
import { oneLine, readText } from '#content/html/walk.ts'
import { localName } from '#documents/office/relations.ts'

export const listChildren = (parent: Element | undefined, ...names: readonly string[]): Element[] =>
  (parent?.children ?? []).filter(
    (child): child is Element =>
      isTag(child) && (names.length === 0 || names.includes(localName(child))),
  )

/** The first element at a path below a parent. */
export const findBelow = (parent: Element | undefined, ...path: readonly string[]) =>
  path.reduce<Element | undefined>((at, name) => listChildren(at, name)[0], parent)

export const isShown = ({ attribs }: Element) =>
  !/^(?:hidden|inactive|invisible)$/.test(attribs['presence'] ?? '')

/** The text of an element whose value may be plain or formatted. */
export const readLine = (element: Element | undefined): string =>
  element ? oneLine(readText(element)) : ''

export function readCaption(field: Element): string {
  const caption = findBelow(field, 'caption')
  return caption && isShown(caption) ? readLine(findBelow(caption, 'value')) : ''
}

/** How a field is filled in. */
export type FieldKind = 'text' | 'box' | 'choice' | 'none'

export function readKind(field: Element): FieldKind {
  const names = listChildren(findBelow(field, 'ui')).map(localName)
  if (names.includes('checkButton')) return 'box'
  if (names.includes('choiceList')) return 'choice'
  const hasNoText = ['button', 'passwordEdit', 'signature', 'imageEdit', 'barcode']
  return names.some((name) => hasNoText.includes(name)) ? 'none' : 'text'
}

/** What is stored for the ticked box. */
export const readOnValue = (field: Element): string =>
  readLine(findBelow(field, 'items', 'text') ?? listChildren(findBelow(field, 'items'))[0]) || '1'

/** What is shown for each stored value of a choice. */
export function readChoices(field: Element): Map<string, string> {
  const lists = listChildren(field, 'items')
  const stored = lists.find(({ attribs }) => attribs['save'] === '1') ?? lists[0]
  const shown = listChildren(lists.find((list) => list !== stored) ?? stored).map(readLine)
  return new Map(listChildren(stored).map((item, at) => [readLine(item), shown[at] ?? '']))
}

const pointsPerUnit: Readonly<Record<string, number>> = {
  pt: 1,
  in: 72,
  mm: 72 / 25.4,
  cm: 72 / 2.54,
}

/** A measure in points; undefined when it is absent. */
function readMeasure(text: string | undefined): number | undefined {
  const [, number, unit = 'in'] = /^(-?[\d.]{1,20})([a-z]{2})?$/.exec(text ?? '') ?? []
  return number === undefined ? undefined : Number(number) * (pointsPerUnit[unit] ?? 72)
}

/** Children that are within it of each other stand in one line. */
const sameLineMax = 6

/** The parts of a container in reading order: as placed, or in the order of the file. */
export function inOrder(container: Element): Element[] {
  const parts = listChildren(container)
  if (!/^(?:position)?$/.test(container.attribs['layout'] ?? '')) return parts
  const placed = parts.map((part) => ({
    part,
    x: readMeasure(part.attribs['x']) ?? 0,
    y: readMeasure(part.attribs['y']),
  }))
  if (placed.some(({ part, y }) => y === undefined && contentNames.has(localName(part))))
    return parts
  const rows: (typeof placed)[] = []
  for (const one of placed.toSorted((a, b) => (a.y ?? 0) - (b.y ?? 0))) {
    const first = rows.at(-1)?.[0]
    if (first && (one.y ?? 0) - (first.y ?? 0) <= sameLineMax) rows.at(-1)?.push(one)
    else rows.push([one])
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.x - b.x).map(({ part }) => part))
}

const contentNames = new Set(['subform', 'field', 'draw', 'exclGroup', 'area', 'subformSet'])
