import { byWords, joinNames, areSuspicious } from './words.ts'
import { blank, lookAt, type PageLook } from './page-look.ts'
import { byStructure, bySilence } from './structure.ts'
import { isRefusing } from './refusing-statuses.ts'
import type { Refusal, RefusalKind, SiteResponse } from './refusal.ts'
import { byParts } from './unknown-walls.ts'
import { vendorMarks } from './vendor-marks.ts'
import { redirectedToWall } from './wall-urls.ts'

/** Responses above this size are read only if something else is suspicious. */
const smallBytesMax = 48 * 1024
/** The title stands in this part of a page. */
const headBytesMax = 16 * 1024

/** Text of a page that only refuses. */
const briefCharsMax = 900
/** Text of a refusal with the frame of its site. */
const framedCharsMax = 3_000
const framedLinksMax = 120

/**
 * Returns what a site returned instead of the page; undefined for the page itself, for files, for pages that do not exist and for
 * failures of the site. Takes time proportional to the beginning of the body.
 */
export function findRefusal(response: SiteResponse): Refusal | undefined {
  const { status, headers, body } = response
  const isHtml = looksLikeHtml(headers['content-type'], body)
  const isFine = status >= 200 && status <= 299
  if (status === 304 || (status === 200 && !isSuspicious(response, isHtml))) return undefined
  const describesLong = asksAboutLongPages(response)
  const look = isHtml ? lookAt(body, { describesLong }) : lookAtText(body, isFine)
  return (
    byVendor(response, look) ??
    byRedirect(response, look) ??
    bySilence(response, look) ??
    tentative(
      byWords(response, look) ?? byStructure(response, look),
      isFine && look.isApplication,
    ) ??
    tentative(byParts(response, look), isFine && hasScripts(look)) ??
    byStatus(status)
  )
}

/** Most long pages are not refusals, whatever they contain; of these two their title, heading and fields are looked at. */
const asksAboutLongPages = (response: SiteResponse): boolean =>
  isRefusing(response.status) || redirectedToWall(response) === 'login_wall'

const tentative = (refusal: Refusal | undefined, isTentative: boolean): Refusal | undefined =>
  refusal && isTentative ? { ...refusal, isTentative } : refusal

const hasScripts = ({ hasScriptFiles, scripts, isApplication }: PageLook): boolean =>
  hasScriptFiles || scripts !== '' || isApplication

const looksLikeHtml = (contentType: string | undefined, body: Uint8Array): boolean => {
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
  return areSuspicious(joinNames({ title: titleIn(body), heading: '' }))
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
  return { ...blank, text, prose: text, scripts: text, isLong: body.byteLength > 4_000 }
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
  if (kind === 'challenge' && isBrief(look)) return { kind }
  return kind === 'login_wall' && (look.hasPassword || isBrief(look)) ? { kind } : undefined
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
