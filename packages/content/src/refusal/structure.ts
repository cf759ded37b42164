import type { PageLook } from './page-look.ts'
import { isRefusing } from './refusing-statuses.ts'
import type { Refusal, SiteResponse } from './refusal.ts'

/** Names of elements, classes, ids and addresses that checks for robots are made of. */
export const challengeMarkup =
  /captcha|turnstile|altcha|anomaly[-_]|challenge-(?:form|platform\/h|running|stage)|cf-chl|px-block|\/sorry\/|arkoselabs|geetest/i

/** Text around a check for robots that says nothing. */
const silentCharsMax = 400
const silentLinksMax = 5
/** Text of a page that shows nothing but a spinner. */
const emptyCharsMax = 60
const spinnerCharsMax = 20
/** Elements of a page that is only a script. */
const elementsOfScriptMax = 400

const challenge: Refusal = { kind: 'challenge' }

/** A page that shows nothing and refuses by its status leaves everything to its script. */
export function bySilence({ status }: SiteResponse, look: PageLook): Refusal | undefined {
  if (!isRefusing(status) || look.isLong || look.text.length > emptyCharsMax) return undefined
  const asks = look.hasScriptFiles || /\.submit\(|location|cookie|fetch\(/.test(look.scripts)
  return asks && !look.isApplication ? challenge : undefined
}

/** Checks of unknown products: pages without content that measure the browser and load again, or that show a puzzle. */
export function byStructure(response: SiteResponse, look: PageLook): Refusal | undefined {
  const { text, links, names, fields, isApplication } = look
  if (look.isLong || look.hasFrames || text.length > silentCharsMax || links > silentLinksMax)
    return undefined
  if (fields > 1 || look.hasPassword) return undefined
  if (challengeMarkup.test(names) && !isApplication && isSolvable(look)) return challenge
  if (isApplication) return undefined
  const isEmpty = text.length <= emptyCharsMax
  const waits = isEmpty && look.refreshes && response.cookieNames.length > 0
  if (waits || onlyRunsScript(response, look)) return challenge
  return measures(look, isEmpty) ? challenge : undefined
}

/** Documentation of such checks has nothing that a visitor could do. */
const isSolvable = ({ scripts, hasScriptFiles, fields, buttons, embedded }: PageLook): boolean =>
  scripts !== '' || hasScriptFiles || fields + buttons + embedded > 0

/** Scripts of applications need an element to render into; without one, and with a cookie or a demand, they check the browser. */
function onlyRunsScript({ cookieNames }: SiteResponse, look: PageLook): boolean {
  const { text, scripts, names, hasScriptFiles, bodyElements } = look
  if (text !== '' || bodyElements > 0) return false
  if (!hasScriptFiles && !returns.test(scripts) && !loadsScript.test(scripts)) return false
  return cookieNames.length > 0 || /\bnoindex\b/i.test(names) || demands.test(scripts)
}
const loadsScript = /createElement\(['"`]script['"`]\)/
const demands = /enable javascript|support id|incident|not a robot/i

/** Ways to load the page again. */
const returns = /location\.(?:reload|replace|assign|href\s{0,3}=)|location\s{0,3}=|\.submit\(\)/

function measures({ scripts, names, text }: PageLook, isEmpty: boolean): boolean {
  const goesOn = returns.test(scripts)
  // Pages with content lead to others when they are clicked.
  const isBack = goesOn && (text.length <= spinnerCharsMax || /reload|\.submit\(/.test(scripts))
  if (isBack && /document\.cookie\s{0,3}=/.test(scripts)) return true
  if (goesOn && isEmpty && proofOfWork.test(scripts)) return true
  const facts = scripts.match(browserFacts)
  if (goesOn && isEmpty && new Set(facts).size >= 3) return true
  return isEmpty && names.length <= elementsOfScriptMax && isObfuscated(scripts)
}

const proofOfWork = /crypto\.subtle|sha-?256|hashcash|\bnonce\b|\bdifficulty\b/i
const browserFacts =
  /navigator\.(?:webdriver|plugins|languages|platform|hardwareConcurrency|userAgent)|screen\.(?:width|height|colorDepth)|toDataURL|getTimezoneOffset|getContext/g

/** Whether scripts are written so that they cannot be read. */
function isObfuscated(scripts: string): boolean {
  const escapes = scripts.match(/\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|%[0-9a-f]{2}|_0x[0-9a-f]{3,8}/gi)
  return (
    (escapes?.length ?? 0) >= 60 && /\beval\b|\batob\(|unescape\(|_0x|fromCharCode/.test(scripts)
  )
}
