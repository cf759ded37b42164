import { inflateSync, inflateRawSync } from 'node:zlib'

/** An object of a PDF file: what is written before its stream, and the bytes of the stream as they are stored. */
export interface FileObject {
  readonly text: string
  readonly stream: Buffer | undefined
}

export interface FileObjects {
  /** Undefined for an object that the file does not have. */
  read(number: number): FileObject | undefined
  /** Whether the file has an object, which may say that it is nothing. */
  has(number: number): boolean
  /** So much was read that no more is: what is not found may be there. */
  isSpent(): boolean
}

/** A file with more, or with larger containers of objects, is not looked at. */
const [objectsMax, containerBytesMax] = [500_000, 64 * 1024 * 1024]
/** Of an object, of its beginning, and of all that are read. */
const [textBytesMax, headBytes, readBytesMax] = [1024 * 1024, 1_024, 64 * 1024 * 1024]

/** Where an object is, in the file or in the text of a container. */
interface Place {
  readonly start: number
  end: number
  stream?: readonly [number, number]
  readonly container?: string
}

/**
 * Finds the objects of a PDF file by their marks, in one pass; the last one of a number counts. Undefined for an encrypted file, and for one
 * with too many objects, or with containers of them that cannot be unpacked.
 */
export function findObjects(file: Buffer): FileObjects | undefined {
  if (file.includes('/Encrypt')) return undefined
  const places = new Map<number, Place>()
  const findNext = createFind(file)
  let current: Place | undefined
  let left = containerBytesMax
  for (let at = 0; at < file.length && places.size <= objectsMax;) {
    const [object, stream] = [findNext(' obj', at), findNext('stream', at)]
    if (current && stream < object) {
      // The bytes of a stream may look like objects.
      const before = file.toString('latin1', Math.max(0, stream - headBytes), stream)
      const isStream = before.trimEnd().endsWith('>>')
      const end = isStream ? findNext('endstream', stream) : stream
      at = end + 'endstream'.length
      if (!isStream) continue
      current.stream = [stream + 'stream'.length, end]
      current.end = stream
      const container = readContainer(file, current, left)
      if (container === undefined) return undefined
      left -= container.length
      addContained(container, places)
      current = undefined
      continue
    }
    const head = file.toString('latin1', Math.max(0, object - 18), object)
    const [, number] = /(\d{1,10})\s{1,4}\d{1,5}$/.exec(head) ?? []
    at = object + ' obj'.length
    if (number === undefined || object >= file.length) continue
    if (current) current.end = object
    current = { start: at, end: file.length }
    places.set(Number(number), current)
  }
  return places.size > objectsMax ? undefined : createRead(file, places)
}

function createRead(file: Buffer, places: ReadonlyMap<number, Place>): FileObjects {
  let left = readBytesMax
  return {
    isSpent: () => left <= 0,
    has: (number) => places.has(number),
    read(number) {
      const place = places.get(number)
      if (!place || left <= 0) return undefined
      const { start, end, stream, container } = place
      const text = container
        ? container.slice(start, end)
        : file.toString('latin1', start, Math.min(end, start + textBytesMax))
      left -= text.length
      if (/^\s*null\b/.test(text)) return undefined
      return { text, stream: stream && readStream(file, stream, text) }
    },
  }
}

/** Finds marks from a place on, each once, as the places only grow. */
function createFind(file: Buffer) {
  const known = new Map<string, number>()
  return (mark: string, from: number): number => {
    const last = known.get(mark) ?? -1
    if (last >= from) return last
    const found = file.indexOf(mark, from)
    const place = found === -1 ? file.length : found
    known.set(mark, place)
    return place
  }
}

/** The bytes between the marks; the length that the file states counts where the mark of the end follows it. */
function readStream(file: Buffer, [from, to]: readonly [number, number], text: string): Buffer {
  const start = from + (file[from] === 0x0d ? 1 : 0) + 1
  const [, length = '-1'] = /\/Length\s+(\d{1,10})(?!\d|\s+\d+\s+R)/.exec(text) ?? []
  const stated = start + Number(length)
  const isStated =
    Number(length) >= 0 && file.toString('latin1', stated, stated + 12).includes('endst')
  return file.subarray(start, isStated ? stated : to)
}

/** The objects that a container has as text, with where they begin in it; empty for other objects, undefined for one that cannot be read. */
function readContainer(file: Buffer, place: Place, bytesMax: number): string | undefined {
  const text = file.toString('latin1', place.start, Math.min(place.end, place.start + headBytes))
  if (!text.includes('/ObjStm') || !place.stream) return ''
  const [, first = '0'] = /\/First\s+(\d{1,9})/.exec(text) ?? []
  if (!text.includes('/FlateDecode')) return undefined
  const content = inflate(readStream(file, place.stream, text), bytesMax)?.content
  return content && `${first} ${content.toString('latin1')}`
}

/** Adds the objects of a container, whose text begins with their numbers and places. */
function addContained(container: string, places: Map<number, Place>): void {
  if (container === '') return
  const [head = ''] = /^\d+ /.exec(container) ?? []
  const begin = Number(head) + head.length
  const numbers = [...container.slice(head.length, begin).matchAll(/\d{1,10}/g)].map(Number)
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const start = begin + (numbers[at + 1] ?? 0)
    const end = begin + (numbers[at + 3] ?? container.length)
    places.set(numbers[at] ?? 0, { start, end, container })
  }
}

/** What a packed stream contains, as far as it can be unpacked. Undefined for one that is too large. */
export function inflate(
  packed: Buffer,
  bytesMax: number,
): { readonly content: Buffer; readonly isWhole: boolean } | undefined {
  const unpack = (way: typeof inflateSync, bytes: Buffer, options = {}) => {
    try {
      return way(bytes, { maxOutputLength: bytesMax, ...options })
    } catch (error) {
      return error instanceof RangeError ? 'large' : undefined
    }
  }
  // A checksum at the end that is wrong or missing loses nothing.
  const whole = unpack(inflateSync, packed) ?? unpack(inflateRawSync, packed.subarray(2))
  if (whole === 'large') return undefined
  if (whole) return { content: whole, isWhole: true }
  const part = unpack(inflateSync, packed, { finishFlush: 2 })
  if (part === 'large') return undefined
  return { content: part ?? Buffer.alloc(0), isWhole: false }
}

const token =
  /\((?:[^()\\]|\\[^])*\)?|<<|>>|\[|\]|<[^<>]*>|\/[^\s/<>[\](){}%]*|[^\s/<>[\](){}%]+|[^]/g

/** The members of the first dictionary of a text, as they are written. */
export function readMembers(text: string): Map<string, string> {
  const members = new Map<string, string>()
  let [depth, key, value] = [0, '', '']
  for (const [sign] of text.matchAll(token)) {
    if (sign === '>>' || sign === ']') depth -= 1
    if (depth === 0 && sign === '>>') break
    const isName = depth === 1 && sign.startsWith('/')
    if (isName && (key === '' || value.trim() !== '')) {
      if (key !== '') members.set(key, value.trim())
      ;[key, value] = [sign.slice(1), '']
    } else if (depth > 0) value += sign
    if (sign === '<<' || sign === '[') depth += 1
  }
  if (key !== '') members.set(key, value.trim())
  return members
}

/** The numbers of the objects that a value refers to, in order. */
export function listReferences(value = ''): number[] {
  const signs = value.match(/\d+|[^\s\d]/g) ?? []
  return signs.flatMap((sign, at) => {
    const [number, generation] = [signs[at - 2] ?? '', signs[at - 1] ?? '']
    return sign === 'R' && /^\d/.test(number) && /^\d/.test(generation) ? [Number(number)] : []
  })
}
