import type { MediaKind } from '#media/media.ts'
import { assertFew, partUrl, secondsMax, StreamRefusedError, type Part } from './track.ts'

/** A playlist of HLS (RFC 8216): the parts of one track, or the playlists of which one is chosen. */
export type HlsList =
  | { readonly form: 'parts'; readonly parts: readonly Part[] }
  | {
      readonly form: 'choice'
      readonly variants: readonly Variant[]
      readonly sounds: readonly Sound[]
    }

interface Variant {
  readonly url: string
  readonly bandwidth: number
  /** Pixels of a picture; 0 when it is not stated. */
  readonly pixels: number
  readonly isSoundOnly: boolean
  readonly soundGroup: string | undefined
}

/** A sound track of its own; one without a URL is in the variants. */
interface Sound {
  readonly group: string
  readonly url: string | undefined
  readonly isDefault: boolean
}

type Attributes = ReadonlyMap<string, string>

/** Reads a playlist. Fails with `StreamRefusedError`. */
export function readHls(text: string, url: string): HlsList {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.some((line) => line.startsWith('#EXT-X-STREAM-INF:'))
    ? readChoice(lines, url)
    : { form: 'parts', parts: readParts(lines, url) }
}

/** The playlists that together have the best picture and its sound. */
export function chooseLists(
  { variants, sounds }: Extract<HlsList, { form: 'choice' }>,
  kind: MediaKind,
): readonly string[] {
  const best = variants.toSorted((a, b) => b.pixels - a.pixels || b.bandwidth - a.bandwidth)
  const pictures = best.filter(({ isSoundOnly }) => !isSoundOnly)
  const [chosen = best[0]] = pictures
  if (!chosen) throw new StreamRefusedError('The stream of this page has no variants.')
  const group = sounds.filter((sound) => sound.group === chosen.soundGroup)
  const sound = group.find(({ isDefault }) => isDefault) ?? group[0]
  if (kind === 'video') return sound?.url === undefined ? [chosen.url] : [chosen.url, sound.url]
  const alone = best.find(({ isSoundOnly }) => isSoundOnly)
  return [sound?.url ?? alone?.url ?? chosen.url]
}

/** Of one stream. One in all sizes from several delivery networks has fewer. */
const variantsMax = 500
const namesList = (line: string) =>
  line.startsWith('#EXT-X-STREAM-INF:') || line.startsWith('#EXT-X-MEDIA:')

function readChoice(lines: readonly string[], baseUrl: string): HlsList {
  if (lines.filter(namesList).length > variantsMax)
    throw new StreamRefusedError(`The stream of this page has more than ${variantsMax} variants.`)
  const variants: Variant[] = []
  const sounds: Sound[] = []
  let waiting: Attributes | undefined
  for (const line of lines) {
    if (line.startsWith('#EXT-X-STREAM-INF:')) waiting = readAttributes(line)
    else if (line.startsWith('#EXT-X-MEDIA:')) {
      const sound = readSound(readAttributes(line), baseUrl)
      if (sound) sounds.push(sound)
    } else if (waiting && line !== '' && !line.startsWith('#')) {
      variants.push(readVariant(waiting, partUrl(line, baseUrl)))
      waiting = undefined
    }
  }
  return { form: 'choice', variants, sounds }
}

function readVariant(attributes: Attributes, url: string): Variant {
  const [width, height] = (attributes.get('RESOLUTION') ?? '').split('x').map(Number)
  const codecs = attributes.get('CODECS')?.split(',') ?? []
  const pixels = (width ?? 0) * (height ?? 0) || 0
  return {
    url,
    pixels,
    bandwidth: Number(attributes.get('BANDWIDTH')) || 0,
    isSoundOnly: pixels === 0 && codecs.length > 0 && codecs.every(isSoundCodec),
    soundGroup: attributes.get('AUDIO'),
  }
}

const isSoundCodec = (codec: string) => /^(mp4a|mp3|ac-3|ec-3|opus|flac)/i.test(codec.trim())

function readSound(attributes: Attributes, baseUrl: string): Sound | undefined {
  if (attributes.get('TYPE') !== 'AUDIO') return undefined
  const reference = attributes.get('URI')
  return {
    group: attributes.get('GROUP-ID') ?? '',
    url: reference === undefined ? undefined : partUrl(reference, baseUrl),
    isDefault: attributes.get('DEFAULT') === 'YES',
  }
}

interface PartKey {
  readonly keyUrl: string
  /** By the number of the part when absent. */
  readonly iv: Buffer | undefined
}

function readParts(lines: readonly string[], baseUrl: string): readonly Part[] {
  const parts: Part[] = []
  let number = 0
  let seconds = 0
  let key: PartKey | undefined
  let range: string | undefined
  let map: Part | undefined
  const encryption = () => key && { keyUrl: key.keyUrl, iv: key.iv ?? makeIv(number) }
  for (const line of lines) {
    const value = line.slice(line.indexOf(':') + 1)
    if (line.startsWith('#EXT-X-MEDIA-SEQUENCE:')) number = Number(value) || 0
    else if (line.startsWith('#EXTINF:')) seconds += Number.parseFloat(value) || 0
    else if (line.startsWith('#EXT-X-KEY:')) key = readKey(readAttributes(line), baseUrl)
    else if (line.startsWith('#EXT-X-BYTERANGE:')) range = value
    else if (line.startsWith('#EXT-X-MAP:')) {
      const next = readMap(readAttributes(line), baseUrl)
      if (map === undefined) parts.push({ ...next, encryption: encryption() })
      else if (!isSame(map, next)) throw new StreamRefusedError(changes)
      map = next
    } else if (line !== '' && !line.startsWith('#')) {
      if (seconds > secondsMax) break
      const url = partUrl(line, baseUrl)
      parts.push({ url, range: parseRange(range, url, parts.at(-1)), encryption: encryption() })
      assertFew(parts)
      number += 1
      range = undefined
    }
  }
  return parts
}

const changes = 'The stream of this page changes its coding on the way.'

function readMap(attributes: Attributes, baseUrl: string): Part {
  const url = partUrl(attributes.get('URI') ?? '', baseUrl)
  return { url, range: parseRange(attributes.get('BYTERANGE'), url, undefined) }
}

const isSame = (a: Part, b: Part) =>
  a.url === b.url && a.range?.start === b.range?.start && a.range?.length === b.range?.length

/** `length@start`; without a start it follows the part before, which is of the same file. */
function parseRange(text: string | undefined, url: string, before: Part | undefined) {
  if (text === undefined) return undefined
  const [length = 0, start] = text.split('@').map(Number)
  const follows = before?.url === url ? before.range : undefined
  const range = { start: start ?? (follows ? follows.start + follows.length : 0), length }
  if (Number.isSafeInteger(range.start) && range.start >= 0 && isCount(length)) return range
  throw new StreamRefusedError(
    'The stream of this page names a range of bytes that cannot be read.',
  )
}

const isCount = (value: number) => Number.isSafeInteger(value) && value > 0

function readKey(attributes: Attributes, baseUrl: string): PartKey | undefined {
  const method = attributes.get('METHOD')
  if (method === 'NONE') return undefined
  if (method !== 'AES-128') throw new StreamRefusedError('The stream of this page is encrypted.')
  const iv = attributes
    .get('IV')
    ?.replace(/^0x/i, '')
    .padStart(ivBytes * 2, '0')
  return {
    keyUrl: partUrl(attributes.get('URI') ?? '', baseUrl),
    iv: iv === undefined ? undefined : Buffer.from(iv, 'hex').subarray(0, ivBytes),
  }
}

const ivBytes = 16

function makeIv(number: number): Buffer {
  const iv = Buffer.alloc(ivBytes)
  iv.writeBigUInt64BE(BigInt.asUintN(64, BigInt(Math.trunc(number))), 8)
  return iv
}

/** `NAME=value,NAME="value, with a comma"`. */
function readAttributes(line: string): Attributes {
  const found = line.slice(line.indexOf(':')).matchAll(/[:,]\s*([A-Z\d-]+)=("[^"]*"|[^,]*)/g)
  return new Map(
    Array.from(found, ([, name = '', value = '']) => [name, value.replace(/^"(.*)"$/, '$1')]),
  )
}
