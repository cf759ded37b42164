import { writeZip } from '#fixtures/write-zip.ts'

const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const words = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const cells = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const slides = 'http://schemas.openxmlformats.org/presentationml/2006/main'
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const oasis = 'urn:oasis:names:tc:opendocument:xmlns'

const vocabulary =
  `the river of water and a gate to measure for level with flow at weir is station in report that
  discharge from section on valley by bridge this year was average metre it month are observed as spring table`.split(
    /\s+/,
  )

const pack = (parts: Readonly<Record<string, string>>) => writeZip(parts, { isDeflated: true })
const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const each = (count: number, write: (index: number) => string) => range(count).map(write).join('')

/** Words in an order that depends on the seed alone. */
function sentence(seed: number, length: number): string {
  let state = seed * 2_654_435_761 + 1
  return range(length)
    .map(() => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return vocabulary[(state >> 8) % vocabulary.length]
    })
    .join(' ')
}

const types = (overrides: Readonly<Record<string, string>>) =>
  `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    overrides,
  )
    .map(
      ([name, type]) =>
        `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`

const relations = (targets: readonly (readonly [string, string])[]) =>
  `<Relationships xmlns="${packages}/relationships">${targets
    .map(
      ([type, target], at) =>
        `<Relationship Id="r${at + 1}" Type="${documents}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const core = `<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Flow of the rivers</dc:title><dc:creator>R. Weir</dc:creator><dcterms:created>2026-03-02T08:00:00Z</dcterms:created><dcterms:modified>2026-03-04T10:30:00Z</dcterms:modified></cp:coreProperties>`

const run = (text: string, look = '') =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`

function wordParagraph(index: number): string {
  if (index % 15 === 0)
    return `<w:p><w:pPr><w:pStyle w:val="Heading${1 + (index % 2)}"/></w:pPr>${run(sentence(index, 5))}</w:p>`
  const note =
    index % 20 === 7 ? `<w:r><w:footnoteReference w:id="${Math.floor(index / 20) + 1}"/></w:r>` : ''
  return `<w:p>${run(`${sentence(index, 24)} `)}${run(sentence(index + 1, 4), '<w:b/>')}${run(` ${sentence(index + 2, 24)}.`)}${note}</w:p>`
}

const style = (id: string, name: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`

/** 300 paragraphs with headings and footnotes, and a table of 40 rows. */
function textDocument(): Buffer {
  const table = `<w:tbl>${each(40, (row) => `<w:tr>${each(5, (column) => `<w:tc><w:p>${run(sentence(row * 5 + column, 3))}</w:p></w:tc>`)}</w:tr>`)}</w:tbl>`
  return pack({
    '[Content_Types].xml': types({
      'word/document.xml': 'wordprocessingml.document.main',
      'word/styles.xml': 'wordprocessingml.styles',
      'word/footnotes.xml': 'wordprocessingml.footnotes',
    }),
    '_rels/.rels': relations([['officeDocument', 'word/document.xml']]),
    'docProps/core.xml': core,
    'word/_rels/document.xml.rels': relations([
      ['styles', 'styles.xml'],
      ['footnotes', 'footnotes.xml'],
    ]),
    'word/styles.xml': `<w:styles xmlns:w="${words}">${style('Heading1', 'heading 1')}${style('Heading2', 'heading 2')}</w:styles>`,
    'word/footnotes.xml': `<w:footnotes xmlns:w="${words}">${each(15, (note) => `<w:footnote w:id="${note + 1}"><w:p>${run(sentence(note, 12))}</w:p></w:footnote>`)}</w:footnotes>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${words}" xmlns:r="${documents}"><w:body>${each(300, wordParagraph)}${table}</w:body></w:document>`,
  })
}

const cell = (row: number, column: number) => {
  const place = `${String.fromCharCode(65 + column)}${row + 1}`
  return column % 2 === 0 && row > 0
    ? `<c r="${place}"><v>${row * 7 + column / 4}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${sentence(row * 8 + column, 2)}</t></is></c>`
}

/** 3 sheets of 500 rows and 8 columns, half of them numbers. */
function workbook(): Buffer {
  const sheet = `<worksheet xmlns="${cells}"><sheetData>${each(500, (row) => `<row r="${row + 1}">${each(8, (column) => cell(row, column))}</row>`)}</sheetData></worksheet>`
  const numbers = [1, 2, 3]
  return pack({
    '[Content_Types].xml': types({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      ...Object.fromEntries(
        numbers.map((at) => [`xl/worksheets/sheet${at}.xml`, 'spreadsheetml.worksheet']),
      ),
    }),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'docProps/core.xml': core,
    'xl/workbook.xml': `<workbook xmlns="${cells}" xmlns:r="${documents}"><sheets>${numbers.map((at) => `<sheet name="Station ${at}" sheetId="${at}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      numbers.map((at) => ['worksheet', `worksheets/sheet${at}.xml`]),
    ),
    ...Object.fromEntries(numbers.map((at) => [`xl/worksheets/sheet${at}.xml`, sheet])),
  })
}

const shape = (id: number, kind: string, paragraphs: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNvSpPr/><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`

const slideParagraph = (text: string) =>
  `<a:p><a:r><a:rPr lang="en-GB"/><a:t>${text}</a:t></a:r></a:p>`

function slide(index: number): string {
  return `<p:sld xmlns:p="${slides}" xmlns:a="${drawing}"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape(2, 'title', slideParagraph(`${index + 1} ${sentence(index, 5)}`))}${shape(
    3,
    'body',
    each(6, (line) => slideParagraph(sentence(index * 6 + line, 10))),
  )}</p:spTree></p:cSld></p:sld>`
}

/** 40 slides of a title and 6 lines. */
function presentation(): Buffer {
  const all = range(40)
  return pack({
    '[Content_Types].xml': types({
      'ppt/presentation.xml': 'presentationml.presentation.main',
      ...Object.fromEntries(
        all.map((at) => [`ppt/slides/slide${at + 1}.xml`, 'presentationml.slide']),
      ),
    }),
    '_rels/.rels': relations([['officeDocument', 'ppt/presentation.xml']]),
    'docProps/core.xml': core,
    'ppt/presentation.xml': `<p:presentation xmlns:p="${slides}" xmlns:r="${documents}"><p:sldIdLst>${each(40, (at) => `<p:sldId id="${256 + at}" r:id="r${at + 1}"/>`)}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      all.map((at) => ['slide', `slides/slide${at + 1}.xml`]),
    ),
    ...Object.fromEntries(all.map((at) => [`ppt/slides/slide${at + 1}.xml`, slide(at)])),
  })
}

const openParagraph = (index: number) =>
  index % 10 === 0
    ? `<text:h text:outline-level="2">${sentence(index, 5)}</text:h>`
    : `<text:p>${sentence(index, 50)}.</text:p>`

/** 200 paragraphs with headings. */
function openDocument(): Buffer {
  return pack({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${oasis}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'meta.xml': `<office:document-meta xmlns:office="${oasis}:office:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="${oasis}:meta:1.0"><office:meta><dc:title>Flow of the rivers</dc:title><meta:creation-date>2026-03-02T08:00:00</meta:creation-date><dc:date>2026-03-04T10:30:00</dc:date></office:meta></office:document-meta>`,
    'content.xml': `<office:document-content xmlns:office="${oasis}:office:1.0" xmlns:text="${oasis}:text:1.0"><office:body><office:text>${each(200, openParagraph)}</office:text></office:body></office:document-content>`,
  })
}

/** Files of ordinary size, the same at each run, by name. */
export const officeFiles = (): ReadonlyMap<string, Buffer> =>
  new Map([
    ['300 paragraphs.docx', textDocument()],
    ['3 sheets.xlsx', workbook()],
    ['40 slides.pptx', presentation()],
    ['200 paragraphs.odt', openDocument()],
  ])
