import type { Span } from './entities.ts'

const localMax = 64
const domainMax = 253
const labelsMax = 8

/** Endings of files whose names have the form of an address, such as `logo@2x.png`. */
const fileEndings = new Set('png jpg jpeg gif svg webp avif ico css js mjs ts html htm'.split(' '))

/** `name@example.com`, and `name [at] example [dot] com` in any brackets. */
export function findEmails(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    add(spans, localStart(text, at), domainEnd(text, at + 1))
  }
  for (const { 0: found, index } of text.matchAll(disguisedAt)) {
    add(spans, localStart(text, index), disguisedEnd(text, index + found.length))
  }
  return spans
}

const disguisedAt = /\s?[[({]\s?(?:at|@|AT|ät)\s?[\])}]\s?/g
const disguisedDot = /\s?(?:\.|[[({]\s?(?:dot|DOT|punkt|\.)\s?[\])}])\s?/y
const labelPattern = /[\p{L}\p{N}-]{1,63}/uy
const localCharacter = /[\p{L}\p{N}._%+'-]/u
const domainCharacter = /[\p{L}\p{N}.-]/u

function add(spans: Span[], start: number | undefined, end: number | undefined): void {
  if (start !== undefined && end !== undefined) spans.push({ entity: 'EMAIL', start, end })
}

/** Where the local part before `at` starts; undefined without one. */
function localStart(text: string, at: number): number | undefined {
  let start = at
  while (start > 0 && at - start <= localMax && localCharacter.test(text.charAt(start - 1)))
    start -= 1
  while (start < at && /[.'%-]/.test(text.charAt(start))) start += 1
  return start === at || at - start > localMax ? undefined : start
}

/** Where the domain that starts at `from` ends; undefined without one. */
function domainEnd(text: string, from: number): number | undefined {
  let end = from
  while (end - from < domainMax && domainCharacter.test(text.charAt(end))) end += 1
  while (end > from && /[.-]/.test(text.charAt(end - 1))) end -= 1
  const labels = text.slice(from, end).split('.')
  if (labels.length < 2 || labels.includes('')) return undefined
  // A sentence may go on after the domain without a space: `a@example.com.Thanks`.
  const [last = ''] = labels.slice(-1)
  return isTopLevel(last) ? end : undefined
}

function disguisedEnd(text: string, from: number): number | undefined {
  let at = from
  let end: number | undefined
  for (let labels = 0; labels < labelsMax; labels += 1) {
    labelPattern.lastIndex = at
    const label = labelPattern.exec(text)?.[0]
    if (label === undefined) return end
    at += label.length
    if (labels > 0 && isTopLevel(label)) end = at
    disguisedDot.lastIndex = at
    const dot = disguisedDot.exec(text)?.[0]
    // A sentence that goes on behind the point is no part of the domain.
    if (dot === undefined || (end !== undefined && /^\.\s/.test(dot))) return end
    at += dot.length
  }
  return end
}

const isTopLevel = (label: string) =>
  /^(?:\p{L}{2,24}|xn--[a-z\d-]{2,59})$/u.test(label) && !fileEndings.has(label.toLowerCase())
