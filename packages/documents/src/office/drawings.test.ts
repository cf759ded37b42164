import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeZip } from '#fixtures/write-zip.ts'
import { extractDocument } from '#documents/index.ts'

const formats = 'http://schemas.openxmlformats.org'
const office = `${formats}/officeDocument/2006/relationships`
const newer = 'http://schemas.microsoft.com/office/drawing/2014/chartex'
const spaces = Object.entries({
  w: `${formats}/wordprocessingml/2006/main`,
  r: office,
  wp: `${formats}/drawingml/2006/wordprocessingDrawing`,
  a: `${formats}/drawingml/2006/main`,
  c: `${formats}/drawingml/2006/chart`,
  cx: newer,
  cdr: `${formats}/drawingml/2006/chartDrawing`,
  lc: `${formats}/drawingml/2006/lockedCanvas`,
  mc: `${formats}/markup-compatibility/2006`,
  v: 'urn:schemas-microsoft-com:vml',
  x: 'urn:schemas-microsoft-com:office:excel',
})
  .map(([prefix, space]) => `xmlns:${prefix}="${space}"`)
  .join(' ')

const relate = (targets: Readonly<Record<string, readonly [string, string]>>) =>
  `<Relationships xmlns="${formats}/package/2006/relationships">${Object.entries(targets)
    .map(
      ([id, [type, target]]) =>
        `<Relationship Id="${id}" Type="${type.includes(':') ? type : `${office}/${type}`}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** A package whose main part is of a kind. */
function pack(main: readonly [string, string], parts: Readonly<Record<string, string>>): Buffer {
  const [path, kind] = main
  return writeZip({
    '[Content_Types].xml': `<Types xmlns="${formats}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`,
    '_rels/.rels': relate({ r1: ['officeDocument', path] }),
    ...parts,
  })
}

const shown = (data: string, uri: string) =>
  `<w:drawing><wp:inline><a:graphic><a:graphicData uri="${uri}">${data}</a:graphicData></a:graphic></wp:inline></w:drawing>`
const say = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`

const textDocument = (
  body: string,
  targets: Parameters<typeof relate>[0],
  parts: Readonly<Record<string, string>>,
) =>
  pack(['word/document.xml', 'wordprocessingml.document'], {
    'word/document.xml': `<w:document ${spaces}><w:body><w:p><w:r><w:t>Above</w:t></w:r></w:p><w:p><w:r>${body}</w:r></w:p><w:p><w:r><w:t>Below</w:t></w:r></w:p></w:body></w:document>`,
    'word/_rels/document.xml.rels': relate(targets),
    ...parts,
  })

const points = (texts: readonly string[]) =>
  `<cx:lvl>${texts.map((text, at) => `<cx:pt idx="${at}">${text}</cx:pt>`).join('')}</cx:lvl>`

test('charts of newer kinds are tables in their place', async () => {
  const chart = `<cx:chartSpace ${spaces}><cx:chartData><cx:data id="0"><cx:strDim type="cat">${points(['Visits', 'Orders'])}</cx:strDim><cx:numDim type="val">${points(['900', '47'])}</cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich>${say('Funnel')}</cx:rich></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series><cx:tx><cx:txData><cx:v>Count</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`
  const body = `<mc:AlternateContent><mc:Choice Requires="cx2">${shown('<cx:chart r:id="x1"/>', newer)}</mc:Choice><mc:Fallback><w:t>A picture</w:t></mc:Fallback></mc:AlternateContent>`
  const type = 'http://schemas.microsoft.com/office/2014/relationships/chartEx'
  const { markdown = '', warnings } = await extractDocument(
    textDocument(
      body,
      { x1: [type, 'charts/chartEx1.xml'] },
      { 'word/charts/chartEx1.xml': chart },
    ),
  )
  assert.equal(
    markdown,
    'Above\n\n**Funnel**\n\n| | Count |\n| --- | --- |\n| Visits | 900 |\n| Orders | 47 |\n\nBelow',
  )
  assert.deepEqual(warnings, [])
})

test('labels of points and what is drawn over a chart stand behind its title', async () => {
  const label = `<c:dLbls><c:dLbl><c:idx val="0"/><c:tx><c:rich><a:p><a:r><a:t>Dry year</a:t></a:r><a:fld type="VALUE"><a:t>[VALUE]</a:t></a:fld></a:p></c:rich></c:tx></c:dLbl></c:dLbls>`
  const value = '<c:pt idx="0"><c:v>4.5</c:v></c:pt>'
  const chart = `<c:chartSpace ${spaces}><c:chart><c:title><c:tx><c:rich>${say('Rain')}</c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:v>North</c:v></c:tx>${label}<c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>March</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${value}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
  const drawn = `<c:userShapes ${spaces}><cdr:relSizeAnchor><cdr:sp><cdr:txBody>${say('Gauge moved')}</cdr:txBody></cdr:sp></cdr:relSizeAnchor></c:userShapes>`
  const { markdown = '' } = await extractDocument(
    textDocument(
      shown('<c:chart r:id="c1"/>', `${formats}/drawingml/2006/chart`),
      { c1: ['chart', 'charts/chart1.xml'] },
      {
        'word/charts/chart1.xml': chart,
        'word/charts/_rels/chart1.xml.rels': relate({
          u1: ['chartUserShapes', '../drawings/drawing1.xml'],
        }),
        'word/drawings/drawing1.xml': drawn,
      },
    ),
  )
  assert.match(markdown, /\*\*Rain \(Dry year, Gauge moved\)\*\*\n\n\| \| North \|/)
})

test('text of locked drawings is read', async () => {
  const canvas = `<lc:lockedCanvas><a:sp><a:txSp><a:txBody>${say('Inlet')}${say('Outlet')}</a:txBody></a:txSp></a:sp></lc:lockedCanvas>`
  const { markdown = '' } = await extractDocument(
    textDocument(shown(canvas, `${formats}/drawingml/2006/lockedCanvas`), {}, {}),
  )
  assert.equal(markdown, 'Above\n\nInlet\\\nOutlet\n\nBelow')
})

const control = (kind: string, text: string, state = '') =>
  `<v:shape><v:textbox><div>${text}</div></v:textbox><x:ClientData ObjectType="${kind}">${state}</x:ClientData></v:shape>`

test('labels of buttons and boxes of a sheet are read, notes once', async () => {
  const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const { markdown = '' } = await extractDocument(
    pack(['xl/workbook.xml', 'spreadsheetml.sheet'], {
      'xl/workbook.xml': `<workbook xmlns="${sheet}" ${spaces}><sheets><sheet name="One" sheetId="1" r:id="s1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relate({ s1: ['worksheet', 'worksheets/sheet1.xml'] }),
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheet}" ${spaces}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Dues</t></is></c></row></sheetData><legacyDrawing r:id="v1"/></worksheet>`,
      'xl/worksheets/_rels/sheet1.xml.rels': relate({
        v1: ['vmlDrawing', '../drawings/vmlDrawing1.vml'],
      }),
      'xl/drawings/vmlDrawing1.vml': `<xml ${spaces}>${control('Checkbox', 'Paid', '<x:Checked>1</x:Checked>')}${control('Checkbox', 'Late')}${control('Button', 'Send')}${control('Note', 'A note')}</xml>`,
    }),
  )
  assert.equal(markdown, 'Dues\n\n☑ Paid\n\n☐ Late\n\nSend')
})

const open = Object.entries({
  office: 'office',
  text: 'text',
  table: 'table',
  draw: 'drawing',
  chart: 'chart',
})
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')
const p = (text: string) => `<text:p>${text}</text:p>`
const row = (cells: readonly string[]) =>
  `<table:table-row>${cells.map((cell) => `<table:table-cell>${p(cell)}</table:table-cell>`).join('')}</table:table-row>`
const chartPart = `<office:document-content ${open}><office:body><office:chart><chart:chart><chart:title>${p('Rain')}</chart:title><chart:plot-area><chart:axis><chart:title>${p('Month')}</chart:title></chart:axis></chart:plot-area><table:table table:name="local-table">${row(['', 'North'])}${row(['March', '4.5'])}${row(['April', 'NaN'])}</table:table></chart:chart></office:chart></office:body></office:document-content>`
const formulaPart =
  '<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:mfrac><math:mi>V</math:mi><math:mi>t</math:mi></math:mfrac></math:math>'
const frame = (name: string) =>
  `<draw:frame><draw:object xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="./${name}"/><draw:image xlink:href="./ObjectReplacements/${name}"/></draw:frame>`

function readOpen(kind: string, body: string) {
  const type = `application/vnd.oasis.opendocument.${kind}`
  return extractDocument(
    writeZip({
      mimetype: type,
      'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/></manifest:manifest>`,
      'content.xml': `<office:document-content ${open} xmlns:xlink="http://www.w3.org/1999/xlink"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
      'Chart/content.xml': chartPart,
      'Formula/content.xml': formulaPart,
    }),
  )
}

const chartTable = '| | North |\n| --- | --- |\n| March | 4.5 |\n| April | |'

test('charts and formulas in OpenDocument texts and slides are read in their place', async () => {
  const text = await readOpen(
    'text',
    p('Above') + p(frame('Chart')) + p(`Flow ${frame('Formula')} at noon`),
  )
  assert.equal(
    text.markdown,
    `Above\n\nRain (Month)\n\n${chartTable}\n\nFlow $\\frac{V}{t}$ at noon`,
  )
  assert.deepEqual(text.warnings, [])
  const slides = await readOpen(
    'presentation',
    `<draw:page>${frame('Chart')}${frame('Formula')}</draw:page>`,
  )
  assert.equal(slides.markdown, `Rain (Month)\n\n${chartTable}\n\n$\\frac{V}{t}$`)
})

test('charts and shapes of OpenDocument sheets stand behind the cells', async () => {
  const shape = `<draw:custom-shape>${p('Not yet paid')}</draw:custom-shape>`
  const { markdown = '' } = await readOpen(
    'spreadsheet',
    `<table:table table:name="One"><table:shapes>${frame('Chart')}${shape}</table:shapes>${row(['Dues', '12'])}</table:table><table:table table:name="Two">${row(['Fees', '3'])}</table:table>`,
  )
  assert.match(
    markdown,
    /## One\n\n.*Dues.*12[^]*## Rain \(Month\)\n\n[^]*4\.5[^]*Not yet paid[^]*## Two/,
  )
})

test('shapes without words, and without an end, take none of the cells behind them', async () => {
  const drawn = '<draw:line draw:style-name="gr1"/><draw:rect/>'
  const { markdown = '' } = await readOpen(
    'spreadsheet',
    `<table:table table:name="One"><table:shapes>${drawn}</table:shapes>${row(['Dues', '12'])}${row(['Fees', '3'])}</table:table>`,
  )
  for (const text of ['Dues', 'Fees']) assert.equal(markdown.split(text).length, 2, markdown)
})

test('words of shapes in OpenDocument texts are boxes, also of those that belong to a page', async () => {
  const shape = (...texts: readonly string[]) =>
    `<draw:custom-shape>${texts.map(p).join('')}<draw:enhanced-geometry/></draw:custom-shape>`
  const box = `<draw:frame><draw:text-box>${p('Of the page')}</draw:text-box></draw:frame>`
  const { markdown } = await readOpen(
    'text',
    `${box}<draw:g>${shape('Inlet')}${shape('Outlet')}</draw:g>${p(`Above${shape('Upper gate', 'Lower gate')}`)}${p('Below')}`,
  )
  assert.equal(
    markdown,
    'Of the page\n\nInlet\n\nOutlet\n\nAbove\n\nUpper gate\n\nLower gate\n\nBelow',
  )
})
