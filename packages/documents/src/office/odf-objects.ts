import { escapeText } from '#base/html-text.ts'
import { texOfMathMl } from '#content/html/markdown/mathml.ts'
import { parsePage } from '#content/html/parse.ts'
import { oneLine, readText } from '#content/html/walk.ts'
import type { OpenDocument } from './odf-notes.ts'
import { markEquation } from './word-parts.ts'
import { findAll, titleOfChart, type Chart } from './xlsx/chart.ts'
import { plainText } from './xlsx/xml-text.ts'
import type { Package } from './zip.ts'

const shapeNames =
  'custom-shape|rect|ellipse|circle|line|polygon|polyline|path|connector|caption|text-box'
const objectTag = String.raw`object\s[^<>]{0,800}?xlink:href="(?<href>[^"]{1,400})"`
const drawingTags = new RegExp(
  String.raw`<draw:(?:(?<frame>frame)(?=[\s>])|${objectTag}|(?<shape>${shapeNames})(?=[\s>])[^<>]*(?<!/)>)`,
  'g',
)
const [frameEnd, sheetEnd] = ['</draw:frame>', '</table:table>']
/** Cells that are the same, in a row. */
const repeatsMax = 100

/** A chart, or the TeX of a formula. */
type EmbeddedObject = Chart | { readonly tex: string }

/** Returns a reader of the chart or the formula of an embedded object, undefined for others; each is read once. */
export function createReadEmbedded(file: Package) {
  const known = new Map<string, EmbeddedObject | undefined>()
  return function read(href: string): EmbeddedObject | undefined {
    const path = href.replace(/^\.\//, '')
    if (!known.has(path)) known.set(path, readEmbedded(file, path))
    return known.get(path)
  }
}

/** Finds a text from a place on; `Infinity` without one. What was found is kept, so that many searches read the text once. */
function createFind(xml: string) {
  const next = new Map<string, number>()
  return function find(text: string, from: number): number {
    const known = next.get(text)
    if (known !== undefined && known >= from) return known
    const at = xml.indexOf(text, from)
    next.set(text, at === -1 ? Infinity : at)
    return next.get(text) ?? Infinity
  }
}

function readEmbedded(file: Package, path: string): EmbeddedObject | undefined {
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
  const find = createFind(xml)
  const read = createReadEmbedded(file)
  const written: string[] = []
  let sheets: string[] = []
  let [last, frame, shapeEnd] = [0, -1, 0]
  const writeTo = (to: number) => {
    const end = sheets.length === 0 ? Infinity : find(sheetEnd, last)
    if (end < to) {
      written.push(xml.slice(last, end + sheetEnd.length), ...sheets)
      last = end + sheetEnd.length
      sheets = []
    }
    written.push(xml.slice(last, to))
    last = to
  }
  for (const { index, groups = {} } of xml.matchAll(drawingTags)) {
    if (index < last) continue
    const { href, shape } = groups
    if (groups['frame']) frame = index
    else if (href !== undefined) {
      const end = find(frameEnd, index)
      const object = frame < last || end === Infinity ? undefined : read(plainText(href))
      if (!object) continue
      writeTo(frame)
      if ('tex' in object) written.push(writeFormula(object.tex, kind))
      else if (kind === 'spreadsheet') sheets.push(writeTable(object, object.title))
      else written.push(makeBox(object))
      last = end + frameEnd.length
    } else if (kind === 'spreadsheet' && index >= shapeEnd) {
      const end = find(`</draw:${shape}>`, index)
      if (end === Infinity) continue
      shapeEnd = end
      writeTo(index)
      const words = readShape(xml.slice(index, end))
      if (words.length > 0) sheets.push(writeTable({ title: '', rows: words.map((one) => [one]) }))
    }
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
