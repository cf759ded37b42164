import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makePdf } from '#fixtures/pdf.ts'
import { extractDocument } from './index.ts'

const readFixture = (name: string) =>
  readFile(join(import.meta.dirname, '../../fixtures/documents', name))

test('a file becomes Markdown, metadata and links', async () => {
  const { markdown, metadata, links } = await extractDocument(await readFixture('text.docx'))
  assert.match(markdown ?? '', /^# Weirs of the upper river\n/)
  assert.equal(metadata['title'], 'Weirs of the upper river')
  assert.deepEqual(links, ['https://example.org/weirs'])
})

test('pages of a PDF file are given one by one, and progress is reported', async () => {
  const file = makePdf([[{ text: 'First page' }], [{ text: 'Second page' }]])
  const seen: string[] = []
  const { pages, totalPages } = await extractDocument(file, {
    pdf: { pages: true },
    onProgress: (page, all) => seen.push(`${page}/${all}`),
  })
  assert.deepEqual(
    pages?.map(({ markdown }) => markdown),
    ['First page', 'Second page'],
  )
  assert.equal(totalPages, 2)
  assert.equal(seen.at(-1), '2/2')
})

test('a file name says what a text is', async () => {
  const table = Buffer.from('name,height\nmill,12\n')
  assert.equal((await extractDocument(table)).markdown, 'name,height\nmill,12\n')
  const { markdown } = await extractDocument(table, { fileName: 'mills.csv' })
  assert.equal(markdown, '| name | height |\n| --- | --- |\n| mill | 12 |')
})

test('a text that is named as a picture is a damaged picture', async () => {
  const text = Buffer.from('These are only words.')
  for (const given of [{ fileName: 'mill.png' }, { contentType: 'image/webp' }])
    await assert.rejects(extractDocument(text, given), { code: 'DOCUMENT_CORRUPT' })
})

test('what cannot be read is refused with a code', async () => {
  await assert.rejects(extractDocument(Buffer.from('\x7fELF\0\0\0')), {
    name: 'ReadError',
    code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
    message: 'This type of file cannot be read.',
  })
  await assert.rejects(extractDocument(Buffer.from('%PDF-1.7 nothing')), {
    code: 'DOCUMENT_CORRUPT',
  })
})
