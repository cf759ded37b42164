import type { PageLook } from './page-look.ts'
import { isRefusing } from './refusing-statuses.ts'
import type { Refusal, RefusalKind, SiteResponse } from './refusal.ts'
import { isLoginUrl } from './wall-urls.ts'

/** Text of a page that is only a wall. */
const textCharsMax = 500
const proseCharsMax = 250
/** Prose of such a page that stands beside the element of the wall. */
const besideCharsMax = 60
const linksMax = 25
const embeddedMax = 4
/** Text around fields or buttons that is no content. */
const aroundFieldsCharsMax = 120

/** Walls in any words: short pages that are made of what walls are made of. */
export function byParts(response: SiteResponse, look: PageLook): Refusal | undefined {
  const { status } = response
  const isFine = status >= 200 && status <= 299
  if ((!isFine && !isRefusing(status)) || look.isLong || look.hasFrames) return undefined
  const { text, prose, links, embedded } = look
  if (text.length > textCharsMax || prose.length > proseCharsMax) return undefined
  if (links > linksMax || embedded > embeddedMax) return undefined
  const kind = byName(look) ?? byNumber(look) ?? byFields(response, look) ?? byFrame(look)
  return kind && { kind }
}

/** The element that is named after a wall holds the content of the page. */
const byName = ({ wall, text, besideWall }: PageLook): RefusalKind | undefined =>
  text !== '' && besideWall.length <= besideCharsMax ? wall : undefined

const kindByNumber: Readonly<Record<string, RefusalKind>> = {
  401: 'login_wall',
  403: 'block',
  404: 'soft_404',
  410: 'soft_404',
  429: 'rate_limit',
  451: 'geo_block',
}

/** The page shows the status that its response should have had. */
function byNumber({ statusShown }: PageLook): RefusalKind | undefined {
  const [number] = statusShown.match(/\b\d{3}\b/) ?? []
  return number === undefined ? undefined : kindByNumber[number]
}

const nameOfDay = /^(?:\w{0,12}[-_])?(?:day|dd|tag|jour|dia|giorno|dag)$/im
const nameOfMonth = /^(?:\w{0,12}[-_])?(?:month|mm|monat|mois|mes|mese|maand|maned)$/im
const nameOfYear = /^(?:\w{0,12}[-_])?(?:year|yyyy|yy|jahr|annee|ano|anno|jaar|ar)$/im

/** Names of fields that only a person is to fill, and sums. */
const proofField =
  /^(?:i?am|is|are|you|not|a|verify|check)?[-_]{0,2}(?:human|robot|not[-_]?a[-_]?robot|captcha)(?:[-_](?:code|answer|check|response|input|text))?$/im
const sum = /\b\d{1,3}\s?[+×x*−-]\s?\d{1,3}\s?(?:=|\?)/

/** A question for people, a login alone, a date of birth alone, or a question about the age with two answers. */
function byFields({ url }: SiteResponse, look: PageLook): RefusalKind | undefined {
  const { prose, text, names, fields, buttons, links, hasPassword } = look
  if (text === '' || prose.length > aroundFieldsCharsMax) return undefined
  const asks = fields === 1 && buttons > 0 && buttons <= 2 && sum.test(text)
  if (links <= 12 && fields <= 1 && (asks || (buttons > 0 && proofField.test(names))))
    return 'challenge'
  if (hasPassword) return fields <= 2 && links <= 12 && !isLoginUrl(url) ? 'login_wall' : undefined
  if (fields === 3 && buttons > 0)
    return [nameOfDay, nameOfMonth, nameOfYear].every((name) => name.test(names))
      ? 'consent_wall'
      : undefined
  const asksAge = /\b(?:18|21)\b/.test(text) && /[?？؟]/.test(text)
  return asksAge && fields === 0 && buttons >= 1 && buttons <= 3 && links <= 6
    ? 'consent_wall'
    : undefined
}

const emptyCharsMax = 60
const consentFrame =
  /^sp_message_(?:container|iframe)|^https?:\/\/(?:cmp|consent|cookie-?consent|privacy-?mgmt)[.-]|^(?:didomi-host|usercentrics-root|cmpbox|qc-cmp2-container|onetrust-consent-sdk)$/im

/** The choice about cookies is shown in a frame of its product, and nothing beside it. */
const byFrame = ({ text, names, embedded }: PageLook): RefusalKind | undefined =>
  text.length <= emptyCharsMax && embedded <= 1 && consentFrame.test(names)
    ? 'consent_wall'
    : undefined
