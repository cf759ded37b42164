import { getDomain } from 'tldts'

/** Links to results lead through addresses of the engine, some of them nested. */
const layersMax = 3
const parametersMax = 30
const urlLengthMax = 8_192
/** Parameters that hold the target, the most certain first. */
const names = ['uddg', 'url', 'q', 'u', 'target', 'to', 'dest', 'link', 'r']
/** First segments of paths of redirects that are on another domain than the engine. */
const redirects = new Set(['url', 'l', 'ck', 'r', 'redirect', 'away', 'aclk'])

/** Decides which links of a result page lead to other sites, and where. */
export function createTargets(pageUrl: string, baseUrl: string) {
  const own = readSite(new URL(pageUrl))
  const isOwn = (url: URL) => readSite(url) === own

  /** The address of another site that a link leads to; undefined for links within the engine. */
  return function targetOf(href: string): string | undefined {
    let url = webUrl(href, baseUrl)
    for (let layer = 0; url && layer < layersMax; layer++) {
      const isRedirect = isOwn(url) || redirects.has(url.pathname.split('/', 2)[1] ?? '')
      const inner = isRedirect ? wrappedIn(url) : undefined
      if (!inner) break
      url = inner
    }
    if (!url || isOwn(url)) return undefined
    if (url.hash.startsWith('#:~:')) url.hash = ''
    return url.href
  }
}

const readSite = ({ hostname }: URL) => getDomain(hostname) ?? hostname

function webUrl(text: string, base?: string): URL | undefined {
  if (text.length > urlLengthMax) return undefined
  const url = URL.parse(text.trim(), base)
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : undefined
}

function wrappedIn(url: URL): URL | undefined {
  const inPath = pathTarget(url.pathname)
  if (inPath) return inPath
  const found = new Map<string, URL>()
  let count = 0
  for (const [name, value] of url.searchParams) {
    if (count++ >= parametersMax) break
    const target = /^https?:\/\//i.test(value) ? webUrl(value) : encodedTarget(value)
    if (target && !found.has(name)) found.set(name, target)
  }
  const name = names.find((known) => found.has(known))
  return name === undefined ? found.values().next().value : found.get(name)
}

/** `a1` and base64. */
function encodedTarget(value: string): URL | undefined {
  if (!value.startsWith('a1aHR0c')) return undefined
  return webUrl(Buffer.from(value.slice(2), 'base64url').toString())
}

/** `/RU=https%3a%2f%2f…/RK=2` and `/*http%3a//…`. */
function pathTarget(path: string): URL | undefined {
  const start = /\/RU=|\/\*{1,2}-?(?=http)/i.exec(path)
  if (!start) return undefined
  const rest = path.slice(start.index + start[0].length)
  const encoded = start[0].endsWith('=') ? rest.split('/', 1)[0] : rest
  try {
    return webUrl(decodeURIComponent(encoded ?? ''))
  } catch {
    return undefined
  }
}
