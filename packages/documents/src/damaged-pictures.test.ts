import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { contentRequest } from '#fixtures/content-request.ts'
import { pdfOfPictures } from '#fixtures/pdf-of-pictures.ts'
import { pdfOfTexts } from '#fixtures/pdf-of-texts.ts'
import { drawBitmap, pictureOfWord } from '#fixtures/picture-of-text.ts'
import { writeZip } from '#fixtures/write-zip.ts'
import { openPackage } from './office/zip.ts'
import { defaultOptions } from './pdf/reading-of-pages.ts'
import { readDocument } from './read-document.ts'
import { isWholePicture } from './whole-picture.ts'

async function read(body: Uint8Array, fileName: string) {
  const { markdown = '', warnings } = await readDocument(
    {
      ...contentRequest(body, { fileName, contentType: undefined, readImages: true }),
      pdf: { ...defaultOptions, mode: 'fast' },
    },
    { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} },
  )
  return { markdown, warnings }
}

const lost = (path: string) =>
  `Content is missing, because the file does not have it or it is damaged, in the part ${path}.`
const half = (file: Uint8Array) => file.subarray(0, file.length / 2)
const png = await pictureOfWord('Weir', 'png')
const jpeg = await pictureOfWord('Weir', 'jpeg')

test('pictures whose end is missing or whose bytes were changed are not whole', async () => {
  const others = (['gif', 'webp', 'tiff', 'avif'] as const).map((type) =>
    pictureOfWord('Weir', type),
  )
  for (const file of [png, jpeg, await drawBitmap(png), ...(await Promise.all(others))])
    assert.ok(isWholePicture(file), file.toString('latin1', 0, 12))
  const [gif, webp, tiff] = await Promise.all(others)
  for (const file of [png, jpeg, gif, webp, tiff])
    assert.ok(file && !isWholePicture(half(file) as Buffer), file?.toString('latin1', 0, 12))
  const changed = Buffer.from(png)
  changed[200] = (changed[200] ?? 0) ^ 1
  assert.ok(!isWholePicture(changed))
  for (const other of ['', 'junk', '<html>404 not found</html>'])
    assert.ok(!isWholePicture(Buffer.from(other)), other)
  const metafile = Buffer.alloc(108)
  metafile.writeUInt32LE(1, 0)
  metafile.write(' EMF', 40)
  metafile.writeUInt32LE(metafile.length, 48)
  assert.ok(isWholePicture(metafile))
  assert.ok(!isWholePicture(metafile.subarray(0, 60)))
})

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...entries: readonly (readonly [string, string, string, string?])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.map(([id, type, target, mode = '']) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${mode}/>`).join('')}</Relationships>`

const withPicture = (picture: Uint8Array, body = '') => ({
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml']),
  'word/_rels/document.xml.rels': relations(
    ['r2', 'image', 'media/a.png'],
    ['r3', 'subDocument', 'part.docx', ' TargetMode="External"'],
  ),
  'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}"><w:body><w:p><w:r><w:t>Boats</w:t></w:r><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:embed="r2"/></w:drawing></w:r></w:p>${body}</w:body></w:document>`,
  'word/media/a.png': picture,
})

/** Numbers of two and four bytes, and texts. */
const makeBytes = (...parts: readonly (string | readonly [2 | 4, number])[]) =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part, 'latin1')
      const number = Buffer.alloc(part[0])
      number.writeUIntLE(part[1], 0, part[0])
      return number
    }),
  )

/** A drawing of one more record. */
function drawEmf(type: number, data: Buffer): Buffer {
  const record = Buffer.concat([makeBytes([4, type], [4, 8 + data.length]), data])
  const end = makeBytes([4, 14], [4, 20], '\0'.repeat(12))
  const start = makeBytes([4, 1], [4, 88], '\0'.repeat(32), ' EMF', [4, 0x1_00_00])
  const bytes = makeBytes([4, 88 + record.length + end.length])
  return Buffer.concat([start, bytes, Buffer.alloc(36), record, end])
}
const drawWmf = (action: number) =>
  makeBytes(
    '\x01\0',
    [2, 9],
    [2, 0x3_00],
    '\0'.repeat(12),
    [4, 4],
    [2, action],
    'ab',
    [4, 3],
    [2, 0],
  )
const placed = Buffer.concat([makeBytes([4, 0x9a_c6_cd_d7]), Buffer.alloc(18)])

async function readDrawing(picture: Buffer) {
  const files = Object.entries(withPicture(picture)).map(([name, file]) => [
    name.replace('a.png', 'a.emf'),
    typeof file === 'string' ? file.replace('media/a.png', 'media/a.emf') : file,
  ])
  return (await read(writeZip(Object.fromEntries(files)), 'a.docx')).warnings
}

/** A head of eight bytes, and one action. */
const drawSvm = (action: number) =>
  makeBytes(
    'VCLMTF',
    [2, 1],
    [4, 2],
    'ab',
    [2, 136],
    [2, 1],
    [4, 1],
    'a',
    [2, action],
    [2, 1],
    [4, 0],
  )
const svg = (name: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><${name}>Weir</${name}></svg>`

test('drawings whose text is not read are named', async () => {
  const drawn = makeBytes([4, 24], 'EMF+', [2, 0x40_1c], [2, 0], [4, 12], [4, 0])
  const shapes = makeBytes([4, 24], 'EMF+', [2, 0x40_0b], [2, 0], [4, 12], [4, 0])
  const own = 'Text of a drawing was left out in the part word/media/a.emf.'
  const texts = [drawEmf(84, Buffer.alloc(68)), drawEmf(70, drawn), drawWmf(0x0a_32)]
  const others = [gzipSync(drawWmf(0x0a_32)), drawSvm(113), Buffer.from(svg('text'))]
  for (const picture of [...texts, ...others, Buffer.concat([placed, drawWmf(0x05_21)])])
    assert.ok((await readDrawing(picture)).includes(own), picture.toString('hex', 0, 60))
  const [line, rest] = [drawEmf(27, Buffer.alloc(8)), drawEmf(70, shapes)]
  for (const picture of [
    line,
    rest,
    gzipSync(line),
    drawWmf(0x02_13),
    drawSvm(111),
    Buffer.from(svg('g')),
  ])
    assert.ok(!(await readDrawing(picture)).includes(own), picture.toString('hex', 0, 60))
})

test('packed drawings that are cut off are named', async () => {
  const picture = gzipSync(drawEmf(84, Buffer.alloc(68)))
  assert.ok((await readDrawing(Buffer.from(half(picture)))).includes(lost('word/media/a.emf')))
})

test('damaged pictures and documents elsewhere are named with their parts', async () => {
  const other = 'An embedded file was left out in the part part.docx.'
  assert.deepEqual((await read(writeZip(withPicture(png)), 'a.docx')).warnings, [other])
  for (const picture of [half(png), Buffer.from('junk')])
    assert.deepEqual((await read(writeZip(withPicture(picture)), 'a.docx')).warnings, [
      lost('word/media/a.png'),
      other,
    ])
})

test('parts whose bytes were changed are named', async () => {
  const file = writeZip(withPicture(jpeg))
  const at = file.indexOf(jpeg) + jpeg.length - 30
  file[at] = (file[at] ?? 0) ^ 1
  const { markdown, warnings } = await read(file, 'a.docx')
  assert.equal(markdown, 'Boats')
  assert.ok(
    warnings.includes(
      'Content may be wrong or missing, because it does not match its checksum or is packed in an unknown way, in the part word/media/a.png.',
    ),
    warnings.join(),
  )
})

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url))

function addToOpenDocument(name: string, [end, added]: readonly [string, string], more = {}) {
  const file = openPackage(fixture(name))
  const parts = (file?.names ?? []).map((path) => {
    const text = file?.part(path)?.toString('utf8') ?? ''
    return [path, path === 'content.xml' ? text.replace(end, added + end) : text] as const
  })
  return writeZip({ ...Object.fromEntries(parts), ...more })
}

const frame = (what: string) => `<text:p><draw:frame>${what}</draw:frame></text:p>`
const add = (what: string, more = {}) =>
  read(addToOpenDocument('text.odt', ['</office:text>', what], more), 'a.odt')

test('pictures and objects of OpenDocument files are named where they are not read', async () => {
  const picture = frame('<draw:image xlink:href="Pictures/a.png"/>')
  assert.deepEqual((await add(picture, { 'Pictures/a.png': png })).warnings, [])
  assert.deepEqual((await add(picture)).warnings, [lost('Pictures/a.png')])
  assert.deepEqual((await add(picture, { 'Pictures/a.png': half(png) })).warnings, [
    lost('Pictures/a.png'),
  ])
  const { warnings } = await add('', { 'styles.xml': `<a>${picture}</a>` })
  assert.ok(warnings.includes(lost('Pictures/a.png')), warnings.join('\n'))
  const object = frame(
    '<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>',
  )
  assert.deepEqual((await add(object, { 'Object 1/content.xml': '<a/>' })).warnings, [
    'An embedded object, such as a chart or a formula, was left out in the part Object 1.',
  ])
})

test('of animated pictures the frames that are not read are named', async () => {
  const words = await Promise.all(['Weir', 'Boat'].map((word) => pictureOfWord(word, 'png')))
  for (const type of ['gif', 'webp'] as const) {
    const file = await sharp(words, { join: { animated: true } })
      .toFormat(type)
      .toBuffer()
    const { markdown, warnings } = await read(file, `a.${type}`)
    assert.match(markdown, /Weir/)
    assert.deepEqual(warnings, ['Of 2 frames only the first was read.'])
  }
  const control = Buffer.alloc(20)
  control.writeUInt32BE(8)
  control.write('acTL', 4)
  control.writeUInt32BE(3, 8)
  const [head, rest] = [png.subarray(0, 33), png.subarray(33)]
  const { warnings } = await read(Buffer.concat([head, control, rest]), 'a.png')
  assert.deepEqual(warnings, ['Of 3 frames only the first was read.'])
})

const makeRtf = (picture: Uint8Array) =>
  String.raw`{\rtf1\ansi Boats.\par{\pict\pngblip\picw100 ${Buffer.from(picture).toString('hex')}}Piers.\par}`

test('damaged pictures of RTF texts, and a missing end, are named', async () => {
  assert.deepEqual((await read(Buffer.from(makeRtf(png)), 'a.rtf')).warnings, [])
  assert.deepEqual((await read(Buffer.from(makeRtf(half(png))), 'a.rtf')).warnings, [
    lost('picture 1'),
  ])
  assert.deepEqual((await read(Buffer.from(makeRtf(png).slice(0, -9)), 'a.rtf')).warnings, [
    'Text may be missing, because the file is cut off.',
  ])
})

test('damaged pictures of PDF files are named with their pages', async () => {
  const warning = 'A picture is damaged, and text in it may be missing, on page 2.'
  const file = await pdfOfPictures([jpeg, jpeg])
  assert.ok(!(await read(file, 'a.pdf')).warnings.some((one) => one.includes('damaged')))
  const end = file.lastIndexOf(jpeg) + jpeg.length
  file.fill(0, end - Math.floor(jpeg.length / 2), end)
  assert.ok((await read(file, 'a.pdf')).warnings.includes(warning))
})

test('files that a PDF file carries, and pages that it does not have, are named', async () => {
  const page = [[{ text: 'Boats of the harbour and their fees', x: 50, y: 700 }]]
  const carrying = pdfOfTexts(page, {
    catalogEntries: '/Names << /EmbeddedFiles << /Names [(fees.csv) 10 0 R] >> >>',
    further: [
      '<< /Type /Filespec /F (fees.csv) /UF (fees.csv) /EF << /F 11 0 R >> >>',
      '<< /Length 4 >>\nstream\n1,2\n\nendstream',
    ],
  })
  assert.deepEqual((await read(carrying, 'a.pdf')).warnings, [
    'An embedded file was left out in the part fees.csv.',
  ])
  const short = Buffer.from(pdfOfTexts(page).toString('latin1').replace('/Count 1', '/Count 2'))
  assert.deepEqual((await read(short, 'a.pdf')).warnings, [
    'The file states 2 pages, of which 1 were found.',
  ])
})

test('a mail whose parts have no end says so', async () => {
  const whole =
    'Subject: Boats\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nText.\r\n--b--\r\n'
  assert.deepEqual((await read(Buffer.from(whole), 'a.eml')).warnings, [])
  assert.deepEqual((await read(Buffer.from(whole.slice(0, -5)), 'a.eml')).warnings, [
    'Text and attachments may be missing, because the file is cut off.',
  ])
})
