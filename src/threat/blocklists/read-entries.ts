import { domainToASCII } from 'node:url'
import { listedHost } from '#threat/domain-list.ts'
import type { EntryKind } from './list-hash.ts'

export interface ListEntry {
  readonly kind: EntryKind
  /** As in parsed URLs; a URL without scheme and user info. */
  readonly text: string
}

const hostsLine = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?|0)[ \t]+(\S.*)$/
/** The third field of the CSV of URLhaus. */
const csvLine = /^"[^"]*","[^"]*","([^"]*)"/
const filterLine = /^\|\|([^/^$|*]+)\^(?:\$.*)?$/
/** The rest of a longer line is not read. */
export const lineLengthMax = 4_096

/** Names of the machine itself, which hosts files begin with. */
const localNames = new Set([
  'localhost',
  'localhost.localdomain',
  'local',
  'broadcasthost',
  'ip6-localhost',
  'ip6-loopback',
])

/** The entries of a line of a list, in any of the formats: hosts file, domains, URLs, CSV of URLhaus, or `||domain^`. */
export function readEntries(line: string): readonly ListEntry[] {
  const text = line.slice(0, lineLengthMax).trim()
  if (text === '' || /^[#!;[]/.test(text)) return []
  const csvUrl = csvLine.exec(text)?.[1]
  if (csvUrl !== undefined) return urlEntry(csvUrl)
  if (/^https?:\/\//i.test(text)) return urlEntry(text.split(/\s/, 1)[0] ?? '')
  const [bare = ''] = text.split('#', 1)
  const names = hostsLine.exec(bare)?.[1]
  if (names !== undefined) return names.split(/\s+/).flatMap((name) => nameEntry('host', name))
  const filtered = filterLine.exec(bare)?.[1]
  return nameEntry('domain', filtered ?? bare.trim().replace(/^(?:\*\.|\.)/, ''))
}

function nameEntry(kind: 'host' | 'domain', written: string): ListEntry[] {
  if (written === '' || /[\s/:,]/.test(written)) return []
  const name = domainToASCII(written.endsWith('.') ? written.slice(0, -1) : written)
  return name.includes('.') && !localNames.has(name) ? [{ kind, text: name }] : []
}

function urlEntry(written: string): ListEntry[] {
  const url = URL.parse(written)
  if (!url || !/^https?:$/.test(url.protocol)) return []
  return [{ kind: 'url', text: writeUrlText(url) }]
}

/** A URL as lists of URLs name it. */
export const writeUrlText = (url: URL): string =>
  `${listedHost(url)}${url.port && `:${url.port}`}${url.pathname}${url.search}`
