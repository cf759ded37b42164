import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '#documents/read-document.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { convertWithLibreOffice, withoutLibreOffice } from '#fixtures/libreoffice.ts'

/** Files that LibreOffice makes here and now of what we know. */
const skip = withoutLibreOffice
const tools = { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} }
const formats = [{ type: 'markdown' }, { type: 'links' }, { type: 'images' }] as const
const read = (name: string, body: Uint8Array) =>
  readDocument(
    contentRequest(body, { fileName: name, contentType: undefined, formats, isUpload: true }),
    tools,
  )

const squares = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC',
]
const picture = (index: number) =>
  `<p><img src="data:image/png;base64,${squares[index]}" width="40" height="40"></p>`
const page = `<html><head><meta charset="utf-8"><title>Rivers &amp; weirs</title><meta name="author" content="Zoë Müller"></head><body>
<h1>Rivers &amp; weirs</h1><p>Größe, naïve, 水, 😀; <b>bold</b>, <i>italic</i>, <s>gone</s> and <a href="https://example.org/a?b=1&amp;c=2">a link</a>.</p>${picture(0)}
<h2>List</h2><ol><li>one<ul><li>inner</li></ul></li><li>two</li></ol><blockquote><p>Said once.</p></blockquote>
<table border="1"><tr><th>Kind</th><th colspan="2">Size</th></tr><tr><td rowspan="2">A</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>
${picture(1)}<p>Line one<br>line two.</p></body></html>`
const pageMarkdown = `# Rivers & weirs

Größe, naïve, 水, 😀; **bold**, *italic*, ~~gone~~ and [a link](https://example.org/a?b=1&c=2).

## List

1. one
   - inner
2. two

> Said once.

| Kind | Size | |
| --- | --- | --- |
| A | 1 | 2 |
| A | 3 | 4 |

Line one\\
line two.`

for (const to of ['docx', 'docm:MS Word 2007 XML VBA', 'odt', 'rtf', 'doc']) {
  test(`a page that LibreOffice saves as ${to}`, { skip }, async () => {
    const infilter = 'HTML (StarWriter)'
    const file = await convertWithLibreOffice({ name: 'page.html', source: page, to, infilter })
    const { markdown, links, images, metadata } = await read(`page.${to.split(':')[0]}`, file)
    assert.equal(markdown?.trim(), pageMarkdown)
    assert.deepEqual(links, ['https://example.org/a?b=1&c=2'])
    assert.equal(images?.length, 2)
    for (const image of images ?? []) assert.match(image, /^data:image\/png;base64,iVBOR/)
    assert.deepEqual([metadata['title'], metadata['author']], ['Rivers & weirs', 'Zoë Müller'])
  })
}

test('a page that LibreOffice saves as a book', { skip }, async () => {
  const infilter = 'HTML (StarWriter)'
  const asked = { name: 'page.html', source: page, to: 'epub', infilter }
  const { markdown, images, links, metadata } = await read(
    'page.epub',
    await convertWithLibreOffice(asked),
  )
  assert.match(markdown ?? '', /^# Rivers & weirs\n\nGröße, naïve, 水, 😀; \*\*bold\*\*/)
  assert.match(markdown ?? '', /\| Kind \| Size \| \|\n\| --- \| --- \| --- \|\n\| A \| 1 \| 2 \|/)
  assert.deepEqual([links?.length, images?.length], [1, 2])
  assert.equal(metadata['title'], 'Rivers & weirs')
})

const csv = 'Weir,Height,Built\n"North, upper",1.25,1901\nSüd | west,-3.5,1955\n"=1+1",,\n'
const csvMarkdown = `| Weir | Height | Built |
| --- | --- | --- |
| North, upper | 1.25 | 1901 |
| Süd \\| west | -3.5 | 1955 |`

for (const to of ['xlsx', 'xlsm:Calc MS Excel 2007 VBA XML', 'xls', 'ods']) {
  test(`a table that LibreOffice saves as ${to}`, { skip }, async () => {
    const infilter = 'CSV:44,34,76,1'
    const file = await convertWithLibreOffice({ name: 'table.csv', source: csv, to, infilter })
    const { markdown } = await read(`table.${to.split(':')[0]}`, file)
    assert.ok(markdown?.includes(csvMarkdown), markdown)
  })
}

const cell = (text: string, link?: string) =>
  `<table:table-cell office:value-type="string"><text:p>${link === undefined ? text : `<text:a xlink:href="${link}">${text}</text:a>`}</text:p></table:table-cell>`
const row = (...cells: string[]) =>
  `<table:table-row><table:table-cell/><table:table-cell/>${cells.join('')}</table:table-row>`
const names =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"'
const sheets = `<?xml version="1.0" encoding="UTF-8"?><office:document ${names} office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
<table:table table:name="One"><table:table-row><table:table-cell/></table:table-row>${row(cell('a'), cell('b', 'https://example.org/b'))}${row(cell('c', 'https://example.org/c?x=1&amp;y=2'), cell('d'))}</table:table>
<table:table table:name="Two &amp; more">${row(cell('x', 'https://example.org/x#part'), cell('y', 'mailto:a@example.org'))}${row(cell('z'), cell('w'))}</table:table>
</office:spreadsheet></office:body></office:document>`

for (const to of ['xlsx', 'xls']) {
  test(`links of cells that begin somewhere in the sheet, as ${to}`, { skip }, async () => {
    const file = await convertWithLibreOffice({ name: 'sheets.fods', source: sheets, to })
    const { markdown } = await read(`sheets.${to}`, file)
    assert.equal(
      markdown?.trim(),
      `## One

| a | [b](https://example.org/b) |
| --- | --- |
| [c](https://example.org/c?x=1&y=2) | d |

## Two & more

| [x](https://example.org/x#part) | [y](mailto:a@example.org) |
| --- | --- |
| z | w |`,
    )
  })
}

const frame = (kind: string, style: string, text: string) =>
  `<draw:frame presentation:style-name="${style}" draw:layer="layout" presentation:class="${kind}" svg:width="24cm" svg:height="4cm" svg:x="2cm" svg:y="${kind === 'title' ? 1 : 6}cm"><draw:text-box>${text}</draw:text-box></draw:frame>`
const slide = (number: number, title: string, lines: readonly string[]) =>
  `<draw:page draw:name="page${number}" draw:master-page-name="Default" presentation:presentation-page-layout-name="AL1">${frame('title', 'pr1', `<text:p>${title}</text:p>`)}${frame('outline', 'pr2', `<text:list text:style-name="L1">${lines.map((line) => `<text:list-item><text:p>${line}</text:p></text:list-item>`).join('')}</text:list>`)}</draw:page>`
const slides = `<?xml version="1.0" encoding="UTF-8"?><office:document ${names} office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:styles><style:style style:name="Default-title" style:family="presentation"/><style:style style:name="Default-outline1" style:family="presentation"/><style:presentation-page-layout style:name="AL1"><presentation:placeholder presentation:object="title" svg:x="2cm" svg:y="1cm" svg:width="24cm" svg:height="4cm"/><presentation:placeholder presentation:object="outline" svg:x="2cm" svg:y="6cm" svg:width="24cm" svg:height="4cm"/></style:presentation-page-layout></office:styles>
<office:automatic-styles><style:style style:name="pr1" style:family="presentation" style:parent-style-name="Default-title"/><style:style style:name="pr2" style:family="presentation" style:parent-style-name="Default-outline1"/><style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout><text:list-style style:name="L1"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style></office:automatic-styles>
<office:master-styles><style:master-page style:name="Default" style:page-layout-name="PM1"/></office:master-styles>
<office:body><office:presentation>${slide(1, 'Weirs für alle', ['Broad crest', 'Sharp crest'])}${slide(2, 'Figures', ['Height', 'Width'])}${slide(3, 'Ende', ['水'])}</office:presentation></office:body></office:document>`
const slidesMarkdown = `## Weirs für alle

- Broad crest
- Sharp crest

---

## Figures

- Height
- Width

---

## Ende

- 水`

for (const to of ['ppt', 'pptx', 'pptm:Impress MS PowerPoint 2007 XML VBA', 'odp']) {
  test(`slides that LibreOffice saves as ${to}`, { skip }, async () => {
    const file = await convertWithLibreOffice({ name: 'slides.fodp', source: slides, to })
    const { markdown, numPages, totalPages } = await read(`slides.${to.split(':')[0]}`, file)
    assert.equal(markdown?.trim(), slidesMarkdown)
    assert.deepEqual([numPages, totalPages], [3, 3])
  })
}
