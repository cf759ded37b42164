import { oneLine } from '#base/one-line.ts'
import { z } from 'zod'
import { parseForeignJson } from '#kernel/foreign-json.ts'
import { escapeAttribute, escapeText } from '#base/html-text.ts'
import { asContent, isOk, withText, type PublicExport } from './public-export.ts'

/** Of the page, and of its captions. */
const pageBytesMax = 8 * 1024 * 1024
const partLengthMax = 200_000
const paragraphSeconds = 60

const Track = z.object({ baseUrl: z.string(), kind: z.string().optional() })
const Details = z.object({
  title: z.string(),
  author: z.string().default(''),
  shortDescription: z.string().default(''),
})

interface Line {
  readonly seconds: number
  readonly text: string
}

/** Videos of YouTube: title, description and the public captions as text. Without captions, the page as it is. */
export const youtube: PublicExport = {
  locate({ hostname, pathname, searchParams }) {
    const id = /^(?:(?:www\.|m\.|music\.)?youtube|(?:www\.)?youtube-nocookie)\.com$/.test(hostname)
      ? pathname === '/watch'
        ? searchParams.get('v')
        : /^\/(?:shorts|live|embed|v|e)\/([\w-]+)/.exec(pathname)?.[1]
      : hostname === 'youtu.be' && /^\/([\w-]+)\/?$/.exec(pathname)?.[1]
    return id && /^[\w-]{11}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : undefined
  },
  async read(found, { link, load }) {
    if (!isOk(found) || found.page.body.length > pageBytesMax) return found
    const page = new TextDecoder().decode(found.page.body)
    const { data: details } = Details.safeParse(readPart(page, '"videoDetails":'))
    const { data: tracks = [] } = z.array(Track).safeParse(readPart(page, '"captionTracks":'))
    const track = tracks.find(({ kind }) => kind !== 'asr') ?? tracks[0]
    const address = track && URL.parse(track.baseUrl, found.page.url)
    if (!details || address?.hostname !== 'www.youtube.com') return found
    address.searchParams.set('fmt', 'srv1')
    const captions = await load(address.href)
    const { body } = captions.page
    const isRead = isOk(captions) && body.length <= pageBytesMax
    const lines = isRead ? listLines(new TextDecoder().decode(body)) : []
    if (lines.length === 0) return found
    return asContent(link, withText(found, 'text/html', toHtml(details, lines)))
  },
}

/** The JSON value behind a name within scripts of a page; undefined when there is none, or a long one. */
function readPart(page: string, name: string): unknown {
  const at = page.indexOf(name)
  const start = at + name.length
  if (at === -1 || !/[[{]/.test(page[start] ?? '')) return undefined
  let depth = 0
  let isQuoted = false
  for (let index = start; index < Math.min(page.length, start + partLengthMax); index += 1) {
    const sign = page[index]
    if (isQuoted && sign === '\\') index += 1
    else if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth === 0) return parsed(page.slice(start, index + 1))
  }
  return undefined
}

function parsed(json: string): unknown {
  try {
    return parseForeignJson(json)
  } catch {
    return undefined
  }
}

function listLines(xml: string): Line[] {
  // Captions are escaped twice.
  const found = xml.matchAll(/<text start="([\d.]{1,12})"[^>]{0,64}>([^<]*)<\/text>/g)
  return [...found]
    .map(([, start, text = '']) => ({ seconds: Number(start), text: unescaped(unescaped(text)) }))
    .filter(({ text }) => text.trim() !== '')
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

function toHtml({ title, author, shortDescription }: z.output<typeof Details>, lines: Line[]) {
  const minutes = Map.groupBy(lines, ({ seconds }) => Math.floor(seconds / paragraphSeconds))
  const paragraphs = [...minutes.values()].map((spoken) => {
    const text = spoken.map((line) => oneLine(line.text)).join(' ')
    return `<p>[${clock(spoken[0]?.seconds ?? 0)}] ${escapeText(text)}</p>`
  })
  const about = shortDescription.split(/\n+/).map((text) => `<p>${escapeText(text)}</p>`)
  const description = escapeAttribute(shortDescription.slice(0, 500))
  return `<!doctype html><html><head><title>${escapeText(title)}</title><meta name="description" content="${description}"><meta name="author" content="${escapeAttribute(author)}"></head><body><main><article><h1>${escapeText(title)}</h1>${about.join('')}<h2>Transcript</h2>${paragraphs.join('')}</article></main></body></html>`
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
