import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import sharp from 'sharp'
import { contentRequest } from '#fixtures/content-request.ts'
import { pictureOfWord } from '#fixtures/picture-of-text.ts'
import { writeZip } from '#fixtures/write-zip.ts'
import { openPackage } from './office/zip.ts'
import { readDocument } from './read-document.ts'

async function read(body: Uint8Array, fileName: string) {
  const { markdown = '', warnings } = await readDocument(
    contentRequest(body, { fileName, contentType: undefined, readImages: true }),
    { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} },
  )
  return { markdown, warnings }
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url))

/** A copy of a document in which some parts are missing (undefined) or changed. */
function change(
  name: string,
  parts: Readonly<Record<string, ((text: string) => string) | undefined>>,
) {
  const file = openPackage(fixture(name))
  const all = (file?.names ?? []).flatMap((path) => {
    const text = file?.part(path)?.toString('utf8') ?? ''
    return !(path in parts) ? [[path, text]] : parts[path] ? [[path, parts[path](text)]] : []
  })
  return writeZip(Object.fromEntries(all))
}

const cutInHalf = (text: string) => text.slice(0, text.length / 2)
const lost = (path: string) =>
  `Content is missing, because the file does not have it or it is damaged, in the part ${path}.`

test('whole documents are read without a warning about their parts', async () => {
  for (const name of ['slides.pptx', 'sheets.xlsx', 'text.docx', 'text.epub', 'text.odt'])
    assert.deepEqual((await read(change(name, {}), name)).warnings, [], name)
})

test('parts that a file refers to and does not have, or that are cut off, are named', async () => {
  for (const [name, path] of [
    ['slides.pptx', 'ppt/slides/slide2.xml'],
    ['sheets.xlsx', 'xl/worksheets/sheet1.xml'],
    ['sheets.xlsx', 'xl/sharedStrings.xml'],
  ] as const)
    assert.ok((await read(change(name, { [path]: undefined }), name)).warnings.includes(lost(path)))
  const cut = change('sheets.xlsx', { 'xl/sharedStrings.xml': cutInHalf })
  assert.ok((await read(cut, 'a.xlsx')).warnings.includes(lost('xl/sharedStrings.xml')))
})

test('a sheet that is cut off says that rows may be missing', async () => {
  const path = 'xl/worksheets/sheet1.xml'
  const { warnings } = await read(change('sheets.xlsx', { [path]: cutInHalf }), 'a.xlsx')
  assert.match(warnings.join(), /^Rows may be missing, because it is cut off, in sheet \S/)
})

const book = (chapters: Readonly<Record<string, string>>) =>
  writeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a/b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'a/b.opf':
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest><item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/><item id="c2" href="c%202.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c1"/><itemref idref="c2"/></spine></package>',
    ...chapters,
  })
const chapter = (text: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>${text}</h1><p>About boats &amp; locks.</p></body></html>`

test('chapters of an e-book that are missing are named, malformed ones are repaired', async () => {
  const missing = await read(book({ 'a/c1.xhtml': chapter('One') }), 'a.epub')
  assert.deepEqual(missing.warnings, [lost('a/c 2.xhtml')])
  const second = chapter('Two').replace('&amp; locks.</p></body></html>', '& locks')
  const repaired = await read(
    book({ 'a/c1.xhtml': chapter('One'), 'a/c 2.xhtml': second }),
    'a.epub',
  )
  assert.match(repaired.markdown, /# One[^]*# Two[^]*About boats & locks/)
  assert.match(repaired.warnings.join(), /It was repaired.* in the part a\/c 2\.xhtml\.$/)
})

test('an embedded file of an RTF text is named', async () => {
  const text = String.raw`{\rtf1\ansi Boats.\par{\object\objemb{\*\objdata 0105000002}}Piers.\par}`
  const { warnings } = await read(Buffer.from(text), 'a.rtf')
  assert.deepEqual(warnings, ['An embedded file was left out.'])
})

/** The second directory of a TIFF file says that its picture is beyond the end. */
function withoutPage(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  const first = copy.readUInt32LE(4)
  const second = copy.readUInt32LE(first + 2 + 12 * copy.readUInt16LE(first))
  for (let at = second + 2; at < second + 2 + 12 * copy.readUInt16LE(second); at += 12)
    if (copy.readUInt16LE(at) === stripOffsets) {
      const count = copy.readUInt32LE(at + 4)
      const place = copy.readUInt32LE(at + 8)
      for (let strip = 0; strip < count; strip++)
        copy.writeUInt32LE(copy.length + 1_000, count === 1 ? at + 8 : place + 4 * strip)
    }
  return copy
}
const stripOffsets = 273

test('all pages of a TIFF file are read; those that are damaged are named', async () => {
  const words = await Promise.all(['Weir', 'Boat'].map((word) => pictureOfWord(word, 'png')))
  const file = await sharp(words, { join: { animated: true } })
    .tiff({ compression: 'none' })
    .toBuffer()
  const { markdown, warnings } = await read(file, 'a.tiff')
  assert.equal(markdown, 'Weir\n\nBoat')
  assert.deepEqual(warnings, [])
  // Its directories are at the end.
  const damaged = await read(withoutPage(file), 'a.tiff')
  assert.equal(damaged.markdown, 'Weir')
  assert.match(damaged.warnings.join(), /on page 2\.$/)
})
