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

const book = (chapters: Readonly<Record<string, string | Buffer>>) =>
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

const missing = (path: string) =>
  `A picture, a link or another part is missing, because the file does not say where it is, in the part ${path}.`
const note = (path: string) =>
  `A note or a comment is missing that the text refers to in the part ${path}.`

test('references that lead to nothing are named with the part that has them', async () => {
  const [slide, sheet, text] = [
    'ppt/slides/slide1.xml',
    'xl/worksheets/sheet1.xml',
    'word/document.xml',
  ]
  for (const [name, path, end, added, warning] of [
    [
      'slides.pptx',
      slide,
      '</p:spTree>',
      '<p:pic><a:blip r:embed="rId99"/></p:pic>',
      missing(slide),
    ],
    ['sheets.xlsx', sheet, '</worksheet>', '<drawing r:id="rId99"/>', missing(sheet)],
    ['text.docx', text, '</w:body>', '<w:p><w:hyperlink r:id="rId99"/></w:p>', missing(text)],
    [
      'text.docx',
      text,
      '</w:body>',
      '<w:p><w:r><w:footnoteReference w:id="99"/></w:r></w:p>',
      note('word/footnotes.xml'),
    ],
    [
      'text.docx',
      text,
      '</w:body>',
      '<w:p><w:r><w:commentReference w:id="99"/></w:r></w:p>',
      note('word/comments.xml'),
    ],
  ] as const) {
    const file = change(name, { [path]: (xml) => xml.replace(end, added + end) })
    const { warnings } = await read(file, name)
    assert.ok(warnings.includes(warning), `${name}: ${warnings.join()}`)
  }
})

test('texts and numbers of cells that are not there, or no numbers, are marked', async () => {
  const path = 'xl/worksheets/sheet1.xml'
  const withCell = (cell: string) =>
    change('sheets.xlsx', {
      [path]: (xml) =>
        xml.replace('</sheetData>', `<row r="90"><c r="A90"${cell}</c></row></sheetData>`),
    })
  const unknown = await read(withCell(' t="s"><v>9999</v>'), 'a.xlsx')
  assert.deepEqual(unknown.warnings, [lost('xl/sharedStrings.xml')])
  assert.match((await read(withCell('><v>boat</v>'), 'a.xlsx')).markdown, /\| boat \|/)
})

const declare = (name: string) => `<?xml version="1.0" encoding="${name}"?>`

test('parts in other encodings than UTF-8 are read, and contradictions are named', async () => {
  const body = chapter('Häfen')
  const readChapter = (part: string | Buffer) =>
    read(book({ 'a/c1.xhtml': part, 'a/c 2.xhtml': chapter('Two') }), 'a.epub')
  for (const [part, warnings] of [
    [Buffer.from(`\uFEFF${declare('UTF-16')}${body}`, 'utf16le'), []],
    [Buffer.from(declare('ISO-8859-1') + body, 'latin1'), []],
    [
      declare('ISO-8859-1') + body,
      ['It is declared as ISO-8859-1 and was read as UTF-8, in the part a/c1.xhtml.'],
    ],
  ] as const) {
    const reading = await readChapter(part)
    assert.match(reading.markdown, /# Häfen[^]*# Two/)
    assert.deepEqual(reading.warnings, warnings)
  }
  const broken = await readChapter(Buffer.from(declare('UTF-8') + body, 'latin1'))
  assert.match(broken.markdown, /# H\uFFFDfen/)
  assert.match(broken.warnings.join(), /are shown as \uFFFD in the part a\/c1\.xhtml\.$/)
})

test('chapters that an e-book does not list, and those of other kinds, are named', async () => {
  const file = openPackage(book({ 'a/c1.xhtml': chapter('One'), 'a/c 2.xhtml': chapter('Two') }))
  const parts = (file?.names ?? []).map(
    (path) => [path, file?.part(path)?.toString() ?? ''] as const,
  )
  const added = '<itemref idref="c9"/><itemref idref="c3"/></spine>'
  const item = '<item id="c3" href="c3.pdf" media-type="application/pdf"/></manifest>'
  const changed = parts.map(([path, text]) => [
    path,
    text.replace('</spine>', added).replace('</manifest>', item),
  ])
  const { warnings } = await read(writeZip(Object.fromEntries(changed)), 'a.epub')
  assert.deepEqual(warnings, [lost('c9'), 'An embedded file was left out in the part a/c3.pdf.'])
})

const open = (line: number) => [
  `A quotation mark in line ${line} is not closed, so that what follows it may be in one cell.`,
]

test('quotation marks of tables that are not closed, and bytes that are no characters, are named', async () => {
  const zeros = ['Zero bytes were left out: the file is damaged, or no table.']
  for (const [table, warnings] of [
    ['name,fee\n"Barge, ""old""",12\nPlank 5" long,3\n', []],
    ['name,fee\nBarge,12\nCanal,"13\nDam,14\n', open(3)],
    ['name\tfee\n"Canal\t13\nDam\t14\n', open(2)],
    ['sep=;\nname;fee\n"Canal;13\n', open(3)],
    ['name,fee\n"Canal,13\nDam,"14\n', open(2)],
    [`${'name,fee\n'.repeat(200)}Bar\0ge,12\n`, zeros],
  ] as const)
    assert.deepEqual((await read(Buffer.from(table), 'a.csv')).warnings, warnings, table)
  const names = 'König, Müller, Bäcker\n'.repeat(9)
  const bytes = Buffer.concat([Buffer.from(names), Buffer.from([0xff, 0x42])])
  const { markdown, warnings } = await read(bytes, 'a.csv')
  assert.match(markdown, /König[^]*\uFFFDB/)
  assert.deepEqual(warnings, ['Bytes that are no characters of UTF-8 are shown as \uFFFD.'])
})

test('a group of an RTF text that does not end is named', async () => {
  const text = String.raw`{\rtf1\ansi Boats \{ piers.\par{\*\generator Foo; Locks.\par}`
  const { warnings } = await read(Buffer.from(text), 'a.rtf')
  assert.deepEqual(warnings, ['Text may be missing, because the file is cut off.'])
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
