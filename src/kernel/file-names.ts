import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { percentDecoded } from '#base/percent-decoded.ts'

/** Maximum of one name: file systems permit 255 bytes, including a suffix. */
const nameBytesMax = 200
const pathBytesMax = 1_000

/**
 * Returns a file name for each URL: `example.com/docs/install.md`. Characters that file names cannot have become hyphens. If a
 * name loses information that way or is truncated, a hash is added, so that every URL has its own file.
 */
export function createFileNames(): (url: string) => string {
  const urls = new Map<string, string>()
  return function nameFile(url) {
    const name = makeFileName(url)
    // Some file systems do not distinguish case.
    const key = name.toLowerCase()
    const taken = urls.get(key)
    if (taken === undefined) urls.set(key, url)
    if (taken === undefined || taken === url) return name
    // `/docs` and `/docs.html` must not share a file.
    return `${name.slice(0, -'.md'.length)}-${hashText(url)}.md`
  }
}

function makeFileName(url: string): string {
  const { host, pathname, search } = new URL(url)
  const parts = pathname.split('/').filter(Boolean)
  const isFolder = pathname.endsWith('/') || parts.length === 0
  const last = isFolder ? 'index' : percentDecoded(parts.pop() ?? '').replace(/\.html?$/, '')
  const query = search === '' ? '' : `-${hashText(search)}`
  const folders = parts.map((part) => makeName(percentDecoded(part)))
  const path = join(hostName(host), ...folders, `${makeName(last)}${query}.md`)
  if (Buffer.byteLength(path) <= pathBytesMax) return path
  return join(hostName(host), `${hashText(pathname)}${query}.md`)
}

/** Escapes ports and IPv6 addresses unambiguously. */
const hostName = (host: string) => host.replaceAll(/[^\p{L}\p{N}._-]/gu, '-')

function makeName(part: string): string {
  const safe = part
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '-')
    .replace(/^\.+/, '-')
    .replace(/\.$/, '-')
  const name = firstBytes(safe)
  return name === part && !deviceName.test(name) ? name : `${name}-${hashText(part)}`
}

/** Windows opens a device instead of a file of this name, whatever its suffix. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Truncates at a character boundary. */
function firstBytes(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= nameBytesMax) return text
  return bytes
    .subarray(0, nameBytesMax)
    .toString()
    .replace(/\ufffd$/, '')
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
