import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { writeZip } from '#fixtures/write-zip.ts'
import { readDocument } from './read-document.ts'

const folder = join(import.meta.dirname, '../../fixtures/documents')
const fixture = (name: string) => readFileSync(join(folder, name))
const tools = { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} }

const read = (name: string, body: Uint8Array) =>
  readDocument(
    contentRequest(body, {
      fileName: name,
      contentType: undefined,
      formats: [{ type: 'markdown' }, { type: 'links' }, { type: 'images' }, { type: 'html' }],
    }),
    tools,
  )

const text = `# Weirs of the upper river

A weir holds **back** the *water*. See [the survey](https://example.org/weirs).

## Kinds

- Broad crest
- Sharp crest
  - Triangular
  - Rectangular

## Steps

1. Measure
2. Write down
3. Compare

## Figures

| Name | Height | Year |
| --- | --- | --- |
| North | 1.2 | 1901 |
| South \\| west | 3.4 | 1955 |

### Program

\`\`\`
def flow(h):
    return 1.84 * h ** 1.5
\`\`\`

Last words.`

const sheets = (owner: string) => `## Heights

| Name | Height | Year |
| --- | --- | --- |
| North | 1.2 | 1901 |
| South \\| west | 3.4 | 1955 |

## Owners

| Weir | Owner |
| --- | --- |
| North | ${owner} |`

const slides = `## Weirs in slides

- Broad crest
- Sharp crest

---

## Figures

| Name | Height |
| --- | --- |
| North | 1.2 |`

const linkedOwner = '[The parish](https://example.org/parish)'
const html = fixture('source/text.html').toString()
const body = /<body>([^]*)<\/body>/.exec(html)?.[1] ?? ''

/** A book with the same text, cut into two chapters. */
const [firstChapter = '', secondChapter = ''] = body.split(/(?=<h2>Figures)/)
const chapter = (inner: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>c</title></head><body>${inner}</body></html>`
const book = writeZip({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  'book.opf':
    '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">weirs</dc:identifier><dc:title>Weirs of the upper river</dc:title><dc:creator>Ada Example</dc:creator><dc:language>en</dc:language><dc:date>2026-03-02</dc:date></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
  'a.xhtml': chapter(firstChapter),
  'b.xhtml': chapter(secondChapter),
})

const table = `| Name | Height |
| --- | --- |
| North, upper | 1.2 |
| South | 3.4 |`

const xmlWorkbook = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="Heights"><Table><Row><Cell><Data ss:Type="String">Name</Data></Cell><Cell><Data ss:Type="String">Height</Data></Cell><Cell><Data ss:Type="String">Year</Data></Cell></Row>
<Row><Cell><Data ss:Type="String">North</Data></Cell><Cell><Data ss:Type="Number">1.2</Data></Cell><Cell><Data ss:Type="Number">1901</Data></Cell></Row>
<Row><Cell><Data ss:Type="String">South | west</Data></Cell><Cell ss:Index="2"><Data ss:Type="Number">3.4</Data></Cell><Cell><Data ss:Type="Number">1955</Data></Cell></Row></Table></Worksheet>
<Worksheet ss:Name="Empty"><Table/></Worksheet>
<Worksheet ss:Name="Owners"><Table><Row><Cell><Data ss:Type="String">Weir</Data></Cell><Cell><Data ss:Type="String">Owner</Data></Cell></Row>
<Row><Cell><Data ss:Type="String">North</Data></Cell><Cell ss:HRef="https://example.org/parish"><Data ss:Type="String">The parish</Data></Cell></Row></Table></Worksheet></Workbook>`

const known: [name: string, bytes: Uint8Array, markdown: string][] = [
  ['text.doc', fixture('text.doc'), text],
  ['text.docx', fixture('text.docx'), text],
  ['text.docm', fixture('text.docm'), text],
  ['text.odt', fixture('text.odt'), text],
  ['text.rtf', fixture('text.rtf'), text],
  ['text.html', Buffer.from(html), text],
  ['text.epub', book, text],
  ['sheets.xlsx', fixture('sheets.xlsx'), sheets(linkedOwner)],
  ['sheets.xlsm', fixture('sheets.xlsm'), sheets(linkedOwner)],
  ['sheets.ods', fixture('sheets.ods'), sheets(linkedOwner)],
  ['sheets.xls', fixture('sheets.xls'), sheets(linkedOwner)],
  ['sheets.xlsb', fixture('sheets.xlsb'), sheets(linkedOwner)],
  ['workbook.xls', Buffer.from(xmlWorkbook), sheets(linkedOwner)],
  ['slides.pptx', fixture('slides.pptx'), slides],
  ['slides.pptm', fixture('slides.pptm'), slides],
  ['slides.odp', fixture('slides.odp'), slides],
  ['table.csv', Buffer.from('Name,Height\n"North, upper",1.2\nSouth,3.4\n'), table],
  [
    'separator.csv',
    Buffer.from('sep=;\r\nName;Height\r\nNorth, upper;1.2\r\nSouth;3.4\r\n'),
    table,
  ],
  [
    'utf16.csv',
    Buffer.from('\uFEFFName,Height\n"North, upper",1.2\nSouth,3.4\n', 'utf16le'),
    table,
  ],
  ['table.tsv', Buffer.from('Name\tHeight\nNorth, upper\t1.2\nSouth\t3.4\n'), table],
]

for (const [name, bytes, markdown] of known) {
  test(`${name} becomes exactly the Markdown of what it says`, async () => {
    const content = await read(name, bytes)
    assert.equal(content.markdown?.trim(), markdown)
  })
}

test('a table in Shift_JIS is read without a declaration', async () => {
  const bytes = Buffer.from(
    'lWmWvCyQlJfKLJJ1gquP6g0Kkt6C6I6FLI9ck/EslmuCzJFxjMmCzJPxiksNCpS/lXosjk8sjWCCzI6WlrGPioLMl6ANCg==',
    'base64',
  )
  const { markdown } = await read('table.csv', bytes)
  assert.match(markdown ?? '', /\| 釣り糸 \| 十二 \| 北の倉庫の二階 \|/)
})

test('documents have their author and language', async () => {
  for (const name of ['text.doc', 'text.docx', 'text.odt', 'text.rtf'] as const) {
    const { metadata } = await read(name, fixture(name))
    const { title, author } = metadata
    assert.deepEqual([title, author], ['Weirs of the upper river', 'Ada Example'], name)
  }
  const { metadata } = await read('book.epub', book)
  const { title, author, language, publishedTime } = metadata
  assert.deepEqual(
    [title, author, language, publishedTime],
    ['Weirs of the upper river', 'Ada Example', 'en', '2026-03-02'],
  )
})

test('the pictures of a workbook are listed, each once', async () => {
  const { images, markdown } = await read('pictures.xlsx', fixture('pictures.xlsx'))
  assert.equal(images?.length, 2)
  for (const image of images ?? []) assert.match(image, /^data:image\/png;base64,iVBORw0KGgo/)
  assert.match(markdown ?? '', /\| North \| \[yes\]\(https:\/\/example.org\/north\) \|/)
})

test('slides are counted', async () => {
  const { numPages, totalPages } = await read('slides.pptx', fixture('slides.pptx'))
  assert.deepEqual([numPages, totalPages], [2, 2])
})

test('a package that needs a password is distinguished from a damaged one', async () => {
  const torn = fixture('text.docx').subarray(0, 3_000)
  await assert.rejects(read('torn.docx', torn), { code: 'DOCUMENT_CORRUPT' })
  const locked = writeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': '<manifest><encryption-data checksum="x"/></manifest>',
    'content.xml': 'not readable',
  })
  await assert.rejects(read('locked.odt', locked), { code: 'DOCUMENT_ENCRYPTED' })
})

test('entities and links of a mail are not followed, and its HTML is not executed', async () => {
  const mail = [
    'From: a@example.org',
    'Subject: Hello',
    'Content-Type: text/html',
    '',
    '<script>alert(1)</script><h2>Inside</h2><img src="http://127.0.0.1/pixel"><a href="/x">there</a>',
  ].join('\r\n')
  const { markdown, html: cleaned } = await read('m.eml', Buffer.from(mail))
  assert.match(markdown ?? '', /# Hello[^]*## Inside/)
  assert.doesNotMatch(cleaned ?? '', /script/)
})
