import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '#documents/read-document.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { writeZip } from '#fixtures/write-zip.ts'

const tools = { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} }
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const words = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const charts = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main'

interface Parts {
  readonly document: string
  readonly styles?: string
  readonly chart?: string
  readonly comments?: string
}

function docx({ document, styles = '', chart = '', comments = '' }: Parts): Buffer {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  return writeZip({
    '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relationships}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${relationships}"><Relationship Id="s1" Type="${office}/styles" Target="styles.xml"/><Relationship Id="c1" Type="${office}/chart" Target="charts/chart1.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${words}">${styles}</w:styles>`,
    'word/charts/chart1.xml': chart,
    'word/comments.xml': comments,
    'word/document.xml': document,
  })
}

const body = (content: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="${words}" xmlns:r="${office}"><w:body>${content}</w:body></w:document>`
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

async function read(file: Uint8Array, fileName = 'a.docx') {
  const { markdown = '', warnings } = await readDocument(
    contentRequest(file, { fileName, contentType: undefined, formats: [{ type: 'markdown' }] }),
    tools,
  )
  return { markdown, warnings }
}

const run = (style: string, text: string) =>
  `<w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

const style = (id: string, name: string, font = '') =>
  `<w:style w:type="character" w:styleId="${id}"><w:name w:val="${name}"/><w:rPr>${font}</w:rPr></w:style>`

const numbers = (code: string, values: readonly number[]) =>
  `<c:numRef><c:numCache><c:formatCode>${code}</c:formatCode><c:ptCount val="2"/>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef>`

const page = (content: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>${content}</body></html>`

const malformed = {
  'a lone ampersand': [paragraph('one & two') + paragraph('three'), 'one & two\n\nthree'],
  'a lone angle bracket': [paragraph('1 < 2') + paragraph('three'), '1 < 2\n\nthree'],
  'an element that is not closed': [
    `${paragraph('one')}<w:p><w:r><w:t>two</w:t></w:p>${paragraph('three')}`,
    'one\n\ntwo\n\nthree',
  ],
} as const

for (const [name, [content, expected]] of Object.entries(malformed)) {
  test(`a text document with ${name} is read whole, with a warning`, async () => {
    const { markdown, warnings } = await read(docx({ document: body(content) }))

    assert.equal(markdown, expected)
    assert.match(warnings?.join() ?? '', /malformed/)
  })
}

test('a well-formed document has no warning, one without its text is damaged', async () => {
  const intact = await read(docx({ document: body(paragraph('one &amp; two')) }))
  assert.deepEqual([intact.markdown, intact.warnings], ['one & two', []])
  await assert.rejects(read(docx({ document: '' })), { code: 'DOCUMENT_CORRUPT' })
})

const comment = (id: number, author: string, text: string) =>
  `<w:comment w:id="${id}" w:author="${author}"><w:p><w:r><w:annotationRef/></w:r><w:r><w:t>${text.slice(0, 2)}</w:t></w:r><w:r><w:t>${text.slice(2)}</w:t></w:r></w:p></w:comment>`

test('comments of a text document become notes where they stand', async () => {
  const { markdown } = await read(
    docx({
      document: body(
        '<w:p><w:r><w:t>Old piers</w:t></w:r><w:r><w:commentReference w:id="4"/></w:r><w:r><w:t xml:space="preserve"> need paint.</w:t></w:r><w:r><w:commentReference w:id="7"/></w:r></w:p>',
      ),
      comments: `<w:comments xmlns:w="${words}">${comment(7, 'Cy', 'Red &amp; white')}${comment(4, 'Ann', 'Which?')}</w:comments>`,
    }),
  )
  assert.equal(
    markdown,
    'Old piers[^1] need paint.[^2]\n\n[^1]: Ann: Which?\n\n[^2]: Cy: Red & white',
  )
})

test('runs with a character style for code become code', async () => {
  const styles =
    style('A', 'Verbatim Char') +
    style('B', 'Own', '<w:rFonts w:ascii="Courier New"/>') +
    style('C', 'Strong')
  const { markdown } = await read(
    docx({
      document: body(
        `<w:p>${['A', 'C', 'B', 'C'].map((id, index) => run(id, `call${index}()`)).join(run('C', ' '))}</w:p>`,
      ),
      styles,
    }),
  )
  assert.equal(markdown, '`call0()` call1() `call2()` call3()')
})

test('the days of a chart are dates, its other numbers are not', async () => {
  const chart = (days: string) =>
    `<c:chartSpace xmlns:c="${charts}" xmlns:a="${drawing}"><c:chart><c:plotArea><c:lineChart><c:ser><c:idx val="0"/><c:tx><c:strRef><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>Gauge</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat>${days}</c:cat><c:val>${numbers('[Red]0.0', [45_000, 0.25])}</c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>`
  const document = body(
    `${paragraph('before')}<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="${drawing}"><a:graphicData uri="${charts}"><c:chart xmlns:c="${charts}" r:id="c1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
  )
  const dated = await read(
    docx({ document, chart: chart(numbers('m/d/yyyy', [45_000, 45_031.5])) }),
  )
  assert.match(dated.markdown, /\| 2023-03-15 \| 45000 \|\n\| 2023-04-15 12:00 \| 0.25 \|/)
  const counted = await read(docx({ document, chart: chart(numbers('General', [45_000, 1])) }))
  assert.match(counted.markdown, /\| 45000 \| 45000 \|/)
})

test('the notes of an e-book are footnotes, wherever they stand', async () => {
  const book = writeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="text/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'text/book.opf':
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Weirs</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="n" href="n.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="n"/></spine></package>',
    'text/a.xhtml': page(
      '<h1>Weirs</h1><p id="p1">Water<a epub:type="noteref" href="#n1">1</a> falls<a epub:type="noteref" href="n.xhtml#n2" id="r2">2</a>.</p><aside epub:type="footnote" id="n1"><p>Of the river.</p></aside><p>See <a href="#p1">1</a>.</p>',
    ),
    'text/n.xhtml': page('<p id="n2"><a href="a.xhtml#r2">2</a> Over the crest.</p>'),
  })
  const { markdown } = await read(book, 'a.epub')
  assert.match(markdown, /^Water\[\^1\] falls\[\^2\]\.$/m)
  assert.match(markdown, /^\[\^1\]: Of the river\.\n+\[\^2\]: Over the crest\.$/m)
  assert.match(markdown, /^See \[1\]/m)
  assert.equal(markdown.match(/Of the river/g)?.length, 1)
})
