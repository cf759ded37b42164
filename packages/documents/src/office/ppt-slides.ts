import type { Lose } from '#documents/losses.ts'
import type { OleFile } from './ole.ts'
import { letters, type Slide } from './scan-slide.ts'
import { slidesMax, unknownSlides } from './slides.ts'

/** Those of files with a million slides; the text is read by the converter. */
const placesMax = 1_000_000
const headBytes = 8
/** Each byte belongs to one record. */
const readShareMax = 2
/** Record types of [MS-PPT]. */
const [slideList, slidePersist, textHeader, textChars, textBytes] = [4080, 1011, 3999, 4000, 4008]
const titleKinds = new Set([0, 6])

interface Record {
  readonly type: number
  readonly instance: number
  readonly isContainer: boolean
  readonly start: number
  readonly end: number
}

/** The slides of a binary presentation in order; empty for other files and unreadable ones. */
export function slidesOfPpt(file: OleFile, lose: Lose): Slide[] {
  const user = file.stream('Current User')
  const stream = file.stream('PowerPoint Document')
  if (!user || !stream) return []
  try {
    return readSlides(stream, user.readUInt32LE(16), lose)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function readSlides(stream: Buffer, lastEdit: number, lose: Lose): Slide[] {
  const { places, documentId } = readPlaces(stream, lastEdit)
  const document = recordAt(stream, places.get(documentId) ?? stream.length)
  const list = [...listChildren(stream, document)].find(
    ({ type, instance }) => type === slideList && instance === 0,
  )
  const slides: { id: number; texts: TextPart[] }[] = []
  for (const record of list ? listChildren(stream, list) : []) {
    if (record.type === slidePersist) {
      if (slides.length >= slidesMax) {
        lose(unknownSlides)
        break
      }
      slides.push({ id: stream.readUInt32LE(record.start), texts: [] })
    } else slides.at(-1)?.texts.push(...readText(stream, record))
  }
  const textsIn = createTextsIn(stream)
  return slides.map(({ id, texts }) => {
    const place = places.get(id)
    const own = place === undefined ? [] : textsIn(recordAt(stream, place))
    if (!own) lose(unknownSlides)
    return toSlide([...texts, ...(own ?? [])])
  })
}

/** Offsets of persist objects: every save appends a directory, and the newest entry counts. */
function readPlaces(stream: Buffer, lastEdit: number) {
  const places = new Map<number, number>()
  const documentId = stream.readUInt32LE(lastEdit + headBytes + 16)
  let looked = 0
  for (let edit = lastEdit; ;) {
    const directory = recordAt(stream, stream.readUInt32LE(edit + headBytes + 12))
    for (let at = directory.start; at + 4 <= directory.end;) {
      const word = stream.readUInt32LE(at)
      const [first, length] = [word & 0xfffff, word >>> 20]
      at += 4
      looked += length + 1
      for (let index = 0; index < length && at + 4 <= directory.end; index += 1, at += 4) {
        if (!places.has(first + index)) places.set(first + index, stream.readUInt32LE(at))
      }
    }
    const before = stream.readUInt32LE(edit + headBytes + 8)
    // Older saves come before newer ones in the file.
    if (before === 0 || before >= edit || looked > placesMax) return { places, documentId }
    edit = before
  }
}

function recordAt(stream: Buffer, at: number): Record {
  const word = stream.readUInt16LE(at)
  return {
    type: stream.readUInt16LE(at + 2),
    instance: word >>> 4,
    isContainer: (word & 0xf) === 0xf,
    start: at + headBytes,
    end: Math.min(stream.length, at + headBytes + stream.readUInt32LE(at + 4)),
  }
}

function* listChildren(stream: Buffer, { start, end }: Record): Generator<Record> {
  for (let at = start; at + headBytes <= end;) {
    const record = recordAt(stream, at)
    yield record
    at = record.end
  }
}

/** A text type record or a text record. */
type TextPart = { readonly kind: number } | { readonly text: string }

function readText(stream: Buffer, { type, start, end }: Record): TextPart[] {
  if (type === textHeader) return [{ kind: stream.readUInt32LE(start) }]
  if (type === textChars) return [{ text: stream.toString('utf16le', start, end) }]
  return type === textBytes ? [{ text: stream.toString('latin1', start, end) }] : []
}

/** Lists the texts in a record; undefined once so much was read that records must overlap. */
export function createTextsIn(stream: Buffer): (root: Record) => TextPart[] | undefined {
  let left = readShareMax * stream.length
  return (root) => {
    const found: TextPart[] = []
    const open = [root]
    for (let record = open.pop(); record; record = open.pop()) {
      left -= headBytes + (record.isContainer ? 0 : record.end - record.start)
      if (left < 0) return undefined
      if (!record.isContainer) found.push(...readText(stream, record))
      else for (const child of [...listChildren(stream, record)].toReversed()) open.push(child)
    }
    return found
  }
}

function toSlide(parts: readonly TextPart[]): Slide {
  const texts = new Set<string>()
  let title: string | undefined
  let isTitle = false
  for (const part of parts) {
    if ('kind' in part) {
      isTitle = titleKinds.has(part.kind)
      continue
    }
    if (isTitle) title ??= letters(part.text) || undefined
    for (const paragraph of part.text.split('\r')) texts.add(letters(paragraph))
  }
  texts.delete('')
  return { title, texts: () => texts }
}
