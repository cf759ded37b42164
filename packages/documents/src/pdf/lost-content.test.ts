import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { createLosses } from '#documents/losses.ts'
import { nameLostContent } from './lost-content.ts'

/** A PDF file with an object for each text; those of streams are bytes. */
function writePdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = objects.map((object, at) =>
    Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]),
  )
  return Buffer.concat([
    Buffer.from('%PDF-1.5\n'),
    ...parts,
    Buffer.from('trailer << /Root 1 0 R >>'),
  ])
}

const stream = (bytes: Buffer, members = '') =>
  Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${members} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
const flate = '/Filter /FlateDecode'
const lines = Array.from({ length: 40 }, (_, at) => `BT (Barge ${at} of ${at ** 5}) Tj ET`).join(
  '\n',
)
const packed = deflateSync(lines)

/** Objects 1 to 4, of which the last is the content, and more. */
const page = (
  content: string | Buffer,
  { contents = '4 0 R', resources = '', more = [] as readonly (string | Buffer)[] } = {},
) =>
  writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /XObject << ${resources} >> >> >>`,
    `<< /Type /Page /Parent 2 0 R /Contents ${contents} >>`,
    content,
    ...more,
  ])

function list(file: Buffer): string[] {
  const losses = createLosses()
  nameLostContent(file, 10, losses)
  return losses.list()
}

const content =
  'Text and drawings may be missing, because the content of the page is damaged or cut off, on page 1.'
const picture =
  'A picture or a drawing is missing, because the file does not have it or it is damaged, on page 1.'

test('whole contents are read without a warning', () => {
  assert.deepEqual(list(page(stream(packed, flate))), [])
  assert.deepEqual(list(page(stream(packed.subarray(0, -4), flate))), [], 'without its checksum')
  assert.deepEqual(list(page(stream(Buffer.from(lines)))), [])
  assert.deepEqual(list(page(stream(Buffer.from(`${lines}\n% (the end`)))), [])
  assert.deepEqual(list(page(stream(Buffer.from('BI /W 9 ID (x\u0001 EI Q')))), [])
  const length = stream(packed, flate)
    .toString('latin1')
    .replace(`/Length ${packed.length}`, '/Length 5 0 R')
  assert.deepEqual(list(page(Buffer.from(length, 'latin1'), { more: [`${packed.length}`] })), [])
})

test('contents that cannot be unpacked whole, end within a text, or are missing, are named', () => {
  assert.deepEqual(list(page(stream(packed.subarray(0, packed.length / 2), flate))), [content])
  assert.deepEqual(list(page(stream(Buffer.from(packed).fill(7, 60, 70), flate))), [content])
  assert.deepEqual(list(page(stream(packed, '/Filter /OtherDecode'))), [content])
  for (const end of [
    'BT (The last barge',
    'BT [(The last) -9 (barge)',
    'BI /W 9 /H 9 ID \u0001\u0002',
  ])
    assert.deepEqual(list(page(stream(Buffer.from(`${lines}\n${end}`)))), [content], end)
  const contents = '[4 0 R 9 0 R]'
  assert.deepEqual(list(page(stream(packed, flate), { contents })), [content])
  assert.deepEqual(
    list(page(stream(packed, flate), { contents: '[4 0 R 5 0 R]', more: ['null'] })),
    [content],
  )
})

const form = '/Type /XObject /Subtype /Form'

test('pictures and drawings that a page shows and the file does not have are named', () => {
  const shows = stream(Buffer.from(`${lines}\nq /I1 Do Q`))
  const image = stream(Buffer.from('x'), '/Subtype /Image')
  assert.deepEqual(list(page(shows, { resources: '/I1 5 0 R', more: [image] })), [])
  assert.deepEqual(list(page(shows, { resources: '/I1 5 0 R', more: ['null'] })), [picture])
  assert.deepEqual(list(page(shows, { resources: '/I1 77 0 R' })), [picture])
  assert.deepEqual(list(page(shows)), [picture])
  const inner = stream(
    Buffer.from('q /J Do Q'),
    `${form} /Resources << /XObject << /J 88 0 R >> >>`,
  )
  assert.deepEqual(list(page(shows, { resources: '/I1 5 0 R', more: [inner] })), [picture])
  const cut = stream(packed.subarray(0, 90), `${form} ${flate}`)
  assert.deepEqual(list(page(shows, { resources: '/I1 5 0 R', more: [cut] })), [content])
})

test('pages and contents in containers of objects are found', () => {
  const [first, second] = [
    '<< /Type /Page /Contents 4 0 R >>',
    '<< /Type /Page /Contents 99 0 R >>',
  ]
  const head = `3 0 6 ${first.length + 1} `
  const container = deflateSync(`${head}${first} ${second}`)
  const file = writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>',
    'null',
    stream(packed, flate),
    stream(container, `/Type /ObjStm /N 2 /First ${head.length} ${flate}`),
  ])
  assert.deepEqual(list(file), [content.replace('page 1', 'page 2')])
})

test('loops of pages and of drawings end', () => {
  const self = stream(Buffer.from('q /I1 Do Q'), form)
  assert.deepEqual(list(page(self, { resources: '/I1 4 0 R' })), [])
  const loop = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] >>']
  assert.deepEqual(list(writePdf(loop)), [])
})

const listForm = (annotations: string, fields: string, more: readonly string[] = []) =>
  list(
    writePdf([
      `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields ${fields} /DA (0 0 R) >> >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots ${annotations} >>`,
      stream(Buffer.from(lines)),
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Berth) /Popup 90 0 R >>',
      'null',
      ...more,
    ]),
  )

test('annotations and fields that a file does not have are named, whole ones and empty ones are not', () => {
  const annotation =
    'An annotation or a field is missing, because the file does not have it, on page 1.'
  const field = 'A field of the form is missing, because the file does not have it.'
  assert.deepEqual(listForm('[5 0 R 6 0 R]', '[5 0 R]'), [])
  assert.deepEqual(listForm('[<< /Subtype /Link /A 90 0 R >>]', '[]'), [])
  assert.deepEqual(listForm('[5 0 R 91 0 R]', '[5 0 R]'), [annotation])
  assert.deepEqual(listForm('7 0 R', '[5 0 R]', ['[ 5 0 R 92 0 R ]']), [annotation])
  assert.deepEqual(listForm('93 0 R', '[5 0 R]'), [annotation])
  assert.deepEqual(listForm('[5 0 R]', '[5 0 R 94 0 R]'), [field])
})
