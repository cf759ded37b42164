import type { Outline } from './outline.ts'
import type { Profile } from './profile.ts'
import type { ReadValue } from './read-value.ts'

const requestLine =
  /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) {1,3}(?:(https?:\/\/[^\s/?]{1,200})?(\/[^\s?]{0,300})?)(?:\?\S{0,300})?$/
const methodAlone = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/

/** What a page says of the request that it documents. */
interface Request {
  readonly method: string
  readonly base: string | undefined
  readonly path: string | undefined
  readonly line: number
}

/** The only request of the content that stands in a line of its own: `POST https://api.example/v1/boats`, or a method above its path. */
function requestIn({ lines }: Outline): Request | undefined {
  const found = new Map<string, Request>()
  for (const [line, { text, kind }] of lines.entries()) {
    if (kind === 'cell') continue
    const whole = methodAlone.test(text) ? `${text} ${lines[line + 1]?.text ?? ''}` : text
    const [, method, base, path] = requestLine.exec(whole) ?? []
    if (method === undefined || (base === undefined && path === undefined)) continue
    const known = found.get(`${method} ${path}`)
    found.set(`${method} ${path}`, known?.base === undefined ? { method, base, path, line } : known)
  }
  const [only] = found.values()
  return found.size === 1 ? only : undefined
}

/** A part of the request that a page documents. */
export const readRequest =
  (part: 'method' | 'base' | 'path') =>
  (outline: Outline): ReadValue | undefined => {
    const request = requestIn(outline)
    const value = request?.[part]
    return request && value !== undefined ? { value, line: request.line } : undefined
  }

/** The only text of a form in the lines that a test takes. */
function onlyMatch(
  { lines }: Outline,
  { speaks, pattern }: { readonly speaks?: RegExp; readonly pattern: RegExp },
): ReadValue | undefined {
  const found = new Map<string, number>()
  for (const [line, { text }] of lines.entries()) {
    if (speaks?.test(text) === false) continue
    for (const [whole, own = whole] of text.matchAll(pattern))
      if (!found.has(own)) found.set(own, line)
  }
  const [first] = found
  return first && found.size === 1 ? { value: first[0], line: first[1] } : undefined
}

const scopeName =
  /(?<![\p{L}\d./:@_-])[a-z][a-z_-]{1,30}(?:[.:][a-z][a-z_-]{1,30}){1,3}(?![\p{L}\d/:@_-]|\.\p{L})/gu
const asksScope = /(?<!\p{L})(?:scopes?|permissions?|tokens?|keys?|requires?|needs?)(?!\p{L})/iu

/** `orders:read` in a line about what a key must be allowed. */
export const scopeShown = (outline: Outline): ReadValue | undefined =>
  onlyMatch(outline, { speaks: asksScope, pattern: scopeName })

/** `204 No Content`. */
export const successShown = (outline: Outline): ReadValue | undefined =>
  onlyMatch(outline, { pattern: /(?<!\d)(2\d\d) (?:OK|Created|Accepted|No Content)(?!\p{L})/gu })

const rateName =
  /^(?:(?:api )?rate limit|(?:max(?:imum)? )?(?:requests|calls|queries))(?: per (second|minute|hour|day))?$/
const rate =
  /(?<![\d.,])(\d{1,3}(?:[.,]\d{3})*|\d{1,9}) (?:\p{L}{2,12} )?(?:requests|calls|queries|anfragen|requêtes|peticiones|solicitudes|richieste) (?:\p{L}{1,3} )?(?:a|an|per|each|every|pro|je|par|por|al?|in a) ?(second|minute|hour|day|sekunde|stunde|tag|seconde|heure|jour|segundo|minuto|hora|día)(?!\p{L})/giu
const sameTime: Readonly<Record<string, RegExp>> = {
  second: /^se/i,
  minute: /^minut/i,
  hour: /^(?:hour|stunde|heure|hora)/i,
  day: /^(?:day|tag|jour|día)/i,
}

/** How many requests are allowed in the time that the name of a property says. */
export function rateShown(outline: Outline, { folded }: Profile): ReadValue | undefined {
  const [whole, time] = rateName.exec(folded) ?? []
  if (whole === undefined) return undefined
  const found = new Map<number, number>()
  for (const [line, { text }] of outline.lines.entries())
    for (const [, count = '', own = ''] of text.matchAll(rate))
      if (time === undefined || sameTime[time]?.test(own) === true)
        found.set(Number(count.replaceAll(/[.,]/g, '')), line)
  const [first] = found
  return first && found.size === 1 ? { value: first[0], line: first[1] } : undefined
}

/** Names of licences of software, data and texts, as they stand in sentences. */
const licence =
  /(?<![\p{L}\d])(MIT|ISC|Apache[- ](?:License )?2\.0|[AL]?GPL(?:[- ]?v?[23](?:\.0)?)?(?:-(?:only|or-later))?|BSD(?:[- ][23][- ][Cc]lause)?|MPL[- ]2\.0|EPL[- ]2\.0|CC0|CC[- ]BY(?:-(?:NC|SA|ND)){0,2}(?: \d\.\d)?|Unlicense)(?![\p{L}\d-])/gu
const aboutLicence =
  /(?<!\p{L})(?:licen[cs]ed?|licen[cs]es|lizenz|licencia|licenza|licentie|licença|licencj\p{L}{1,2}|under|unter|sous|bajo|sotto|onder)(?!\p{L})/iu

export const licenceShown = (outline: Outline): ReadValue | undefined =>
  onlyMatch(outline, { speaks: aboutLicence, pattern: licence })

const versionAtEnd = /(?:^|[\s(])v?(\d{1,4}(?:\.\d{1,5}){1,3}(?:-[a-z]{2,8}\.?\d{0,3})?)\)?$/iu

/** The version that the title ends with: `Quay 0.7.1`. */
export function versionInTitle({ lines, title }: Outline): ReadValue | undefined {
  const [, value] = versionAtEnd.exec(lines[title]?.text ?? '') ?? []
  return value === undefined ? undefined : { value, line: title }
}

const left =
  /(?<!\p{L})(?:only|just|noch|reste|restent|quedan|restano|nog|restam|bara|kun) (\d{1,4}) (?:\p{L}{2,10} )?(?:left|in stock|stück|auf lager|vorrätig|verfügbar|en stock|disponibles?|unidades|disponibili|pezzi|op voorraad|stuks|unidades|kvar|tilbage)(?!\p{L})/giu

/** How many of a thing are left: `Only 3 left`. */
export const stockShown = (outline: Outline): ReadValue | undefined =>
  onlyMatch(outline, { pattern: left })
