import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OcrPage, PdfOptions } from '#content/layout.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { makePdf } from '#fixtures/pdf.ts'
import { readPdf } from './read-pdf.ts'

const sentence = 'A page says little, but it says it in whole sentences of some length.'
const file = makePdf(
  [
    [{ text: 'The first page', points: 24 }, { text: sentence }, { text: sentence }],
    [{ text: 'The second page', points: 24 }, { text: sentence }],
    'drawing',
  ],
  "/Title (About pages) /Author (A. Writer) /CreationDate (D:20240115103000+01'00')",
)
const options: PdfOptions = {
  mode: 'auto',
  maxPages: undefined,
  pages: false,
  blocks: false,
  pageMarkers: false,
}

/** OCR result of the picture of a page without text. */
const read: OcrPage = {
  width: 1_000,
  height: 1_000,
  turned: 0,
  words: ['read', 'from', 'a', 'picture'].map((text, index) => ({
    text,
    left: 100 + index * 100,
    top: 100,
    width: 90,
    height: 20,
    confidence: 0.9,
    line: 1,
    paragraph: 1,
    block: 1,
    ink: 0.2,
  })),
}

async function reading(body: Uint8Array, changes: Partial<PdfOptions> = {}) {
  const pictures: Uint8Array[] = []
  const document = await readPdf(
    {
      ...contentRequest(''),
      body,
      contentType: 'application/pdf',
      pdf: { ...options, ...changes },
    },
    {
      readPicture: async (picture) => {
        pictures.push(picture)
        return read
      },
      onProgress: () => {},
    },
  )
  return { document, pictures }
}

test('a file is read page by page, and only pages without text by OCR', async () => {
  const { document, pictures } = await reading(file)
  assert.match(
    document.markdown(),
    /^#+ The first page\n\nA page says little.*\n\n#+ The second page/s,
  )
  assert.match(document.markdown(), /read from a picture$/)
  assert.equal(pictures.length, 1)
  assert.deepEqual(
    Buffer.from(pictures[0] ?? [])
      .subarray(1, 4)
      .toString(),
    'PNG',
  )
  assert.deepEqual([document.numPages, document.totalPages, document.paidPages], [3, 3, 3])
  assert.deepEqual(document.metadata(), {
    title: 'About pages',
    author: 'A. Writer',
    publishedTime: '2024-01-15T09:30:00.000Z',
  })
  assert.match(document.html(), /<h\d>The first page<\/h\d>/)
})

test('the modes read everything by OCR, or nothing', async () => {
  assert.equal((await reading(file, { mode: 'ocr' })).pictures.length, 3)
  const { document, pictures } = await reading(file, { mode: 'fast' })
  assert.equal(pictures.length, 0)
  assert.deepEqual(document.warnings(), ['No text was found on page 3.'])
})

test('a blank page is not drawn for OCR', async () => {
  for (const mode of ['auto', 'ocr'] as const) {
    const { document, pictures } = await reading(makePdf([[], 'drawing', []]), {
      mode,
      pages: true,
    })
    assert.equal(pictures.length, 1)
    assert.deepEqual(
      document.pages?.map(({ markdown }) => markdown),
      ['', 'read from a picture', ''],
    )
  }
})

test('a page of nothing but its running head is not drawn for OCR', async () => {
  const head = { text: 'Weirs of the upper river' }
  const texts = Array.from({ length: 5 }, () => [{ text: sentence }, { text: sentence }])
  const pages = texts.map((text, index) => (index === 2 ? [head] : [head, ...text]))
  const { document, pictures } = await reading(makePdf(pages), { pages: true, blocks: true })
  assert.equal(pictures.length, 0)
  assert.equal(document.pages?.[2]?.markdown, '')
  assert.equal(document.blocks?.[2]?.items[0]?.type, 'page_header')
})

test('pages can be limited, separated and marked', async () => {
  const { document } = await reading(file, { maxPages: 2, pages: true, pageMarkers: true })
  assert.deepEqual([document.numPages, document.totalPages], [2, 3])
  assert.deepEqual(
    document.pages?.map(({ pageNumber }) => pageNumber),
    [1, 2],
  )
  const [first = '', second = ''] = document.markdown().split('\n\n---\n\n<!-- page 2 -->\n\n')
  assert.equal(first, document.pages?.[0]?.markdown)
  assert.equal(second, document.pages?.[1]?.markdown)
})

test('a file that is not a PDF is refused with the reason', async () => {
  await assert.rejects(reading(Buffer.from('%PDF-1.4\nnonsense')), { code: 'DOCUMENT_CORRUPT' })
})

test('every block has its position on the page and in the text', async () => {
  const { document } = await reading(file, { blocks: true })
  const [first, , third] = document.blocks ?? []
  assert.deepEqual(
    first?.items.map(({ id, type, label, source }) => [id, type, label, source]),
    [
      ['p1.b0', 'title', 'title', 'native_text'],
      ['p1.b1', 'text', 'paragraph', 'native_text'],
      ['p1.b2', 'text', 'paragraph', 'native_text'],
    ],
  )
  assert.deepEqual([first?.width, first?.height], [1653, 2339])
  assert.equal(third?.items[0]?.source, 'layout_ocr')
  const markdown = document.markdown()
  for (const { items } of document.blocks ?? []) {
    for (const { content, markdownSpan, bbox, confidence } of items) {
      assert.ok((confidence.layout ?? 0) > 0.5 && (confidence.layout ?? 0) <= 1)
      const [start = 0, end = 0] = markdownSpan ?? []
      assert.equal(markdown.slice(start, end), content)
      assert.ok(bbox?.every((part) => part >= 0 && part <= 1))
    }
  }
})

test('a paragraph goes on over the end of a page, and no page by itself loses any of it', async () => {
  const begun =
    'The water stands above the crest of the weir and goes on to the mill of the old town and'
  const rest = 'then to the sea, which is far.'
  const pages = [[{ text: begun }], [{ text: rest }, { text: sentence }]]
  const { document } = await reading(makePdf(pages), { pages: true, blocks: true })
  assert.equal(document.markdown(), `${begun} ${rest}\n\n${sentence}`)
  assert.match(document.html(), /and then to the sea/)
  assert.deepEqual(
    document.pages?.map(({ markdown }) => markdown),
    [begun, `${rest}\n\n${sentence}`],
  )
  const [span] = document.blocks?.[1]?.items.map(({ markdownSpan }) => markdownSpan) ?? []
  assert.equal(document.markdown().slice(...(span ?? [])), rest)
  const marked = await reading(makePdf(pages), { pageMarkers: true })
  assert.equal(
    marked.document.markdown(),
    `${begun}\n\n---\n\n<!-- page 2 -->\n\n${rest}\n\n${sentence}`,
  )
})

test('words that OCR is not sure of are noise', async () => {
  const noise = { ...read, words: read.words.map((word) => ({ ...word, confidence: 0.25 })) }
  const document = await readPdf(
    { ...contentRequest(''), body: makePdf(['drawing']), contentType: 'application/pdf' },
    { readPicture: async () => noise, onProgress: () => {} },
  )
  assert.equal(document.markdown(), '')
  assert.deepEqual(document.warnings(), ['No text was found on page 1.'])
})
