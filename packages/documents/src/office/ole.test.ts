import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utils, write } from 'cfb'
import { listPieces } from './ole-holes.ts'
import { openOle, openStorage } from './ole.ts'
import { createTextsIn } from './ppt-slides.ts'

function compound(streams: Readonly<Record<string, Buffer>>): Buffer {
  const file = utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) utils.cfb_add(file, `/${name}`, content)
  return Buffer.from(write(file, { type: 'buffer' }) as Uint8Array)
}

const [sectorBytes, entryBytes] = [512, 128]
const long = (sign: string) => Buffer.alloc(20_000, sign)

test('streams of a compound file are read, short and long ones, in storages too', () => {
  const file = compound({ a: Buffer.from('short'), b: long('b'), 'Inner/c': long('c') })
  const ole = openOle(file)
  assert.equal(ole?.stream('a')?.toString(), 'short')
  assert.deepEqual(ole?.stream('b'), long('b'))
  assert.deepEqual(ole?.stream('b', 7), Buffer.from('bbbbbbb'))
  assert.equal(ole?.stream('c'), undefined)
  const inner = openStorage(file, assert.fail)?.storages.find(({ name }) => name === 'Inner')
  assert.deepEqual(inner?.names, ['c'])
  assert.deepEqual(inner?.stream('c'), long('c'))
  assert.equal(openOle(Buffer.from('PK')), undefined)
  assert.equal(openOle(file.subarray(0, 100)), undefined)
})

/** Changes each entry of the directory that has a name. */
function changeEntries(file: Buffer, change: (entry: Buffer) => void): Buffer {
  const at = (file.readInt32LE(48) + 1) * sectorBytes
  for (let entry = at; file.readUInt16LE(entry + 64) > 0; entry += entryBytes)
    change(file.subarray(entry, entry + entryBytes))
  return file
}

test('streams that share their bytes are read up to a share of the file', () => {
  const names = Array.from({ length: 60 }, (_, at) => `s${at}`)
  const file = compound(Object.fromEntries(names.map((name) => [name, long('x')])))
  let start: number | undefined
  const shared = changeEntries(file, (entry) => {
    if (entry.readUInt8(66) !== 2 || entry.readUInt32LE(120) < 4_096) return
    start ??= entry.readInt32LE(116)
    entry.writeInt32LE(start, 116)
    entry.writeUInt32LE(1_000_000, 120)
  })
  // A chain that returns to where it began.
  const table = (shared.readInt32LE(76) + 1) * sectorBytes
  for (let at = 0; at < 40; at++) shared.writeInt32LE(start ?? 0, table + 4 * ((start ?? 0) + at))
  const ole = openOle(shared)
  assert.ok(ole)
  const bytes = names.map((name) => ole.stream(name)?.length ?? 0)
  assert.ok(bytes[0] === 1_000_000)
  const all = bytes.reduce((sum, length) => sum + length, 0)
  assert.ok(all <= 8 * shared.length, String(all))
})

/** A table of pieces of a text, each with its first byte and its length. */
function pieceTable(pieces: readonly (readonly [number, number])[]): Buffer {
  const list = Buffer.alloc(5 + 4 + 12 * pieces.length)
  list.writeUInt8(2)
  list.writeUInt32LE(list.length - 5, 1)
  let from = 0
  for (const [at, [start, length]] of pieces.entries()) {
    list.writeUInt32LE((from += length), 5 + 4 * (at + 1))
    list.writeUInt32LE(((start << 1) | 0x40000000) >>> 0, 5 + 4 * (pieces.length + 1) + 8 * at + 2)
  }
  return list
}

test('a text that the pieces of a document name again and again is searched once', () => {
  const text = Buffer.alloc(10_000, 'text ')
  const table = pieceTable([
    ...Array.from({ length: 500 }, (): [number, number] => [1_000, 9_000]),
    ...Array.from({ length: 500 }, (_, at): [number, number] => [1_000 + at, 8_000]),
    [600, 100],
  ])
  text.writeUInt16LE(0, 0x0a)
  text.writeUInt32LE(0, 0x01a2)
  text.writeUInt32LE(table.length, 0x01a6)
  const ole = openOle(compound({ WordDocument: text, '0Table': table }))
  assert.ok(ole)
  const lengths = listPieces(ole, text).map(({ length }) => length)
  assert.deepEqual(lengths, [100, 9_000])
})

/** A record of a presentation: a container, or a text. */
function record(type: number, content: Buffer, stated = content.length): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(type === 4_000 ? 0 : 0x0f)
  head.writeUInt16LE(type, 2)
  head.writeUInt32LE(stated, 4)
  return Buffer.concat([head, content])
}

test('records of a presentation that lie in each other are read up to a share of the file', () => {
  // Each container ends before its first record does, and so does that record.
  let nested = record(4_000, Buffer.from('a weir', 'utf16le'))
  for (let depth = 0; depth < 200; depth++) nested = record(1_006, nested, 12)
  const textsIn = createTextsIn(nested)
  const root = { type: 1_006, instance: 0, isContainer: true, start: 8, end: nested.length }
  const counts = Array.from({ length: 400 }, () => textsIn(root)?.length)
  assert.ok(counts.includes(undefined))
  const whole = record(1_006, record(4_000, Buffer.from('a weir', 'utf16le')))
  const one = { ...root, end: whole.length }
  assert.deepEqual(createTextsIn(whole)(one), [{ text: 'a weir' }])
})
