import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { readFromPipe, writeDivided, writeToPipe } from './messages.ts'

const failed = () => assert.fail('broken')

function written(messages: readonly unknown[]): Buffer {
  const pipe = new PassThrough({ highWaterMark: 1e9 })
  for (const message of messages) writeToPipe(pipe, message)
  return (pipe.read() as Buffer | null) ?? Buffer.alloc(0)
}

test('messages arrive whole and in order, however the pipe divides them', () => {
  const messages = [
    { kind: 'read', content: { at: new Date(0), none: undefined, map: new Map([[1, 'ä']]) } },
    '',
    { source: { kind: 'bytes', bytes: new Uint8Array(100_000).fill(7) } },
    [null, 'x'.repeat(70_000)],
  ]
  const all = written(messages)
  for (const size of [1, 3, 4, 5, 65_536, all.length]) {
    const read: unknown[] = []
    const pipe = new PassThrough()
    readFromPipe(pipe, { onMessage: (message) => read.push(message), onBroken: failed })
    for (let at = 0; at < all.length; at += size) pipe.emit('data', all.subarray(at, at + size))
    assert.deepEqual(read, messages)
  }
})

test('long messages arrive whole, in frames, between short ones', () => {
  const long = { kind: 'read', markdown: 'ä'.repeat(2_000_000), links: Array(50_000).fill('/a') }
  const pipe = new PassThrough({ highWaterMark: 1e9 })
  for (const message of ['first', long, 'last']) writeDivided(pipe, message)
  const all = pipe.read() as Buffer
  assert.ok(countFrames(all) > 5)
  const read: unknown[] = []
  const other = new PassThrough()
  readFromPipe(other, { onMessage: (message) => read.push(message), onBroken: failed })
  other.emit('data', all)
  assert.deepEqual(read, ['first', long, 'last'])
})

function countFrames(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32LE(at)) count += 1
  return count
}

test('a message above the bound is not written', () => {
  const pipe = new PassThrough()
  const long = Array.from({ length: 3 }, () => 'x'.repeat(100 * 1024 * 1024))
  assert.throws(() => writeDivided(pipe, long), RangeError)
  assert.equal(pipe.readableLength, 0)
})

test('a message whose writer begins another one is dropped', () => {
  const pipe = new PassThrough()
  const read: unknown[] = []
  readFromPipe(pipe, { onMessage: (message) => read.push(message), onBroken: failed })
  const long = new PassThrough({ highWaterMark: 1e9 })
  writeDivided(long, 'x'.repeat(3_000_000))
  const all = long.read() as Buffer
  const first = all.subarray(0, 4 + all.readUInt32LE(0))
  pipe.emit('data', Buffer.concat([first, written(['another'])]))
  assert.deepEqual(read, ['another'])
})

test('a frame that is too long ends the reading, and is not collected', () => {
  const pipe = new PassThrough()
  const read: unknown[] = []
  let isTooLong = false
  readFromPipe(pipe, {
    onMessage: (message) => read.push(message),
    onBroken: () => (isTooLong = true),
  })
  const head = Buffer.alloc(4)
  head.writeUInt32LE(16 * 1024 ** 2 + 1)
  pipe.emit('data', Buffer.concat([written(['first']), head]))
  pipe.emit('data', written(['behind it']))
  assert.deepEqual([read, isTooLong], [['first'], true])
})

test('what is no message ends the reading, and nothing is thrown', () => {
  const empty = Buffer.alloc(4)
  const noise = Buffer.concat([Buffer.from([8, 0, 0, 0]), Buffer.from('not a va')])
  for (const bytes of [empty, noise, written([null])]) {
    const pipe = new PassThrough()
    let broken = 0
    const kinds: unknown[] = []
    readFromPipe(pipe, {
      onMessage: (message) => kinds.push((message as { readonly kind: string }).kind),
      onBroken: () => (broken += 1),
    })
    pipe.emit('data', bytes)
    pipe.emit('data', written([{ kind: 'read' }]))
    assert.deepEqual([broken, kinds], [1, []])
  }
})
