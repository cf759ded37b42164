import { escapeText } from '#base/html-text.ts'
import { texOfMathMl } from '#content/html/markdown/mathml.ts'
import { parsePage } from '#content/html/parse.ts'
import { oneLine, readText } from '#content/html/walk.ts'
import type { OpenDocument } from './odf-notes.ts'
import { markEquation } from './word-parts.ts'
import { findAll, titleOfChart, type Chart } from './xlsx/chart.ts'
import { plainText } from './xlsx/xml-text.ts'
import type { Package } from './zip.ts'

const objectTag = /<draw:object\s[^<>]{0,800}?xlink:href="(?:\.\/)?([^"]{1,400})"/g
const shapeTag =
  /<draw:(custom-shape|rect|ellipse|circle|line|polygon|polyline|path|connector|caption|text-box)[\s>]/g
const [frameStart, frameEnd, sheetEnd] = ['<draw:frame', '</draw:frame>', '</table:table>']
/** Cells that are the same, in a row. */
const repeatsMax = 100

/** A chart, or the TeX of a formula. */
type EmbeddedObject = Chart | { readonly tex: string }

/** The chart or the formula of an embedded object; undefined for others. */
export function readEmbedded(file: Package, path: string): EmbeddedObject | undefined {
  const xml = file.part(`${path}/content.xml`)?.toString('utf8')
  if (xml?.includes('<chart:chart')) return readOpenChart(xml)
  if (!xml || !/<(?:math:)?math[\s>]/.test(xml)) return undefined
  const [formula] = findAll(parsePage(xml.replaceAll(/(<\/?)math:/g, '$1'), 'xml').document, 'math')
  const tex = formula ? texOfMathMl(formula) : ''
  return tex === '' ? undefined : { tex }
}

function readOpenChart(xml: string): Chart {
  const root = parsePage(xml, 'xml').document
  const titles = ['title', 'subtitle'].flatMap((name) => findAll(root, name))
  const isOfAxis = ({ parent }: (typeof titles)[number]) =>
    parent !== null && 'name' in parent && parent.name === 'chart:axis'
  const [axes, own] = [true, false].map((wanted) =>
    titles.filter((one) => isOfAxis(one) === wanted).map((one) => oneLine(readText(one))),
  )
  const rows = findAll(root, 'table-row').map((row) =>
    findAll(row, 'table-cell').flatMap((cell) => {
      const text = oneLine(readText(cell))
      const count = Number(cell.attribs['table:number-columns-repeated'] ?? 1)
      return Array.from({ length: Math.min(repeatsMax, count) }, () => (text === 'NaN' ? '' : text))
    }),
  )
  return { title: titleOfChart((own ?? []).join(' '), axes ?? []), rows }
}

/**
 * Writes the charts and formulas that an OpenDocument part embeds: a chart as its titles and the table of its data, behind the sheet in a
 * workbook, where the words of shapes stand as well, and a formula as TeX. Undefined when there are none.
 */
export function withEmbeddedObjects(
  part: Buffer,
  file: Package,
  kind: OpenDocument,
): Buffer | undefined {
  const xml = part.toString('utf8')
  const written: string[] = []
  let sheets: string[] = []
  let last = 0
  const writeTo = (to: number) => {
    const end = sheets.length === 0 ? -1 : xml.indexOf(sheetEnd, last)
    if (end !== -1 && end < to) {
      written.push(xml.slice(last, end + sheetEnd.length), ...sheets)
      last = end + sheetEnd.length
      sheets = []
    }
    written.push(xml.slice(last, to))
    last = to
  }
  const shapes = kind === 'spreadsheet' ? [...xml.matchAll(shapeTag)] : []
  const tags = [...xml.matchAll(objectTag), ...shapes].toSorted((a, b) => a.index - b.index)
  for (const { index, 0: tag, 1: name = '' } of tags) {
    if (index < last) continue
    if (!tag.startsWith('<draw:object')) {
      writeTo(index)
      const words = readShape(xml.slice(index, xml.indexOf(`</draw:${name}>`, index)))
      if (words.length > 0) sheets.push(writeTable({ title: '', rows: words.map((one) => [one]) }))
      continue
    }
    const [from, end] = [xml.lastIndexOf(frameStart, index), xml.indexOf(frameEnd, index)]
    const object = from < last || end === -1 ? undefined : readEmbedded(file, plainText(name))
    if (!object) continue
    writeTo(from)
    if ('tex' in object) written.push(writeFormula(object.tex, kind))
    else if (kind === 'spreadsheet') sheets.push(writeTable(object, object.title))
    else written.push(makeBox(object))
    last = end + frameEnd.length
  }
  if (last === 0) return undefined
  writeTo(xml.length)
  return Buffer.from(written.join(''))
}

const readShape = (xml: string): string[] =>
  findAll(parsePage(xml, 'xml').document, 'p').flatMap((one) => oneLine(readText(one)) || [])

const writeBox = (content: string) =>
  `<draw:frame><draw:text-box>${content}</draw:text-box></draw:frame>`

const makeBox = (chart: Chart) =>
  writeBox(`<text:p>${escapeText(chart.title)}</text:p>${writeTable(chart)}`)

/** A formula is a part of its line, except on a slide. */
const writeFormula = (tex: string, kind: OpenDocument) =>
  kind === 'presentation' ? writeBox(`<text:p>${markEquation(tex)}</text:p>`) : markEquation(tex)

function writeTable({ rows }: Chart, name = ''): string {
  const written = rows.map((row) => {
    const cells = row.map(
      (text) =>
        `<table:table-cell office:value-type="string"><text:p>${escapeText(text)}</text:p></table:table-cell>`,
    )
    return `<table:table-row>${cells.join('')}</table:table-row>`
  })
  return `<table:table table:name="${escapeText(name)}">${written.join('')}</table:table>`
}
