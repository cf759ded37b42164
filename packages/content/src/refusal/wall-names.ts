import { isHidingStyle } from '#content/html/styles/element-style.ts'
import type { RefusalKind } from './refusal.ts'

/** What an element is called. */
type Attributes = Readonly<Record<string, string>>

/** Cheap to ask of every element of a page. */
const mayNameWall =
  /gate|wall|block|restrict|denied|forbidden|verif|check|challenge|guard|limit|throttl|requests|room|queue|only|required|found|missing|40[134]|429|451|abfrage|banned|human|robot/i

/** Words of the names of walls, between hyphens. */
const cores: readonly (readonly [RefusalKind, RegExp])[] = [
  [
    'geo_block',
    /-(?:geo|country|region|territory)-?(?:block|blocked|blocking|restrict|restricted|restriction|lock|locked|gate)-|-(?:blocked|restricted|unavailable)-(?:country|region|territory)-|-(?:http|error|status)-?451-/,
  ],
  [
    'challenge',
    /-(?:bot|robot|human|browser|security|captcha|ddos|visitor)-?(?:check|checking|verification|verify|wall|challenge|guard|gate)-|-(?:are-you|verify|prove)-?human-|-not-?a-?robot-/,
  ],
  [
    'rate_limit',
    /-rate-?limit(?:ed)?-|-throttled-|-too-?many-?requests-|-waiting-?room-|-virtual-?queue-|-queue-?room-|-(?:http|error|status)-?429-/,
  ],
  [
    'block',
    /-(?:access|ip|waf|request|firewall|permission|visitor)-?(?:denied|block|blocked|forbidden|restricted|banned)-|-blocked-(?:page|request|ip|access|visitor)-|-ad-?block(?:er)?-?(?:wall|gate|detected)-|-(?:http|error|status)-?403-/,
  ],
  ['consent_wall', /-(?:cookies?|consent|cmp|privacy|tracking|gdpr)-?(?:wall|gate)-/],
  [
    'consent_wall',
    /-(?:age|birth|birthday|alters|dob|adult|legal-age)-?(?:gate|check|verification|verify|wall|confirmation|confirm|abfrage)-/,
  ],
  [
    'login_wall',
    /-(?:login|signin|sign-in|auth|registration|register|reg|member|members|membership|subscriber|subscription|pay|premium|meter|metered)-?(?:wall|gate)-|-(?:members|subscribers)-?only-|-(?:login|auth|subscription)-?required-|-(?:http|error|status)-?401-/,
  ],
  ['soft_404', /-(?:http|error|status|page)-?404-|-404-(?:page|error)-|-(?:page-?)?not-?found-/],
]

/** Words after the name of a wall that do not change its meaning. */
const parts = new Set(
  'page wrapper wrap container modal box content inner overlay message view screen section root main body layout card panel form dialog popup shown visible active open template default'.split(
    ' ',
  ),
)
/** Words before it that say that there is no wall, or that it may come. */
const negations = new Set('no non not without hide hidden has can anti un'.split(' '))
/** Lists without results have the second name as well. */
const isEmptyList = /\bno-?results?\b|\bno-?posts?\b/i
const nameCharsMax = 100
const namesMax = 12

/** The kind of wall that an element is named after. */
export function wallNamedBy(tag: string, attributes: Attributes): RefusalKind | undefined {
  const { id = '', class: classes = '' } = attributes
  const isOwnElement = tag.includes('-')
  if (!isOwnElement && !hasName(attributes)) return undefined
  const named = `${id} ${classes} ${isOwnElement ? tag : ''}`
  if (!mayNameWall.test(named)) return undefined
  for (const name of named.split(/\s+/, namesMax)) {
    const kind = detectKind(name)
    if (kind === 'soft_404' && isEmptyList.test(classes)) continue
    if (kind) return kind
  }
  return undefined
}

function detectKind(name: string): RefusalKind | undefined {
  if (name.length > nameCharsMax || !mayNameWall.test(name)) return undefined
  const words = `-${splitWords(name).join('-')}-`
  for (const [kind, core] of cores) {
    const found = core.exec(words)
    if (!found) continue
    const before = words.slice(0, found.index).split('-')
    const after = words.slice(found.index + found[0].length).split('-')
    const isWhole = after.every((word) => word === '' || parts.has(word))
    if (isWhole && !before.some((word) => negations.has(word))) return kind
  }
  return undefined
}

/** Style sheets that are compiled add a number to a name. */
const splitWords = (name: string): string[] =>
  name
    .replace(/__[\w+-]{5,10}$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_:]+/)
    .filter((word) => word !== '')

/** Whether an element has a name at all; most have none. */
export const hasName = ({ id = '', class: classes = '' }: Attributes): boolean =>
  id !== '' || classes !== ''

const hidingClass =
  /(?:^|\s)(?:hidden|hide|d-none|is-hidden|u-hidden|visually-hidden|sr-only|invisible)(?:\s|$)/i

/** Whether an element would be shown by scripts only. */
export const isScripted = (attributes: Attributes): boolean => {
  const { hidden, style, class: classes } = attributes
  return (
    hidden !== undefined ||
    attributes['aria-hidden'] === 'true' ||
    (style !== undefined && isHidingStyle(style)) ||
    (classes !== undefined && hidingClass.test(classes))
  )
}

/** Elements that show the status of an error. */
const statusName = /(?:^|[\s_-])(?:error|status|http)[-_]{0,2}(?:code|number|status|title)(?:\s|$)/i

/** Whether an element shows the number of an error. */
export const showsStatus = (attributes: Attributes): boolean => {
  const { id = '', class: classes = '' } = attributes
  if (!hasName(attributes)) return false
  return statusName.test(`${id.slice(0, nameCharsMax)} ${classes.slice(0, nameCharsMax)}`)
}
