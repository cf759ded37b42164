import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentKind } from './content-kind.ts'

const texts = [
  'BM is the abbreviation of a benchmark.\n',
  'BMW and other makers\n',
  'GIF89a is the newer version of the format.\n',
  'RIFF files have chunks.\n',
  'RIFFRAFFWEBP\n',
  'The ftyp box comes first.\n',
  'The ftypmp42 brand\n',
  'ID3 tags hold the title of a song.\n',
  'OggS begins every page.\n',
  'wOFF and wOF2 are fonts.\n',
  'Rar! said the lion.\n',
  '%PDF- is how the files begin.\n',
  '{\\rtf is how the files begin.\n',
]

for (const text of texts)
  test(`a text that begins with "${text.slice(0, 8)}" is a text`, () => {
    for (const type of [undefined, 'text/plain', 'application/octet-stream'])
      assert.equal(contentKind(Buffer.from(text), type), 'text')
  })

test('bytes that begin with BM without the header of a bitmap are no picture', () => {
  assert.equal(
    contentKind(Buffer.from('BM\0\x01\x02 other bytes of some program'), undefined),
    'file',
  )
  assert.equal(contentKind(Buffer.from('BM\0'), undefined), 'file')
})

const head = (start: string, rest: readonly number[]) =>
  Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from(rest)])

test('pictures and media with signatures of letters are recognised', () => {
  const bitmap = head('BM', [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0])
  assert.equal(contentKind(bitmap, undefined), 'image')
  assert.equal(contentKind(head('GIF89a', [2, 0, 2, 0, 0x80, 0, 0]), undefined), 'image')
  assert.equal(contentKind(head('RIFF\x10\0\0\0WEBPVP8 ', [0, 1]), undefined), 'image')
  assert.equal(contentKind(head('\0\0\0\x1Cftypavif', [0, 0]), undefined), 'image')
  for (const start of [
    'ID3\x04\0',
    'OggS\0',
    'wOF2\0\x01\0\0',
    '\0\0\0\x18ftypmp42',
    'Rar!\x1A\x07\0',
  ])
    assert.equal(contentKind(head(start, [0, 0]), undefined), 'file')
})
