import type { MediaKind } from '#media/media.ts'
import { readMarkup, type Markup } from './markup.ts'
import {
  assertFew,
  partUrl,
  secondsMax,
  StreamRefusedError,
  type Part,
  type Track,
} from './track.ts'

/** Reads a manifest of DASH (ISO 23009-1): the tracks with the best picture and its sound. Fails with `StreamRefusedError`. */
export async function readDash(text: string, url: string, kind: MediaKind): Promise<Track[]> {
  const document = await readMarkup(text)
  const mpd = listChildren(document, 'MPD')[0]
  const periods = mpd ? listChildren(mpd, 'Period') : []
  const [period] = periods
  if (!mpd || !period) throw new StreamRefusedError('The stream of this page has no manifest.')
  if (periods.length > 1)
    throw new StreamRefusedError('The stream of this page consists of several periods.')
  const seconds = parseSeconds(period, 'duration') ?? parseSeconds(mpd, 'mediaPresentationDuration')
  const sets = listChildren(period, 'AdaptationSet').flatMap((set) =>
    listChildren(set, 'Representation').map((representation): Chosen => ({
      levels: [mpd, period, set, representation],
      type: readType(set) ?? readType(representation),
      pixels: readNumber(representation, 'width') * readNumber(representation, 'height'),
      bandwidth: readNumber(representation, 'bandwidth'),
    })),
  )
  const chosen = choose(sets, kind)
  if (chosen.length === 0) throw new StreamRefusedError(`The stream of this page has no ${kind}.`)
  return chosen.map((one) => readParts(one, url, seconds))
}

/** A representation. */
interface Chosen {
  /** From the manifest down to the representation. */
  readonly levels: readonly Markup[]
  readonly type: string | undefined
  readonly pixels: number
  readonly bandwidth: number
}

function choose(all: readonly Chosen[], kind: MediaKind): readonly Chosen[] {
  const best = all.toSorted((a, b) => b.pixels - a.pixels || b.bandwidth - a.bandwidth)
  const picture = best.find(({ type }) => type === 'video')
  // The first set has the language of the recording.
  const sounds = all.filter(({ type }) => type === 'audio')
  const first = sounds.filter(({ levels }) => levels[2] === sounds[0]?.levels[2])
  const sound = first.toSorted((a, b) => b.bandwidth - a.bandwidth)[0]
  const wanted = kind === 'video' ? [picture, sound] : [sound ?? picture]
  const found = wanted.filter((one) => one !== undefined)
  return kind === 'video' && !picture ? [] : found
}

function readType({ attributes }: Markup): string | undefined {
  const type = attributes['contentType'] ?? attributes['mimeType']?.split('/')[0]
  return type === 'video' || type === 'audio' ? type : undefined
}

function readParts({ levels }: Chosen, manifestUrl: string, seconds: number | undefined): Track {
  const baseUrl = levels.reduce((base, level) => {
    const text = listChildren(level, 'BaseURL')[0]?.text
    return text === undefined ? base : partUrl(text, base)
  }, manifestUrl)
  const template = merged(levels, 'SegmentTemplate')
  if (template) return templateParts(template, { levels, baseUrl, seconds })
  const list = merged(levels, 'SegmentList')
  if (list) return listParts(list, baseUrl)
  return [{ url: baseUrl }]
}

/** The element at the innermost level, with the attributes and children that it takes over from outer ones. */
function merged(levels: readonly Markup[], name: string): Markup | undefined {
  const found = levels.flatMap((level) => listChildren(level, name).slice(0, 1))
  const [first] = found
  if (!first) return undefined
  return {
    ...first,
    attributes: Object.assign({}, ...found.map(({ attributes }) => attributes)),
    children: found.toReversed().flatMap(({ children }) => children),
  }
}

function listParts(list: Markup, baseUrl: string): Track {
  const [start] = listChildren(list, 'Initialization')
  const parts = listChildren(list, 'SegmentURL').map(({ attributes }) =>
    partAt(attributes['media'], attributes['mediaRange'], baseUrl),
  )
  const { sourceURL, range } = start?.attributes ?? {}
  const all = start ? [partAt(sourceURL, range, baseUrl), ...parts] : parts
  assertFew(all)
  return all
}

/** Without an address it is in the file of the base URL. */
function partAt(address: string | undefined, range: string | undefined, baseUrl: string): Part {
  const url = address === undefined ? baseUrl : partUrl(address, baseUrl)
  if (range === undefined) return { url }
  const [start = -1, end = -1] = range.split('-').map(Number)
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start)
    return { url, range: { start, length: end - start + 1 } }
  throw new StreamRefusedError(
    'The stream of this page names a range of bytes that cannot be read.',
  )
}

interface Surroundings {
  readonly levels: readonly Markup[]
  readonly baseUrl: string
  readonly seconds: number | undefined
}

function templateParts(template: Markup, { levels, baseUrl, seconds }: Surroundings): Track {
  const { id = '', bandwidth = '' } = levels.at(-1)?.attributes ?? {}
  const { initialization, media } = template.attributes
  const names = { RepresentationID: id, Bandwidth: bandwidth }
  const part = (text: string, values: Names): Part => ({
    url: partUrl(filled(text, { ...names, ...values }), baseUrl),
  })
  const parts: Part[] = initialization === undefined ? [] : [part(initialization, {})]
  if (media === undefined) throw new StreamRefusedError('The stream of this page names no parts.')
  for (const { number, time } of listTimes(template, seconds)) {
    parts.push(part(media, { Number: String(number), Time: String(time) }))
    assertFew(parts)
  }
  return parts
}

/** Number and start of each part. */
function* listTimes(template: Markup, seconds: number | undefined) {
  const timescale = readNumber(template, 'timescale') || 1
  const end = seconds === undefined ? undefined : Math.min(seconds, secondsMax) * timescale
  const latest = secondsMax * timescale
  const startNumber = template.attributes['startNumber']
  let number = startNumber === undefined ? 1 : Number(startNumber)
  const [timeline] = listChildren(template, 'SegmentTimeline')
  if (!timeline) {
    const duration = readNumber(template, 'duration')
    if (!(duration > 0) || end === undefined) throw new StreamRefusedError(noLength)
    for (let time = 0; time < end; time += duration) yield { number: number++, time }
    return
  }
  let time = 0
  let first: number | undefined
  const spans = listChildren(timeline, 'S')
  for (const [index, span] of spans.entries()) {
    time = span.attributes['t'] === undefined ? time : readNumber(span, 't')
    first ??= time
    const duration = readNumber(span, 'd')
    if (!(duration > 0)) throw new StreamRefusedError(noLength)
    const repeats = Number(span.attributes['r'] ?? 0)
    const next = spans[index + 1]?.attributes['t']
    const until = next === undefined ? first + (end ?? latest) : Number(next)
    const isLast = (count: number) => (repeats < 0 ? time >= until : count > repeats)
    for (let count = 0; !isLast(count); count++) {
      if (time - first >= latest) return
      yield { number: number++, time }
      time += duration
    }
  }
}

const noLength = 'The stream of this page does not say how long its parts are.'

type Names = Readonly<Record<string, string>>

/** Replaces `$Number$`, `$Time%05d$` and so on. */
const filled = (text: string, names: Names) =>
  text.replace(
    /\$(?:(RepresentationID|Bandwidth|Number|Time)(?:%0(\d\d?)d)?)?\$/g,
    (_all, name: string | undefined, width: string | undefined) =>
      name === undefined ? '$' : (names[name] ?? '').padStart(Number(width ?? 0), '0'),
  )

const listChildren = ({ children }: Markup, name: string) =>
  children.filter((child) => child.name === name)

const readNumber = ({ attributes }: Markup, name: string) => Number(attributes[name] ?? 0) || 0

function parseSeconds({ attributes }: Markup, name: string): number | undefined {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(
    attributes[name] ?? '',
  )
  if (!found) return undefined
  const [, days, hours, minutes, rest] = found.map((text) => Number(text ?? 0) || 0)
  return (days ?? 0) * 86_400 + (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (rest ?? 0)
}
