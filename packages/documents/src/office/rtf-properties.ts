import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import { shortValue } from './properties.ts'

const headBytes = 65_536
const names: Readonly<Record<string, string>> = {
  title: 'title',
  author: 'author',
  subject: 'subject',
  keywords: 'keywords',
  doccomm: 'description',
}

/** Title, author and dates from the header of an RTF file. */
export function readRtfProperties(body: Uint8Array): ContentMetadata {
  const head = Buffer.from(body.subarray(0, headBytes)).toString('latin1')
  const at = head.indexOf('{\\info')
  if (at === -1) return {}
  const info = head.slice(at, at + 8_192)
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of info.matchAll(/\{\\(?:\*\\)?([a-z]+) ([^{}]*)\}/g)) {
    const key = names[name]
    const text = plain(value)
    if (key !== undefined && text !== '') found[key] = text
  }
  for (const [key, name] of [
    ['publishedTime', 'creatim'],
    ['modifiedTime', 'revtim'],
  ] as const) {
    const time = readTime(info, name)
    if (time !== undefined) found[key] = time
  }
  return found
}

/** `\'e9` is a byte of the code page, `\u233` a UTF-16 unit followed by a fallback character. */
function plain(value: string): string {
  const text = value
    .replaceAll(/\\u(-?\d+) ?(?:\\'[\da-f]{2}|\?)?/gi, (_all, code: string) =>
      String.fromCharCode(Number(code) & 0xffff),
    )
    .replaceAll(/\\'([\da-f]{2})/gi, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\[a-z]+-?\d* ?/g, '')
    .trim()
  return shortValue(text)
}

function readTime(info: string, name: string): string | undefined {
  const start = info.indexOf(`{\\${name}\\`)
  const fields = /^\{\\[a-z]+((?:\\[a-z]+\d+)+)/.exec(start === -1 ? '' : info.slice(start))?.[1]
  const values = new Map(
    [...(fields ?? '').matchAll(/\\([a-z]+)(\d+)/g)].map(([, key, value]) => [key, Number(value)]),
  )
  const field = (key: string) => values.get(key) ?? Number.NaN
  const [year, month, day] = [field('yr'), field('mo'), field('dy')]
  const date = new Date(Date.UTC(year, month - 1, day, field('hr') || 0, field('min') || 0))
  return Number.isNaN(date.getTime()) || year < 1970 ? undefined : date.toISOString()
}
