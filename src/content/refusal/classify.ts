import { lookAt, type PageLook } from './page-look.ts'
import { challengeMarkup, notFoundTitles, phrases } from './phrases.ts'
import type { Refusal, RefusalKind, SiteResponse } from './refusal.ts'
import { vendorMarks } from './vendor-marks.ts'
import { redirectedToWall, isLoginUrl } from './wall-urls.ts'

/** Responses above this size are read only if something else is suspicious. */
const smallBytesMax = 48 * 1024
/** The title stands in this part of a page. */
const headBytesMax = 16 * 1024

/** Text of a page that only refuses. */
const briefCharsMax = 900
/** Text of a refusal with the frame of its site. */
const framedCharsMax = 3_000
const framedLinksMax = 120
/** Text around a check for robots that says nothing. */
const silentCharsMax = 400

/**
 * Returns what a site returned instead of the page; undefined for the page itself, for files, for pages that do not exist and for
 * failures of the site. Takes time proportional to the beginning of the body.
 */
export function refusalOf(response: SiteResponse): Refusal | undefined {
  const { status, headers, body } = response
  const isHtml = isHtmlOf(headers['content-type'], body)
  const isFine = status >= 200 && status <= 299
  if (status === 304 || (status === 200 && !isSuspicious(response, isHtml))) return undefined
  const look = isHtml ? lookAt(body) : lookAtText(body, isFine)
  return (
    byVendor(response, look) ??
    byRedirect(response, look) ??
    byPhrases(response, look) ??
    byStructure(look) ??
    byStatus(status)
  )
}

const isHtmlOf = (contentType: string | undefined, body: Uint8Array): boolean => {
  if (contentType !== undefined) return /\b(?:html|xhtml)/i.test(contentType)
  return /^\s*<(?:!doctype|html|head|body|script|title|meta)/i.test(latin(body, 256))
}

const latin = (body: Uint8Array, bytes: number) =>
  Buffer.from(body.buffer, body.byteOffset, Math.min(bytes, body.byteLength)).toString('latin1')

/** Whether a successful response is worth reading: most pages are too large for a refusal, and say so at once. */
function isSuspicious(response: SiteResponse, isHtml: boolean): boolean {
  const { body, headers } = response
  if (vendorMarks.some((mark) => mark.header && !mark.statuses && hasHeader(mark.header, headers)))
    return true
  if (!isHtml) return false
  if (body.byteLength <= smallBytesMax || redirectedToWall(response) !== undefined) return true
  const title = titleIn(body)
  return saysNotFound(title) || phrases.some(({ pattern }) => pattern.test(title))
}

/** The title at the beginning of a page, without reading the page. */
function titleIn(body: Uint8Array): string {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(headBytesMax, body.byteLength))
  const start = head.indexOf('<title')
  if (start < 0) return ''
  const text = head.toString('utf8', start, start + 400)
  const opened = text.indexOf('>') + 1
  const closed = text.indexOf('</', opened)
  return text.slice(opened, closed < 0 ? undefined : closed).trim()
}

/** Data and plain text: only status and marks identify a refusal. */
function lookAtText(body: Uint8Array, isFine: boolean): PageLook {
  const text = isFine ? '' : new TextDecoder().decode(body.subarray(0, 4_000)).trim()
  const nothing = { title: '', heading: '', links: 0, hasPassword: false, hasFrames: false }
  return { ...nothing, text, names: '', scripts: text, isLong: body.byteLength > 4_000 }
}

const hasHeader = (
  [name, value]: readonly [string, RegExp],
  headers: SiteResponse['headers'],
): boolean => {
  const sent = headers[name]
  return sent !== undefined && value.test(sent)
}

const isFramed = ({ text, links, isLong }: PageLook) =>
  !isLong && text.length <= framedCharsMax && links <= framedLinksMax
const isBrief = ({ text, isLong }: PageLook) => !isLong && text.length <= briefCharsMax

const matches = (pattern: RegExp | readonly RegExp[], text: string): boolean =>
  [pattern].flat().every((each) => each.test(text))

/** Pages that carry scripts of such a product, but have content, are not refusals. */
function byVendor(response: SiteResponse, look: PageLook): Refusal | undefined {
  const { status, headers, cookieNames } = response
  const words = `${look.title}\n${look.text}`
  const markupOf = `${look.names}\n${look.scripts}`
  const isSparse = isBrief(look) && look.links <= 20
  const found = vendorMarks.find(
    ({ header, cookie, markup, text, statuses }) =>
      (!statuses || statuses.includes(status)) &&
      (!header || hasHeader(header, headers)) &&
      (!cookie || (isSparse && cookieNames.some((name) => cookie.test(name)))) &&
      (!markup || (isSparse && matches(markup, markupOf))) &&
      (!text || (isFramed(look) && matches(text, words))),
  )
  return found && { kind: found.kind, by: found.by }
}

function byRedirect(response: SiteResponse, look: PageLook): Refusal | undefined {
  const kind = redirectedToWall(response)
  if (kind === 'consent_wall' && !look.isLong) return { kind }
  const asks = look.hasPassword || isBrief(look) || says('login_wall', look.title)
  return kind === 'login_wall' && asks ? { kind } : undefined
}

const refusingStatuses = new Set([
  401, 402, 403, 405, 406, 409, 412, 418, 420, 423, 428, 429, 430, 444, 451, 493, 498, 499, 503,
  999,
])

const says = (kind: RefusalKind, text: string): boolean =>
  phrases.some((each) => each.kind === kind && each.pattern.test(text))

/**
 * By its words: in the title or the heading of a page with the frame of its site, or anywhere in a page with little text. A status
 * that refuses needs no more than a word.
 */
function byPhrases(response: SiteResponse, look: PageLook): Refusal | undefined {
  const { status, url } = response
  const isRefused = refusingStatuses.has(status)
  if (!isRefused && !isFramed(look)) return undefined
  const names = [look.title, look.heading].filter((name) => name !== '')
  const body = isBrief(look) || (isRefused && !look.isLong) ? look.text : ''
  const kind = phrases.find(({ kind, pattern }) => {
    if (kind === 'soft_404') return false
    if (kind === 'login_wall' && isLoginUrl(url) && status < 400) return false
    if (kind === 'login_wall' && !isRefused && !look.hasPassword && !isBrief(look)) return false
    return names.some((name) => pattern.test(name) && isShortName(name)) || pattern.test(body)
  })?.kind
  if (kind !== undefined && (isRefused || status < 400 || kind === 'challenge')) return { kind }
  if (status >= 300) return undefined
  const isGone = names.some(saysNotFound) || (isBrief(look) && says('soft_404', look.text))
  return isGone ? { kind: 'soft_404' } : undefined
}

/** Longer titles are those of articles. */
const isShortName = (name: string) => name.length <= 90

/** A part of the title says that the page does not exist. */
const saysNotFound = (name: string): boolean =>
  isShortName(name) && name.split(/ [–—·•:»-] |\|/).some((part) => notFoundTitles.test(part.trim()))

/** Checks of unknown products: a page without text that sets a cookie and loads again, or that shows a puzzle. */
function byStructure(look: PageLook): Refusal | undefined {
  if (look.isLong || look.hasFrames || look.text.length > silentCharsMax || look.links > 5)
    return undefined
  const { names, scripts } = look
  const returns =
    /document\.cookie\s{0,3}=/.test(scripts) &&
    /location\.(?:reload|replace|assign|href\s{0,3}=)|location\s{0,3}=|\.submit\(\)/.test(scripts)
  return returns || challengeMarkup.test(names) ? { kind: 'challenge' } : undefined
}

const kindByStatus: Readonly<Record<number, RefusalKind>> = {
  401: 'login_wall',
  403: 'block',
  429: 'rate_limit',
  451: 'geo_block',
}

function byStatus(status: number): Refusal | undefined {
  const kind = kindByStatus[status]
  return kind && { kind }
}
