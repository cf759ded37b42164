import type { Element } from 'domhandler'
import { mediaReference, type MediaReference } from '#content/media-reference.ts'
import type { NotedElements } from '#content/html/about/noted-elements.ts'
import { absoluteHttpUrl } from '#content/html/page-url.ts'
import { readText } from '#content/html/walk.ts'

/** References of one page. */
const referencesMax = 50
const scriptLengthMax = 500_000
const scriptsMax = 100

interface Named {
  readonly address: unknown
  readonly type?: string | undefined
  /** What the place where it is named says of it. */
  readonly kind?: MediaReference['kind']
}

/** Audio and video files and streams that a page names, the most certain first. */
export function findMedia(
  { all, about, links, jsonLd }: NotedElements,
  baseUrl: string,
): MediaReference[] {
  const found = new Map<string, MediaReference>()
  const sources: readonly (() => Iterable<Named>)[] = [
    () => inJsonLd(jsonLd),
    () => inMeta(about),
    () => inPlayers(all),
    () => inScripts(all),
    () => links.map(({ attribs }) => ({ address: attribs['href'], type: attribs['type'] })),
  ]
  for (const source of sources) {
    for (const { address, type, kind } of source()) {
      if (typeof address !== 'string') continue
      const url = absoluteHttpUrl(address, baseUrl)
      const reference = url === undefined ? undefined : mediaReference(url, type)
      if (!reference || found.has(reference.url)) continue
      found.set(reference.url, { ...reference, kind: reference.kind ?? kind })
      if (found.size >= referencesMax) return [...found.values()]
    }
  }
  return [...found.values()]
}

function inJsonLd({ objects }: NotedElements['jsonLd']): Named[] {
  return objects().flatMap((object) => {
    const kind = findKind(object['@type'])
    if (kind === undefined) return []
    const type = object['encodingFormat']
    const named = { kind, type: typeof type === 'string' ? type : undefined }
    return [object['contentUrl']].flat().map((address: unknown) => ({ ...named, address }))
  })
}

function findKind(types: unknown): MediaReference['kind'] {
  const names = [types].flat()
  if (names.some((name) => /(^|\/)(VideoObject|Clip|Movie)$/.test(String(name)))) return 'video'
  return names.some((name) =>
    /(^|\/)(AudioObject|PodcastEpisode|MusicRecording)$/.test(String(name)),
  )
    ? 'audio'
    : undefined
}

/** `og:video:type` and `og:audio:type` describe the address that was named last. */
function inMeta(about: readonly Element[]): Named[] {
  const named: { address: string; type?: string; kind: 'audio' | 'video' }[] = []
  for (const { name, attribs } of about) {
    if (name !== 'meta') continue
    const property = (attribs['property'] ?? attribs['name'] ?? '').toLowerCase()
    const address = attribs['content'] ?? ''
    if (property === 'twitter:player:stream') named.push({ address, kind: 'video' })
    const [, kind, part = 'url'] = /^og:(video|audio)(?::(\w+))?$/.exec(property) ?? []
    if (kind !== 'video' && kind !== 'audio') continue
    if (part === 'url' || part === 'secure_url') named.push({ address, kind })
    const last = named.at(-1)
    if (part === 'type' && last?.kind === kind) last.type = address
  }
  return named
}

function inPlayers(all: readonly Element[]): Named[] {
  const named: (Named & { readonly size: number })[] = []
  for (const { name, attribs, parent } of all) {
    const player = name === 'source' ? findName(parent) : name
    if (player !== 'video' && player !== 'audio') continue
    const address = attribs['src'] ?? attribs['data-src']
    named.push({ address, type: attribs['type'], kind: player, size: measureSize(attribs) })
  }
  // Equal sizes keep their order.
  return named.toSorted((a, b) => b.size - a.size)
}

const findName = (parent: Element['parent']) =>
  parent && 'name' in parent ? parent.name : undefined

/** Lines of the picture, by the attributes that players use. */
function measureSize(attribs: Readonly<Record<string, string>>): number {
  const size = attribs['res'] ?? attribs['size'] ?? attribs['label'] ?? attribs['data-res'] ?? ''
  return Number(/\d{3,4}/.exec(size)?.[0] ?? 0)
}

/** Addresses of streams in the data of scripts, which players read. */
function* inScripts(all: readonly Element[]): Iterable<Named> {
  let scripts = 0
  for (const element of all) {
    if (element.name !== 'script' || element.attribs['src'] !== undefined) continue
    scripts += 1
    if (scripts > scriptsMax) return
    const text = readText(element, { lengthMax: scriptLengthMax }).slice(0, scriptLengthMax)
    for (const part of text.split(/["'`\s<>]/)) {
      const isStream = part.includes('.m3u8') || part.includes('.mpd')
      if (isStream) yield { address: part.replaceAll('\\/', '/').replaceAll('\\u0026', '&') }
    }
  }
}
