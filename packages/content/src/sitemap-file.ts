import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { absoluteHttpUrl } from './html/page-url.ts'

/** A sitemap entry: a page or another sitemap. */
export interface SitemapEntry {
  readonly kind: 'page' | 'sitemap'
  readonly url: string
  /** Title of a feed entry. */
  readonly title?: string | undefined
}

/** Limits of one file, from sitemaps.org. */
const entriesMax = 50_000
const textBytesMax = 50 * 1024 * 1024
const textLengthMax = 8_192
const pieceBytes = 64 * 1024

/**
 * Reads a sitemap in chunks, so that a large one does not block: XML, an index, RSS, Atom or plain lines, with or without
 * gzip. Yields the entries of each chunk with absolute URLs, in order. Malformed or excess input ends it early;
 * it never throws.
 */
export async function* readSitemapFile(
  body: Uint8Array,
  baseUrl: string,
): AsyncGenerator<readonly SitemapEntry[]> {
  const decoder = new TextDecoder()
  let entries: SitemapEntry[] = []
  let reader: Reader | undefined
  let [count, bytes] = [0, 0]
  const add = (entry: Omit<SitemapEntry, 'url'>, reference: string) => {
    const url = absoluteHttpUrl(reference, baseUrl)
    if (url !== undefined && count++ < entriesMax) entries.push({ ...entry, url })
  }
  for await (const piece of splitPieces(body)) {
    bytes += piece.length
    const text = decoder.decode(piece, { stream: true })
    reader ??= isMarkup(text) ? readMarkup(add) : readLines(add)
    reader.write(text)
    if (count >= entriesMax || bytes > textBytesMax) break
    yield entries
    entries = []
  }
  reader?.end()
  yield entries
}

interface Reader {
  write(text: string): void
  end(): void
}

type Add = (entry: Omit<SitemapEntry, 'url'>, reference: string) => void

const isMarkup = (text: string) => /^\s*</.test(text)

async function* splitPieces(body: Uint8Array): AsyncGenerator<Uint8Array> {
  if (!isGzip(body)) {
    yield* splitSlices(body)
    return
  }
  const unpacked = Readable.from(splitSlices(body)).pipe(createGunzip({ chunkSize: pieceBytes }))
  try {
    for await (const piece of unpacked) yield piece as Buffer
  } catch {
    // Entries before the malformed part are kept.
  }
}

const isGzip = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b

async function* splitSlices(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < body.length; start += pieceBytes) {
    yield body.subarray(start, start + pieceBytes)
    await setImmediate()
  }
}

/** One URL per line. */
function readLines(add: Add): Reader {
  let rest = ''
  return {
    write(text) {
      const lines = (rest + text).split(/[\r\n]+/)
      rest = lines.pop()?.slice(0, textLengthMax) ?? ''
      for (const line of lines) addLine(line)
    },
    end: () => addLine(rest),
  }
  function addLine(line: string) {
    if (/^\s*https?:\/\//i.test(line)) add({ kind: 'page' }, line.trim())
  }
}

/** Elements that contain a URL. */
const kinds: ReadonlyMap<string, SitemapEntry['kind']> = new Map([
  ['url', 'page'],
  ['sitemap', 'sitemap'],
  ['item', 'page'],
  ['entry', 'page'],
])

interface Item {
  readonly kind: SitemapEntry['kind']
  readonly depth: number
  url: string
  title: string
}

/** No sitemap is nested deeper; each tag costs the parser time in proportion to its depth, and so does the end of all that are open. */
const depthMax = 100

/** `url/loc`, `sitemap/loc`, `item/link`, `entry/link[href]`; deeper elements, such as images, are not pages. */
function readMarkup(add: Add): Reader {
  const open: string[] = []
  let item: Item | undefined
  let isTooDeep = false
  const isIn = (names: readonly string[]) =>
    item !== undefined && open.length === item.depth + 1 && names.includes(open.at(-1) ?? '')
  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        const name = localName(qualified)
        open.push(name)
        isTooDeep ||= open.length > depthMax
        const kind = kinds.get(name)
        if (kind && !item) item = { kind, depth: open.length, url: '', title: '' }
        const { href, rel = 'alternate' } = attributes
        if (item && isIn(['link']) && href !== undefined && rel === 'alternate') item.url ||= href
      },
      ontext(text) {
        if (!item) return
        if (isIn(['loc', 'link'])) item.url = (item.url + text).slice(0, textLengthMax)
        if (isIn(['title'])) item.title = (item.title + text).slice(0, textLengthMax)
      },
      onclosetag() {
        if (item && open.length === item.depth) {
          const title = item.title.trim() || undefined
          add({ kind: item.kind, title }, item.url.trim())
          item = undefined
        }
        open.pop()
      },
    },
    { xmlMode: true },
  )
  return {
    write: (text) => void (isTooDeep || parser.write(text)),
    end: () => void (isTooDeep || parser.end()),
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()
