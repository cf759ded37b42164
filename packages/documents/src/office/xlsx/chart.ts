import { isTag, type Element, type ParentNode } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { listElements, oneLine, readText } from '#content/html/walk.ts'
import { withChartDates } from '#documents/office/chart-dates.ts'
import { joinTexts, localName } from '#documents/office/relations.ts'
import { numberText } from './cell-text.ts'
import { general } from './number-formats.ts'

/** The data of a chart as a table: the categories, then a column for each series. */
export interface Chart {
  readonly title: string
  readonly rows: readonly (readonly string[])[]
}

/** The texts of the cells that a reference names, which charts without a copy of their data need. */
export type ReadCells = (reference: string) => ReadonlyMap<number, string>

interface Series {
  readonly name: string
  readonly categories: ReadonlyMap<number, string>
  readonly values: ReadonlyMap<number, string>
}

/** Reads a chart part (ECMA-376 part 1, 21.2); `drawn` is written over it. */
export function readChart(
  part: Buffer,
  readCells: ReadCells,
  drawn: readonly string[] = [],
): Chart {
  const elements = listElements(
    parsePage((withChartDates(part) ?? part).toString(), 'xml').document,
  )
  const titles = elements.filter((one) => isNamed(one, 'title'))
  const heading = titles.find((one) => isIn(one, 'chart'))
  const axes = titles.filter((one) => isIn(one, 'Ax')).map((one) => oneLine(joinTexts(one)))
  const all = elements
    .filter((one) => isNamed(one, 'ser'))
    .flatMap((one) => readSeries(one, readCells))
  const words = heading ? joinTexts(heading) : ''
  const title = words || (heading ? [...readPoints(heading, readCells).values()].join(' ') : '')
  const labels = elements.filter((one) => isNamed(one, 'dLbl')).map(readLabel)
  return { title: titleOfChart(title, [...axes, ...labels, ...drawn]), rows: listColumns(all) }
}

/** The words of a label; the others are the name or the value of its point. */
const readLabel = (label: Element) => oneLine(findAll(label, 'r').map(joinTexts).join(''))

/** The title with those of the axes, and what else is written into a chart. */
export function titleOfChart(title: string, others: readonly string[]): string {
  const named = others.filter((other) => other !== '').join(', ')
  return oneLine(`${title} ${named && `(${named})`}`)
}

const isIn = ({ parent }: Element, ending: string) =>
  parent !== null && isTag(parent) && localName(parent).endsWith(ending)

/** Rows of a table with a column for each series. */
export function listColumns(all: readonly Series[]): string[][] {
  const places = [...new Set(all.flatMap(({ values }) => [...values.keys()]))]
  const columns = haveSameCategories(all) ? withCategories(all) : all.flatMap(asPairs)
  const rows = places
    .toSorted((a, b) => a - b)
    .map((place) => columns.map(({ read }) => read(place) ?? ''))
  return [columns.map(({ name }) => name), ...rows]
}

interface Column {
  readonly name: string
  readonly read: (place: number) => string | undefined
}

/** The points of a series may have places of their own. */
const haveSameCategories = (all: readonly Series[]): boolean => {
  const known = new Map<number, string>()
  return all.every(({ categories }) =>
    [...categories].every(([place, text]) => {
      const before = known.get(place) ?? text
      known.set(place, before)
      return before === text
    }),
  )
}

const withCategories = (all: readonly Series[]): Column[] => [
  {
    name: '',
    read: (place) =>
      all.map(({ categories }) => categories.get(place)).find((text) => text !== undefined) ??
      String(place + 1),
  },
  ...all.map(({ name, values }) => ({ name, read: (place: number) => values.get(place) })),
]

const asPairs = ({ name, categories, values }: Series): Column[] => [
  { name: '', read: (place) => categories.get(place) },
  { name, read: (place) => values.get(place) },
]

const isNamed = (element: Element, local: string) => localName(element) === local

export const findAll = (root: ParentNode, local: string) =>
  listElements(root).filter((one) => isNamed(one, local))

export const findChild = (root: Element, ...names: readonly string[]): Element | undefined =>
  root.children.filter(isTag).find((one) => names.some((local) => isNamed(one, local)))

/** A series, and the sizes of its bubbles as another. */
function readSeries(series: Element, readCells: ReadCells): Series[] {
  const [name, categories, values, sizes] = [
    findChild(series, 'tx'),
    findChild(series, 'cat', 'xVal'),
    findChild(series, 'val', 'yVal'),
    findChild(series, 'bubbleSize'),
  ]
  const own = name ? [...readPoints(name, readCells).values()].join(' ') : ''
  const direct = name && findChild(name, 'v')
  const read = (source: Element | undefined) =>
    source ? readPoints(source, readCells) : new Map<number, string>()
  const made = {
    name: oneLine(own || (direct ? readText(direct) : '')),
    categories: read(categories),
    values: read(values),
  }
  return sizes ? [made, { ...made, name: `${made.name} (size)`, values: read(sizes) }] : [made]
}

/** Texts by their index, from the copy in the chart or from the cells. Outer levels of categories stand before inner ones. */
export function readPoints(source: Element, readCells: ReadCells): ReadonlyMap<number, string> {
  const levels = findAll(source, 'lvl')
  const points = (levels.length > 0 ? levels : [source]).map(
    (level) =>
      new Map(
        findAll(level, 'pt').flatMap((point): [number, string][] => {
          const text = readText(findChild(point, 'v') ?? point).trim()
          return text === '' ? [] : [[Number(point.attribs['idx']), readNumber(text)]]
        }),
      ),
  )
  const [inner = new Map<number, string>(), ...outer] = points
  if (inner.size === 0) {
    const reference = findAll(source, 'f')[0]
    return reference ? readCells(readText(reference)) : inner
  }
  const found = outer.toReversed().map(fillForward)
  return new Map(
    [...inner]
      .toSorted(([one], [other]) => one - other)
      .map(([at, text]) => [at, [...found.flatMap((find) => find(at) ?? []), text].join(' ')]),
  )
}

/** Finds the last text at or before each index. The indexes have to come in ascending order. */
function fillForward(level: ReadonlyMap<number, string>): (at: number) => string | undefined {
  const places = [...level].toSorted(([one], [other]) => one - other)
  let next = 0
  return (at) => {
    while ((places[next]?.[0] ?? Number.POSITIVE_INFINITY) <= at) next++
    return places[next - 1]?.[1]
  }
}

const readNumber = (text: string) =>
  /^-?[\d.]+(?:e[-+]?\d+)?$/i.test(text) ? numberText(text, general, false) : text
