import type { Document, Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { oneLine, readText } from '#content/html/walk.ts'
import { joinTexts } from '#documents/office/relations.ts'
import {
  findAll,
  findChild,
  listColumns,
  readChart,
  readPoints,
  type Chart,
  type ReadCells,
} from './chart.ts'

/** Reads a chart of any kind; waterfalls, treemaps, histograms and others have a form of their own ([MS-ODRAWXML] 2.24.3). */
export function readAnyChart(
  part: Buffer,
  readCells: ReadCells,
  drawn: readonly string[] = [],
): Chart {
  if (!part.includes('<cx:chartSpace')) return readChart(part, readCells, drawn)
  return readExtended(parsePage(part.toString(), 'xml').document, readCells)
}

function readExtended(root: Document, readCells: ReadCells): Chart {
  const data = new Map(findAll(root, 'data').map((one) => [one.attribs['id'] ?? '', one]))
  const series = findAll(root, 'series').flatMap((one) => {
    const own = data.get(findChild(one, 'dataId')?.attribs['val'] ?? '0')
    if (!own) return []
    const dimensions = own.children.filter(isDimension)
    const values = dimensions.filter((dimension) => !isCategory(dimension))
    const points = values.map((dimension) => readPoints(dimension, readCells))
    const rows = Math.max(0, ...points.map((texts) => Math.max(-1, ...texts.keys()) + 1))
    const categories = dimensions
      .filter(isCategory)
      .map((dimension) => joinLevels(readPoints(dimension, readCells), rows))
    const name = nameText(one, readCells)
    return points.map((texts, at) => ({
      name: at === 0 ? name : `${name} (${values[at]?.attribs['type'] ?? ''})`,
      categories: categories[0] ?? new Map<number, string>(),
      values: texts,
    }))
  })
  const title = findAll(root, 'title').find((one) => one.parent === findAll(root, 'chart')[0])
  return { title: title ? nameText(title, readCells) : '', rows: listColumns(series) }
}

const isDimension = (node: Element['children'][number]): node is Element =>
  'name' in node && /:(?:str|num)Dim$/.test(node.name)

const isCategory = ({ attribs }: Element) => attribs['type'] === 'cat'

/** Of several columns of cells, outer ones first, the texts of each row. */
function joinLevels(texts: ReadonlyMap<number, string>, rows: number): Map<number, string> {
  const width = rows === 0 ? 1 : Math.ceil((Math.max(-1, ...texts.keys()) + 1) / rows)
  if (width <= 1) return new Map(texts)
  const level: string[] = []
  return new Map(
    Array.from({ length: rows }, (_, row) => {
      for (let at = 0; at < width; at++) level[at] = texts.get(row * width + at) ?? level[at] ?? ''
      return [row, level.filter((text) => text !== '').join(' ')]
    }),
  )
}

/** The name of a series, or the title. */
function nameText(root: Element, readCells: ReadCells): string {
  const source = findChild(root, 'tx')
  if (!source) return ''
  const value = findAll(source, 'v')[0]
  const reference = findAll(source, 'f')[0]
  const cells = reference ? [...readCells(readText(reference)).values()].join(' ') : ''
  return oneLine(joinTexts(source) || (value ? readText(value) : '') || cells)
}
