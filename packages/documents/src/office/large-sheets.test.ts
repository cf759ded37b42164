import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readDocument } from '#documents/read-document.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { writeZip } from '#fixtures/write-zip.ts'
import { readRecords, rowHead, writeRecord } from './xlsb-records.ts'
import { openPackage, replaceParts } from './zip.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (entries: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"${type === 'hyperlink' ? ' TargetMode="External"' : ''}/>`

/** A workbook of sheets with so many rows of three cells; the first cell of each sheet is a link. */
function workbook(rowsOfSheets: readonly number[]): Buffer {
  const parts: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
  }
  const names = rowsOfSheets.map((_, index) => index + 1)
  parts['xl/workbook.xml'] =
    `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${names.map((n) => `<sheet name="Sheet ${n}" sheetId="${n}" r:id="r${n}"/>`).join('')}</sheets></workbook>`
  parts['xl/_rels/workbook.xml.rels'] = relations(
    names.map((n) => relation(`r${n}`, 'worksheet', `worksheets/sheet${n}.xml`)).join(''),
  )
  for (const [index, rows] of rowsOfSheets.entries()) {
    const cells = Array.from(
      { length: rows },
      (_, row) =>
        `<row r="${row + 1}"><c r="A${row + 1}"><v>${row}</v></c><c r="B${row + 1}" t="inlineStr"><is><t>row ${row}</t></is></c><c r="C${row + 1}"><v>7</v></c></row>`,
    )
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="${main}" xmlns:r="${relationships}"><cols><col min="1" max="1"/></cols><sheetData>${cells.join('')}</sheetData><hyperlinks><hyperlink ref="A1" r:id="h1"/></hyperlinks></worksheet>`
    parts[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`] = relations(
      relation('h1', 'hyperlink', 'https://example.org/'),
    )
  }
  return writeZip(parts)
}

const read = (body: Uint8Array, fileName = 'a.xlsx') =>
  readDocument(contentRequest(body, { fileName, contentType: undefined }), {
    ocr: { program: undefined, languages: 'eng' },
    onProgress: () => {},
  })

const listRows = (markdown = '') => markdown.split('\n').filter((line) => line.startsWith('| '))

test('of a workbook with too many cells the first are read, with a warning', async () => {
  const { markdown, warnings } = await read(workbook([30_000, 60_000, 10]))
  const rows = listRows(markdown)
  assert.ok(rows.length > 30_000 && rows.length < 51_000, String(rows.length))
  assert.match(markdown ?? '', /\| 29999 \| row 29999 \| 7 \|\n\n## Sheet 2\n\n\| \[0\]\(/)
  assert.deepEqual(warnings, [
    'The document has too many table cells; only the first were read in sheet Sheet 2, Sheet 3.',
  ])
})

test('a workbook within the limits is read completely', async () => {
  const { markdown, warnings } = await read(workbook([2_000, 3_000]))
  assert.equal(listRows(markdown).length, 2_000 + 3_000 + 2)
  assert.match(markdown ?? '', /\| 2999 \| row 2999 \| 7 \|$/)
  assert.deepEqual(warnings, [])
})

test('a table in text is cut at the end of a line, not in the middle of what is quoted', async () => {
  const lines = Array.from({ length: 80_000 }, (_, row) => `${row};"row; ""${row}""\nand more";7\n`)
  const { markdown, warnings } = await read(Buffer.from(lines.join('')), 'a.csv')
  const rows = listRows(markdown)
  assert.ok(rows.length > 35_000 && rows.length < 51_000, String(rows.length))
  for (const row of [rows.at(-2), rows.at(-1)])
    assert.match(row ?? '', /^\| \d+ \| row; .* \| 7 \|$/)
  assert.deepEqual(warnings, ['The document has too many table cells; only the first were read.'])
  const whole = await read(Buffer.from(lines.slice(0, 2_000).join('')), 'a.csv')
  assert.equal(listRows(whole.markdown).length, 2_001)
  assert.deepEqual(whole.warnings, [])
})

/** A binary workbook whose first sheet has so many rows of three numbers. */
function binaryWorkbook(rows: number): Buffer {
  const folder = join(import.meta.dirname, '../../../fixtures/documents')
  const bytes = readFileSync(join(folder, 'sheets.xlsb'))
  const name = 'xl/worksheets/sheet1.bin'
  const records = [...readRecords(openPackage(bytes)?.part(name))]
  const row = records.find(({ type }) => type === rowHead)?.data ?? Buffer.alloc(0)
  const [firstCell, last] = [2, 18]
  const isOfRow = (type: number) => type === rowHead || (type >= firstCell && type <= last)
  const begin = records.findIndex(({ type }) => isOfRow(type))
  const rest = records.filter(({ type }) => !isOfRow(type))
  const made = Array.from({ length: rows }, (_, number) => {
    const head = Buffer.from(row)
    head.writeUInt32LE(number, 0)
    const cells = [0, 1, 2].map((column) => {
      const data = Buffer.alloc(16)
      data.writeUInt32LE(column, 0)
      data.writeDoubleLE(number + column, 8)
      return { type: 5, data }
    })
    return [{ type: rowHead, data: head }, ...cells]
  })
  const sheet = [...rest.slice(0, begin), ...made.flat(), ...rest.slice(begin)].map(writeRecord)
  return replaceParts(bytes, new Map([[name, Buffer.concat(sheet)]]))
}

test('a binary workbook is read up to the same limits', async () => {
  const whole = await read(binaryWorkbook(500), 'a.xlsb')
  assert.match(whole.markdown ?? '', /\| 499 \| 500 \| 501 \|\n\n## Owners/)
  assert.deepEqual(whole.warnings, [])
  const { markdown, warnings } = await read(binaryWorkbook(120_000), 'a.xlsb')
  const rows = listRows(markdown)
  assert.ok(rows.length > 35_000 && rows.length < 51_000, String(rows.length))
  assert.deepEqual(warnings, [
    'The document has too many table cells; only the first were read in the part xl/worksheets/sheet1.bin, xl/worksheets/sheet2.bin.',
  ])
})

const odsCell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`

const makeOds = (sheets: readonly string[]) =>
  writeZip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:spreadsheet>${sheets.map((rows, sheet) => `<table:table table:name="Sheet ${sheet + 1}">${rows}</table:table>`).join('')}</office:spreadsheet></office:body></office:document-content>`,
  })

const odsRow = (cells: string, repeats = 1) =>
  `<table:table-row${repeats > 1 ? ` table:number-rows-repeated="${repeats}"` : ''}>${cells}</table:table-row>`

const ods = (rows: number) =>
  makeOds(
    [rows, 2].map((count) =>
      Array.from({ length: count }, (_, row) =>
        odsRow(odsCell(`row ${row}`) + odsCell('a') + odsCell('b')),
      ).join(''),
    ),
  )

const gap = (columns: number) => `<table:table-cell table:number-columns-repeated="${columns}"/>`

test('rows and cells that are empty and repeated move nothing and hide nothing', async () => {
  const file = makeOds([
    odsRow(odsCell('first') + odsCell('a')) +
      odsRow(gap(1_024), 1_000_000) +
      odsRow(odsCell('last') + odsCell('b')) +
      odsRow(gap(16_384), 48_000),
    odsRow(gap(100) + odsCell('head')) + odsRow(gap(70) + gap(30) + odsCell('below')),
  ])
  const { markdown = '', warnings } = await read(file, 'a.ods')
  assert.match(markdown, /\| first \| a \|\n\| --- \| --- \|\n\| last \| b \|/)
  const rows = listRows(markdown).map((row) => row.split('|'))
  const columns = ['head', 'below'].map((text) =>
    rows.flatMap((row) => row.flatMap((cell, at) => (cell.trim() === text ? [at] : []))),
  )
  assert.deepEqual(columns[0], columns[1])
  assert.deepEqual(warnings, [])
})

test('rows and cells with content that are repeated very often are few, with a warning', async () => {
  const file = makeOds([
    odsRow(odsCell('a')) + odsRow(odsCell('same') + odsCell('x'), 1_000_000) + odsRow(odsCell('z')),
  ])
  const { markdown, warnings } = await read(file, 'a.ods')
  const rows = listRows(markdown)
  assert.equal(rows.filter((row) => row.includes('same')).length, 10_000)
  assert.match(rows.at(-1) ?? '', /^\| z \|/)
  assert.deepEqual(warnings, [
    'A row that is repeated more often than it can be read was read fewer times, at most 10000, in sheet Sheet 1.',
  ])
  const wide = odsCell('x').replace('<table:table-cell', '$& table:number-columns-repeated="100"')
  const cells = await read(makeOds([odsRow(odsCell('a')) + odsRow(wide + odsCell('y'))]), 'a.ods')
  assert.deepEqual(cells.warnings, [
    'A cell that is repeated more than 64 times was read 64 times.',
  ])
})

test('a workbook of another format is read up to the same limits', async () => {
  const whole = await read(ods(500), 'a.ods')
  assert.match(whole.markdown ?? '', /\| row 499 \| a \| b \|\n\n## Sheet 2\n\n\| row 0 \|/)
  assert.deepEqual(whole.warnings, [])
  const { markdown, warnings } = await read(ods(120_000), 'a.ods')
  const rows = listRows(markdown)
  assert.ok(rows.length > 35_000 && rows.length < 51_000, String(rows.length))
  assert.deepEqual(warnings, [
    'The document has too many table cells; only the first were read in sheet Sheet 1, Sheet 2.',
  ])
})
