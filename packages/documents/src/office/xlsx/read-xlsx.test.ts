import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '#documents/read-document.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { writeZip } from '#fixtures/write-zip.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

interface Content {
  /** Rows of the first sheet, and what follows them. */
  readonly rows: string
  readonly after?: string
  readonly more?: Readonly<Record<string, string>>
  readonly properties?: string
  readonly names?: string
  /** From 1. */
  readonly hiddenSheet?: number
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
const relations = (entries: string) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${entries}</Relationships>`
const worksheet = (rows: string, after = '') =>
  `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}"><cols><col min="1" max="2"/></cols><sheetData>${rows}</sheetData>${after}</worksheet>`

function workbook(content: Content): Buffer {
  const { rows, after, more = {}, properties = '', names = '', hiddenSheet } = content
  const others = Object.keys(more).filter((path) => path.startsWith('xl/worksheets/sheet'))
  const sheets = ['xl/worksheets/sheet1.xml', ...others]
  return writeZip({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets>${sheets.map((_, index) => `<sheet name="Sheet &amp; ${index + 1}" sheetId="${index + 1}"${index + 1 === hiddenSheet ? ' state="hidden"' : ''} r:id="s${index + 1}"/>`).join('')}</sheets>${names}</workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      sheets.map((path, index) => relation(`s${index + 1}`, 'worksheet', path.slice(3))).join('') +
        ('xl/styles.xml' in more ? relation('t', 'styles', 'styles.xml') : '') +
        relation('u', 'sharedStrings', '/xl/strings.xml'),
    ),
    'xl/worksheets/sheet1.xml': worksheet(rows, after),
    ...more,
  })
}

async function read(content: Content) {
  const { markdown, html, links, warnings } = await readDocument(
    contentRequest(workbook(content), {
      fileName: 'a.xlsx',
      contentType: undefined,
      formats: [{ type: 'markdown' }, { type: 'html' }, { type: 'links' }],
    }),
    { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} },
  )
  return { markdown, html, links, warnings }
}

const inline = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`

test('each type of cell becomes its text', async () => {
  const { markdown } = await read({
    rows: `<row r="1">${inline('A1', 'Type')}${inline('B1', 'Text')}</row>
<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c></row>
<row r="3"><c r="A3" t="str"><f>A1&amp;"x"</f><v>a &lt; b &amp; c</v></c><c r="B3"><f>1/3</f><v>0.33333333333333331</v></c></row>
<row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4" t="b"><v>0</v></c></row>
<row r="5"><c r="A5" t="e"><v>#DIV/0!</v></c><c r="B5"><v>1E+21</v></c></row>
<row r="6"><c r="A6" t='d'><v>2024-01-31</v></c><c r="B6"><v>1.0000000000000001E-7</v></c></row>
<row r="7"><c r="A7" s="1"/><c r="B7"><v>-12.50</v></c></row>`,
    more: {
      'xl/strings.xml': `${declaration}<sst xmlns="${main}"><si><t>shared</t></si><si><r><t>rich </t></r><r><rPr><b/></rPr><t>text_x0041_</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si></sst>`,
    },
  })
  assert.equal(
    markdown,
    `| Type | Text |
| --- | --- |
| shared | rich textA |
| a < b & c | 0.333333333333333 |
| TRUE | FALSE |
| #DIV/0! | 1000000000000000000000 |
| 2024-01-31 | 0.0000001 |
| | -12.5 |`,
  )
})

const styles = (codes: readonly string[]) =>
  `${declaration}<styleSheet xmlns="${main}"><numFmts count="${codes.length}">${codes.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${codes.map((_, index) => `<xf numFmtId="${164 + index}" fontId="0"/>`).join('')}<xf numFmtId="14"/><xf numFmtId="10"/></cellXfs></styleSheet>`

const formatted = [
  ['yyyy\\-mm\\-dd', '45000', '2023-03-15'],
  ['[$-409]d\\-mmm\\-yy;@', '45000.75', '2023-03-15 18:00:00'],
  ['h:mm AM/PM', '0.5625', '13:30:00'],
  ['[h]:mm:ss', '1.75', '42:00:00'],
  ['yyyy', '59', '1900-02-28'],
  ['yyyy', '-1', '-1'],
  ['0.00%', '0.125', '12.50%'],
  ['0%', '-0.1256', '-12.56%'],
  ['"$"#,##0.00_);[Red]("$"#,##0.00)', '-1234.5', '-$1,234.50'],
  ['_-* #,##0.00 [$€-407]_-', '1234567.891', '1,234,567.891 €'],
  ['#,##0.00', '1234.5', '1234.5'],
  ['"day "0', '7', 'day 7'],
  ['0.0" kg net"', '-12.25', '-12.25 kg net'],
  ['00000', '123', '00123'],
  ['000\\-00\\-0000', '12345678', '012-34-5678'],
  ['(000) 000-0000', '5550142000', '(555) 014-2000'],
  ['[<=9999999]###-####;(###) ###-####', '5550142000', '5550142000'],
  ['0.0,,"M"', '1500000', '1.5M'],
  ['_-* #,##0\\ _€_-', '1234', '1234'],
  ['[Red]0.0', '2.25', '2.25'],
  ['General', '3554.7000000000003', '3554.7'],
] as const

test('numbers are written with the dates, zeros, texts and signs of their format, and unrounded', async () => {
  const codes = formatted.map(([code]) => code)
  const rows = formatted.map(
    ([, value], index) => `<row><c s="${index}"><v>${value}</v></c><c t="str"><v>1</v></c></row>`,
  )
  const { markdown } = await read({
    rows: `<row>${inline('A1', 'a')}${inline('B1', 'b')}</row>${rows.join('')}<row><c s="${codes.length}"><v>2</v></c><c s="${codes.length + 1}"><v>0.5</v></c></row>`,
    more: { 'xl/styles.xml': styles(codes) },
  })
  const lines = markdown?.split('\n').slice(2)
  assert.deepEqual(lines, [
    ...formatted.map(([, , text]) => `| ${text} | 1 |`),
    '| 1900-01-02 | 50.00% |',
  ])
  const { markdown: other } = await read({
    rows: '<row><c s="0"><v>2</v></c></row>',
    more: { 'xl/styles.xml': styles(['yyyy']) },
    properties: '<workbookPr date1904="1"/>',
  })
  assert.equal(other, '1904-01-03')
})

test('merged cells, links, line breaks and gaps are kept', async () => {
  const { markdown, html, links } = await read({
    rows: `<row r="5">${inline('C5', 'Kept')}<c r="D5"/>${inline('E5', 'two\nlines')}</row>
<row r="6">${inline('C6', 'tall')}${inline('D6', 'b')}${inline('E6', 'site')}</row>
<row r="7">${inline('C7', 'hidden below')}${inline('D7', 'd')}<c r="E7" t="str"><f>HYPERLINK("https://example.org/f","Formula")</f><v>Formula</v></c></row>
<row r="9">${inline('D9', 'last')}</row>`,
    after:
      '<mergeCells count="2"><mergeCell ref="C5:D5"/><mergeCell ref="C6:C7"/></mergeCells><hyperlinks><hyperlink ref="E6" r:id="h1" location="part"/><hyperlink ref="D6" location="Sheet1!A1"/></hyperlinks>',
    more: {
      'xl/worksheets/_rels/sheet1.xml.rels': relations(
        relation('h1', 'hyperlink', 'https://example.org/site?a=1&amp;b=2'),
      ),
    },
  })
  assert.equal(
    markdown,
    `| Kept | | two<br>lines |
| --- | --- | --- |
| tall | b | [site](https://example.org/site?a=1&b=2#part) |
| tall | d | [Formula](https://example.org/f) |
| | last | |`,
  )
  assert.deepEqual(links, ['https://example.org/site?a=1&b=2#part', 'https://example.org/f'])
  assert.match(html ?? '', /<th colspan="2">Kept<\/th><th>two<br>lines<\/th>/)
  assert.match(html ?? '', /<td rowspan="2">tall<\/td>/)
  assert.match(html ?? '', /<tr><td><\/td><td><\/td><td><\/td><\/tr>\n<tr><td><\/td><td>last/)
})

test('rows and cells may have any order, no place and a prefix', async () => {
  const prefixed = worksheet(
    `<row r="2">${inline('B2', 'd')}${inline('A2', 'c')}</row><row r="1">${inline('A1', 'a')}${inline('B1', 'b')}</row><row r="3"><c><v>1</v></c><c><v>2</v></c></row>`,
  )
  const { markdown, warnings } = await read({
    rows: `<row><c><v>1</v></c><c t="str"><v> </v></c></row>`,
    more: {
      'xl/worksheets/sheet2.xml': prefixed
        .replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')
        .replace('xmlns=', 'xmlns:x='),
      'xl/worksheets/sheet3.xml': worksheet('<row r="1"><c r="A1" s="0"/></row>'),
    },
  })
  assert.equal(
    markdown,
    '## Sheet & 1\n\n1\n\n## Sheet & 2\n\n| a | b |\n| --- | --- |\n| c | d |\n| 1 | 2 |',
  )
  assert.deepEqual(warnings, [])
})

test('cells far away from the others do not hide them', async () => {
  const { markdown, warnings } = await read({
    rows: `<row r="1">${inline('A1', 'first')}${inline('XFD1', 'wide')}</row><row r="1048576">${inline('A1048576', 'last')}</row>`,
  })
  assert.match(markdown ?? '', /first/)
  assert.match(markdown ?? '', /wide/)
  assert.match(markdown ?? '', /last/)
  assert.deepEqual(warnings, [])
})

test('a sheet with unusual markup is read by the converter', async () => {
  const { markdown } = await read({
    rows: `<!-- none --><row r="1">${inline('A1', 'a')}${inline('B1', 'b')}</row>`,
  })
  assert.equal(markdown, '| a | b |\n| --- | --- |')
})

const extended = (id: string) =>
  `<xdr:graphicFrame><a:graphic><a:graphicData><cx:chart xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" r:id="${id}"/></a:graphicData></a:graphic></xdr:graphicFrame>`

const extendedSeries = (name: string, data: number) =>
  `<cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:v>${name}</cx:v></cx:txData></cx:tx><cx:dataId val="${data}"/></cx:series>`
const extendedPart = (data: string, title: string, own: string) =>
  `<cx:chartSpace xmlns:cx="x" xmlns:a="a"><cx:chartData>${data}</cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></cx:rich></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion>${own}</cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`

test('charts of the newer kinds are tables of the cells that they name', async () => {
  const steps = `<cx:data id="0"><cx:strDim type="cat"><cx:f>_xlchart.v1.0</cx:f></cx:strDim><cx:numDim type="val"><cx:f>_xlchart.v1.1</cx:f></cx:numDim></cx:data>`
  const tree = `<cx:data id="1"><cx:strDim type="cat"><cx:lvl ptCount="2"><cx:pt idx="0">Mole</cx:pt><cx:pt idx="1">Quay</cx:pt></cx:lvl></cx:strDim><cx:numDim type="size"><cx:lvl ptCount="2"><cx:pt idx="0">4</cx:pt><cx:pt idx="1">5.5</cx:pt></cx:lvl></cx:numDim></cx:data>`
  const { markdown, warnings } = await read({
    rows: `<row r="1">${inline('A1', 'North')}${inline('B1', 'Seal')}<c r="C1"><v>12.5</v></c></row><row r="2">${inline('B2', 'Tern')}<c r="C2"><v>3</v></c></row>`,
    names:
      '<definedNames><definedName name="_xlchart.v1.0" hidden="1">\'Sheet &amp; 1\'!$A$1:$B$2</definedName><definedName name="_xlchart.v1.1" hidden="1">\'Sheet &amp; 1\'!$C$1:$C$2</definedName></definedNames>',
    more: {
      'xl/worksheets/_rels/sheet1.xml.rels': relations(
        relation('d', 'drawing', '../drawings/drawing1.xml'),
      ),
      'xl/drawings/_rels/drawing1.xml.rels': relations(
        relation('r1', 'chartEx', '../charts/chartEx1.xml') +
          relation('r2', 'chartEx', '../charts/chartEx2.xml'),
      ),
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="${office}">${extended('r1')}${extended('r2')}</xdr:wsDr>`,
      'xl/charts/chartEx1.xml': extendedPart(steps, 'Steps', extendedSeries('Length', 0)),
      'xl/charts/chartEx2.xml': extendedPart(steps + tree, 'Parts', extendedSeries('Share', 1)),
    },
  })
  assert.match(
    markdown ?? '',
    /\*\*Steps\*\*\n\n\| \| Length \|\n\| --- \| --- \|\n\| North Seal \| 12\.5 \|\n\| North Tern \| 3 \|/,
  )
  assert.match(
    markdown ?? '',
    /\*\*Parts\*\*\n\n\| \| Share \|\n\| --- \| --- \|\n\| Mole \| 4 \|\n\| Quay \| 5\.5 \|/,
  )
  assert.deepEqual(warnings, [])
})

test('sheets and cells that the file hides are shown and named', async () => {
  const { markdown, warnings } = await read({
    rows: `<row r="1">${inline('A1', 'Open')}</row><row r="2" hidden="1">${inline('A2', 'Folded')}</row>`,
    more: {
      'xl/worksheets/sheet2.xml': worksheet(`<row r="1">${inline('A1', 'Secret')}</row>`),
      'xl/worksheets/sheet3.xml': worksheet(`<row r="1">${inline('A1', 'Plain')}</row>`),
    },
    hiddenSheet: 2,
  })
  assert.match(markdown ?? '', /Folded[^]*Secret[^]*Plain/)
  assert.deepEqual(warnings, ['What the file hides is shown in sheet Sheet & 1, Sheet & 2.'])
})

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
const series = (name: string, categories: string, values: string) =>
  `<ser><tx>${name}</tx><cat>${categories}</cat><val>${values}</val></ser>`
const cached = (...texts: readonly string[]) =>
  `<strRef><f>Gone!$A$1:$A$2</f><strCache>${texts.map((text, at) => `<pt idx="${at}"><v>${text}</v></pt>`).join('')}</strCache></strRef>`
const cells = (reference: string) => `<numRef><f>${reference}</f></numRef>`
const chart = (title: string, ...all: readonly string[]) =>
  `<chartSpace xmlns="${drawing}/chart" xmlns:a="${drawing}/main"><chart><title><tx><rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></rich></tx></title><plotArea><barChart>${all.join('')}</barChart></plotArea></chart></chartSpace>`
const shown = (id: string) =>
  `<xdr:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c="${drawing}/chart" r:id="${id}"/></a:graphicData></a:graphic></xdr:graphicFrame>`

test('charts, text boxes, descriptions of pictures and comments stand below the cells of their sheet', async () => {
  const { markdown, warnings } = await read({
    rows: `<row r="1">${inline('B1', 'Length')}</row><row r="2">${inline('A2', 'Seal')}<c r="B2"><v>12.5</v></c></row><row r="3">${inline('A3', 'Whale')}</row><row r="4">${inline('A4', 'Tern')}<c r="B4"><v>3</v></c></row>`,
    more: {
      'xl/worksheets/_rels/sheet1.xml.rels': relations(
        relation('d', 'drawing', '../drawings/drawing1.xml') +
          relation('c', 'comments', '../comments1.xml') +
          relation('t', 'threadedComment', '../threadedComments/one.xml'),
      ),
      'xl/drawings/_rels/drawing1.xml.rels': relations(
        relation('r1', 'chart', '../charts/chart1.xml') +
          relation('r2', 'chart', '/xl/charts/chart2.xml'),
      ),
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main" xmlns:r="${office}">${shown('r1')}<xdr:sp><xdr:txBody><a:p><a:r><a:t>Mea</a:t></a:r><a:r><a:t>sured in May</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1" descr="The mole"/></xdr:nvPicPr></xdr:pic><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="Picture 2"/></xdr:nvPicPr></xdr:pic>${shown('r2')}${shown('gone')}</xdr:wsDr>`,
      'xl/charts/chart1.xml': chart(
        'Boats',
        series(
          cells("'Sheet &amp; 1'!$B$1"),
          cells("'Sheet &amp; 1'!$A$2:$A$4"),
          cells("'Sheet &amp; 1'!$B$2:$B$4"),
        ),
      ),
      'xl/charts/chart2.xml': chart(
        'Piers',
        series('<v>Depth</v>', cached('North', 'South'), cached('4.5', '6')),
        series('<v>Age</v>', cached('North', 'South'), cached('80')),
      ),
      'xl/comments1.xml': `<comments xmlns="${main}"><authors><author>Ann</author></authors><commentList><comment ref="A2" authorId="0"><text><r><t>Ann:\n</t></r><r><t>re</t></r><r><t>paired</t></r></text></comment><comment ref="A3" authorId="0"><text><t>Comment for old programs</t></text></comment></commentList></comments>`,
      'xl/threadedComments/one.xml': `<ThreadedComments><threadedComment ref="A3" personId="{1}"><text>Sold?</text></threadedComment><threadedComment ref="A3" personId="{2}"><text>Not yet</text></threadedComment></ThreadedComments>`,
      'xl/persons/person.xml': `<personList><person displayName="Bob" id="{1}"/><person displayName="Cy" id="{2}"/></personList>`,
    },
  })
  assert.equal(
    markdown,
    `| | Length |
| --- | --- |
| Seal | 12.5 |
| Whale | |
| Tern | 3 |

Measured in May

The mole

**Boats**

| | Length |
| --- | --- |
| Seal | 12.5 |
| Tern | 3 |

**Piers**

| | Depth | Age |
| --- | --- | --- |
| North | 4.5 | 80 |
| South | 6 | |

- A3 (Bob): Sold?
- A3 (Cy): Not yet
- A2 (Ann): repaired`,
  )
  assert.match(warnings.join(), /drawing1\.xml\.,A chart .* was left out in sheet Sheet & 1\.$/)
})
