import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { pdfOfTexts } from '#fixtures/pdf-of-texts.ts'
import { writeZip } from '#fixtures/write-zip.ts'
import { createLosses } from './losses.ts'
import { readDocument } from './read-document.ts'

async function read(body: Uint8Array, fileName: string) {
  const { markdown = '', warnings } = await readDocument(
    {
      ...contentRequest(body, { fileName, contentType: undefined }),
      pdf: { mode: 'fast', maxPages: undefined, pages: false, blocks: false, pageMarkers: false },
    },
    { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} },
  )
  return { markdown, warnings: warnings.join('\n') }
}

test('losses are one sentence for each kind, with their places', () => {
  const losses = createLosses()
  losses.lose('Something is missing')
  for (let page = 1; page <= 22; page++) losses.at('on page', page)('Words are missing')
  losses.at('on page', 1)('Words are missing')
  losses.at('in sheet', 'Boats')('Words are missing')
  assert.deepEqual(losses.list(), [
    'Something is missing.',
    `Words are missing on page ${Array.from({ length: 20 }, (_, at) => at + 1).join(', ')} and 2 more.`,
    'Words are missing in sheet Boats.',
  ])
})

const field = (value: string, at: number) =>
  `<< /Type /Annot /Subtype /Widget /T (f${at}) /FT /Tx /Rect [50 ${600 - at} 300 ${620 - at}] /F 4 /V (${value}) >>`

function form(annotations: readonly string[]): Buffer {
  const numbers = annotations.map((_, at) => `${10 + at} 0 R`).join(' ')
  return pdfOfTexts([[{ text: 'A form about boats', x: 50, y: 700 }]], {
    pageEntries: `/Annots [${numbers}]`,
    catalogEntries: `/AcroForm << /Fields [${numbers}] >>`,
    further: [...annotations],
  })
}

test('a long field is read whole; of more than 4 MB of fields the rest is named with its page', async () => {
  const long = await read(form([field(`${'boats '.repeat(60_000)}last`, 0)]), 'a.pdf')
  assert.match(long.markdown, /boats last/)
  assert.equal(long.warnings, '')
  const value = 'boats '.repeat(200_000)
  const { markdown, warnings } = await read(
    form([field(value, 0), field(value, 100), field('Seehund', 200)]),
    'a.pdf',
  )
  assert.match(markdown, /Seehund/)
  assert.equal(
    warnings,
    'Texts of form fields and annotations beyond 4 MB were left out on page 1.',
  )
})

const note = (at: number) =>
  `<< /Type /Annot /Subtype /FreeText /Rect [50 ${at % 600} 90 ${(at % 600) + 9}] /F 4 /Contents (${at === 0 ? 'Seehund' : ''}) >>`

test('annotations that are too many are named with their page', async () => {
  const { markdown, warnings } = await read(
    form(Array.from({ length: 5_001 }, (_, at) => note(at))),
    'a.pdf',
  )
  assert.match(markdown, /Seehund/)
  assert.equal(warnings, 'Annotations after the first 5000 were left out on page 1.')
})

const line = (at: number) => ({
  text: 'boats and piers '.repeat(200),
  x: 10,
  y: 700 - at * 9,
  isInvisible: true,
})

test('letters of an invisible layer that are too many are named with their page', async () => {
  const { warnings } = await read(
    pdfOfTexts([Array.from({ length: 75 }, (_, at) => line(at))]),
    'a.pdf',
  )
  assert.equal(warnings, 'Text after the first 200000 letters was left out on page 1.')
})

const mail = (parts: readonly string[]) =>
  Buffer.from(
    `Subject: Boats\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nThe boats.\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`,
  )

test('attachments and forwarded messages that are too many are named', async () => {
  const attachment =
    'Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=a.bin\r\n\r\nx'
  const many = await read(mail(Array.from({ length: 501 }, () => attachment)), 'a.eml')
  assert.equal(many.warnings, 'Of 501 attachments only the first 500 are listed.')
  const message =
    'Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\nSubject: Piers\r\n\r\nPiers.'
  const { markdown, warnings } = await read(
    mail(Array.from({ length: 51 }, () => message)),
    'a.eml',
  )
  assert.equal(markdown.match(/## Piers/g)?.length, 50)
  assert.equal(warnings, 'Of the forwarded messages only the first 50 were read.')
})

const attribute = (id: number, data: Buffer) => {
  const head = Buffer.alloc(9)
  head[0] = 1
  head.writeUInt32LE(id, 1)
  head.writeUInt32LE(data.length, 5)
  return Buffer.concat([head, data, Buffer.alloc(2)])
}

/** A `winmail.dat` file of a subject, and attributes that say nothing. */
function winmail(more: number, cut = 0): Buffer {
  const file = Buffer.concat([
    Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]),
    attribute(0x0001_8004, Buffer.from('Boats\0')),
    ...Array.from({ length: more }, () => attribute(0x0001_8fff, Buffer.from('empty'))),
  ])
  return file.subarray(0, file.length - cut)
}

test('what a winmail.dat file has too much, and what is cut off, is named', async () => {
  assert.equal((await read(winmail(10), 'winmail.dat')).warnings, '')
  assert.match((await read(winmail(5_000), 'winmail.dat')).warnings, /more than 5000 attributes/)
  const { markdown, warnings } = await read(winmail(10, 5), 'winmail.dat')
  assert.match(markdown, /# Boats/)
  assert.match(warnings, /is damaged, and what follows the damage was left out\.$/)
})

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (entries: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`

test('merged cells and links that are too many are named with their sheet', async () => {
  const rows = Array.from({ length: 20_001 }, (_, at) => at + 1)
  const cells = rows.map(
    (row) =>
      `<row r="${row}"><c r="A${row}" t="str"><f>HYPERLINK("https://example.org/${row}")</f><v>boat</v></c></row>`,
  )
  const merges = rows.map((row) => `<mergeCell ref="A${row}:B${row}"/>`)
  const { warnings } = await read(
    writeZip({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${related}"><sheets><sheet name="Boats" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(
        `<Relationship Id="r1" Type="${related}/worksheet" Target="worksheets/sheet1.xml"/>`,
      ),
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData><mergeCells>${merges.join('')}</mergeCells></worksheet>`,
    }),
    'a.xlsx',
  )
  assert.deepEqual(warnings.split('\n').toSorted(), [
    'Links after the first 20000 were left out in sheet Boats.',
    'Merged cells after the first 20000 are shown as single cells in sheet Boats.',
  ])
})

const sheet = (name: string, count: number) =>
  `<Worksheet ss:Name="${name}"><Table>${Array.from({ length: count }, () => `<Row>${'<Cell><Data>1</Data></Cell>'.repeat(50)}</Row>`).join('')}</Table></Worksheet>`

test('cells of an XML workbook that are too many are named with their sheet', async () => {
  const book = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${sheet('Boats', 1)}${sheet('Piers', 3_200)}</Workbook>`
  const { warnings } = await read(Buffer.from(book), 'a.xml')
  assert.match(warnings, /too many table cells; only the first were read in sheet Piers\./)
})

const slide = (at: number) =>
  `<draw:page draw:name="p${at}"><draw:frame presentation:class="title"><draw:text-box><text:p>Slide ${at}</text:p></draw:text-box></draw:frame></draw:page>`

test('slides that are too many are named, and keep their text', async () => {
  const slides = Array.from({ length: 5_001 }, (_, at) => slide(at))
  const { markdown, warnings } = await read(
    writeZip({
      mimetype: 'application/vnd.oasis.opendocument.presentation',
      'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"><office:body><office:presentation>${slides.join('')}</office:presentation></office:body></office:document-content>`,
    }),
    'a.odp',
  )
  assert.match(markdown, /Slide 5000/)
  assert.equal(warnings, 'The last slides have no headings, because there are too many.')
})

test('a package with too many parts is read, and says what may be missing', async () => {
  const parts = Array.from({ length: 20_001 }, (_, at) => [`extra/${at}.xml`, ''])
  const { markdown, warnings } = await read(
    writeZip({
      '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      '_rels/.rels': relations(
        `<Relationship Id="r1" Type="${related}/officeDocument" Target="word/document.xml"/>`,
      ),
      'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Boats</w:t></w:r></w:p></w:body></w:document>`,
      ...Object.fromEntries(parts),
    }),
    'a.docx',
  )
  assert.equal(markdown, 'Boats')
  assert.match(warnings, /^The list of the parts of the file could not be read/)
})
