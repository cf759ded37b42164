import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { pictureOfText } from '#fixtures/picture-of-text.ts'
import { findTesseract } from './find-tesseract.ts'
import { preparePicture } from './prepare-picture.ts'
import { createReadPicture } from './read-picture.ts'

const never = new AbortController().signal
const wanted =
  'Weirs of the river A weir holds back the water and lets the rest of it pass over its crest.'
const text = ({ words }: { words: readonly { text: string }[] }) =>
  words.map((word) => word.text).join(' ')

const programs = [undefined, findTesseract()].filter(
  (program, index) => index === 0 || program !== undefined,
)

for (const program of programs) {
  const readPicture = createReadPicture({ program, languages: 'eng' })
  const name = program ?? 'the tesseract among the packages'

  test(`${name} reads pictures`, async () => {
    for (const format of ['png', 'jpeg'] as const) {
      const page = await readPicture(await pictureOfText('Weirs of the river', format), never)
      assert.equal(text(page), wanted, format)
    }
  })

  test(`${name} names a language whose data are missing`, async () => {
    const picture = await pictureOfText('Weirs of the river')
    for (const languages of ['xyz', 'eng+xyz'])
      await assert.rejects(createReadPicture({ program, languages })(picture, never), {
        code: 'NOT_IMPLEMENTED',
        message: /"xyz".*install/,
      })
  })
}

test('pictures that lie on a side or stand on their head are read', async () => {
  const readPicture = createReadPicture({ program: findTesseract(), languages: 'eng' })
  const plain = await pictureOfText('Weirs of the river')
  const { width, height } = await readPicture(plain, never)
  for (const degrees of [90, 180, 270]) {
    const page = await readPicture(await sharp(plain).rotate(degrees).png().toBuffer(), never)
    assert.equal(text(page), wanted, `${degrees}`)
    assert.deepEqual([page.width, page.height, page.turned], [width, height, 360 - degrees])
  }
})

test('pictures of other formats have the points of a PNG', async () => {
  const { points } = await preparePicture(await pictureOfText('Weirs of the river'))
  for (const format of ['tiff', 'webp', 'gif', 'avif'] as const) {
    const other = await preparePicture(await pictureOfText('Weirs of the river', format))
    assert.equal(other.points.length, points.length, format)
    const apart = points.filter((point, at) => Math.abs(point - (other.points[at] ?? 0)) > 100)
    assert.equal(apart.length, 0, format)
  }
})

test('rotated, pale and inverted pictures are read', async () => {
  const readPicture = createReadPicture({ program: findTesseract(), languages: 'eng' })
  const plain = await pictureOfText('Weirs of the river')
  const turned = await sharp(plain).rotate(1.5, { background: 'white' }).blur(0.7).png().toBuffer()
  const pale = await sharp(plain).linear(0.25, 160).png().toBuffer()
  const dark = await sharp(plain).negate({ alpha: false }).png().toBuffer()
  for (const picture of [turned, pale, dark]) {
    assert.equal(text(await readPicture(picture, never)), wanted)
  }
})

test('a faint picture with grain is read', async () => {
  const readPicture = createReadPicture({ program: findTesseract(), languages: 'eng' })
  const plain = await sharp(await pictureOfText('Weirs of the river'))
    .flatten({ background: 'white' })
    .greyscale()
    .blur(0.8)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = plain.info
  let state = 1
  const grain = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const points = plain.data.map((value) =>
    Math.min(255, 225 - (255 - value) * 0.28 + 20 * (grain() + grain() + grain() - 1.5)),
  )
  const picture = await sharp(points, { raw: { width, height, channels } }).png().toBuffer()
  assert.equal(text(await readPicture(picture, never)), wanted)
})

test('a skewed scan is straightened', async () => {
  const plain = await pictureOfText('Weirs of the river')
  for (const degrees of [-3, -1, 1, 2.5]) {
    const askew = await sharp(plain).rotate(degrees, { background: 'white' }).png().toBuffer()
    const { turned } = await preparePicture(askew)
    assert.ok(Math.abs(turned + degrees) <= 0.3, `${degrees}: ${turned}`)
  }
  assert.equal((await preparePicture(plain)).turned, 0)
})

test('a JPEG 2000 picture is read with and without container', async () => {
  const readPicture = createReadPicture({ program: findTesseract(), languages: 'eng' })
  const folder = join(import.meta.dirname, '../../../fixtures/documents')
  for (const name of ['picture.jp2', 'picture.j2k']) {
    const bytes = readFileSync(join(folder, name))
    const page = await readPicture(bytes, never)
    assert.ok(Math.abs(page.width - 1_000) <= 1 && Math.abs(page.height - 420) <= 1)
    assert.equal(text(page), wanted.replace('of the river ', ''), name)
    await assert.rejects(readPicture(bytes.subarray(0, 60), never), { code: 'DOCUMENT_CORRUPT' })
    const wide = Buffer.from(bytes)
    wide.writeUInt32BE(100_000_000, wide.indexOf('FF4FFF51', 'hex') + 8)
    await assert.rejects(readPicture(wide, never), { code: 'DOCUMENT_TOO_COMPLEX' })
  }
})

test('damaged and too large pictures fail', async () => {
  const plain = await pictureOfText('Weirs of the river')
  await assert.rejects(preparePicture(plain.subarray(0, 500)), { code: 'DOCUMENT_CORRUPT' })
  const wide = Buffer.from(plain)
  const header = wide.indexOf('IHDR')
  wide.writeUInt32BE(16_000, header + 4)
  wide.writeUInt32BE(8_000, header + 8)
  wide.writeUInt32BE(crc32(wide.subarray(header, header + 17)), header + 17)
  await assert.rejects(preparePicture(wide), { code: 'DOCUMENT_TOO_COMPLEX' })
})
