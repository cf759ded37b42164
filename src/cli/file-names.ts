import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Of one name: file systems take 255 bytes, and a suffix comes to it. */
const nameBytesMax = 200
const pathBytesMax = 1_000

/**
 * Names a file for each URL: `example.com/docs/install.md`. What no file name can hold becomes a hyphen; where that, or
 * cutting a long name, takes something away, a hash of it makes up for it, so that every URL has a file of its own.
 */
export function createFileNames(): (url: string) => string {
  const urls = new Map<string, string>()
  return function nameFile(url) {
    const name = fileOf(url)
    const taken = urls.get(name)
    if (taken === undefined) urls.set(name, url)
    if (taken === undefined || taken === url) return name
    // `/docs` and `/docs.html` would share a file.
    return `${name.slice(0, -'.md'.length)}-${hashOf(url)}.md`
  }
}

function fileOf(url: string): string {
  const { host, pathname, search } = new URL(url)
  const parts = pathname.split('/').filter(Boolean)
  const isFolder = pathname.endsWith('/') || parts.length === 0
  const last = isFolder ? 'index' : decoded(parts.pop() ?? '').replace(/\.html?$/, '')
  const query = search === '' ? '' : `-${hashOf(search)}`
  const folders = parts.map((part) => nameOf(decoded(part)))
  const path = join(hostName(host), ...folders, `${nameOf(last)}${query}.md`)
  if (Buffer.byteLength(path) <= pathBytesMax) return path
  return join(hostName(host), `${hashOf(pathname)}${query}.md`)
}

/** The hyphen of a port or an IPv6 address cannot be mistaken for another. */
const hostName = (host: string) => host.replaceAll(/[^\p{L}\p{N}._-]/gu, '-')

function nameOf(part: string): string {
  const safe = part.replaceAll(/[^\p{L}\p{N}._-]/gu, '-').replace(/^\.+/, '-')
  const name = firstBytes(safe)
  return name === part ? name : `${name}-${hashOf(part)}`
}

/** Cut between two characters. */
function firstBytes(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= nameBytesMax) return text
  return bytes
    .subarray(0, nameBytesMax)
    .toString()
    .replace(/\ufffd$/, '')
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
