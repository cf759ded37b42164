import { oneLine } from '#base/one-line.ts'
import { dateMark, maskDates } from './dates.ts'
import { isCounterText, isCounters } from './counter-words.ts'
import { isUpdateText } from './moment-words.ts'
import { withoutRelativeTimes } from './relative-times.ts'

const invisible = /\p{Default_Ignorable_Code_Point}/gu

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const day = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?'
const number = String.raw`\d[\d.,'\u202f\u00a0 ]{0,40}(?:k|m|bn|million|thousand)?\b`

const anyDate = new RegExp(
  String.raw`\b(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|${month}\.?,? \d|\d{1,2}(?:st|nd|rd|th)?,? ${month}|\d{1,2}:\d{2}|(?:19|20)\d{2})\b|\b(?:today|yesterday|just now|ago)\b`,
  'i',
)

/** Start of a line with the time at which the page was generated. */
const stampBeginning =
  /^\W*(?:(?:this|the) )?(?:(?:page|document|documentation|article|file|site|website|content|manual|docs?|information) )?(?:(?:was|were|is|has been) )?(?:last |most recently |automatically |auto-?)?(?:updated?|modified|edited|changed|generated|regenerated|built|rendered|revised|refreshed|reviewed|retrieved|fetched|cached|compiled|build date|build time|modification|modification date|update date|date of last update|last update|last modification|last change|last edit|last commit|as of|current time|local time|server time|today is|it is now|page created|document generated|docs generated)\b/i
const stampLengthMax = 200

const copyright = /(?:©|\(c\)|copyright|all rights reserved)/i
const copyrightLengthMax = 400

const relativeTime = new RegExp(
  String.raw`\b(?:about |over |almost |nearly |less than |more than )?(?:an?|one|two|three|few|a few|\d+) ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mos?|months?|y|yrs?|years?) ago\b|\b(?:just now|moments? ago|yesterday at \d{1,2}:\d{2}|today at \d{1,2}:\d{2})(?: ?[ap]m)?`,
  'gi',
)

const counted =
  'views?|reads?|likes?|upvotes?|downvotes?|votes?|claps?|shares?|retweets?|reposts?|comments?|replies|reply|answers?|reactions?|followers?|subscribers?|downloads?|installs?|stars?|forks?|watchers?|visits?|visitors?|hits?|impressions?|plays?|listeners?|members?|users? online|online|people (?:are )?(?:viewing|watching|reading)|guests?|points?|karma|sold|in carts?|ratings?|reviews?|bookmarks?|favou?rites?|saves?|pings?|contributors?|open issues?|pull requests?|issues?'
export const counterFirst = new RegExp(String.raw`\b${number}\s?(?=(?:${counted})\b)`, 'gi')
const counterLast = new RegExp(String.raw`\b(${counted})\s?[:(]?\s?${number}`, 'gi')
const counterAfterMark = new RegExp(String.raw`\0\s?(?:${counted})\b`, 'gi')
/** A counter stands alone or beside others; in a text with more words, numbers are content. */
const otherWordsMax = 1
const counterLengthMax = 120

const clock = new RegExp(
  String.raw`^\W*(?:${day},? )?(?:${month}\.? \d{1,2},? \d{4},? )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?(?: ?(?:utc|gmt|[ecmp][sd]t|z))?\W*$`,
  'i',
)

const serial =
  /\b(?:request|session|trace|correlation|ray|build|revision|commit|page|response|debug|error|event|transaction|csrf|nonce|token|etag)[ -]?(?:id|number|no|hash|token|key)?\.?\s*[:#=]\s*(?=[\w-]*\d)[\w-]{6,}/gi
const rendered =
  /\b(?:rendered|generated|loaded|served|page (?:took|generated)) in [\d.,]+ ?(?:ms|s|sec|seconds|milliseconds)\b/gi

/**
 * Normalises the text of a run for comparison: removes invisible characters, white space, relative dates, counters and request
 * ids, which differ between two visits of an unchanged page.
 */
export function normaliseText(text: string): string {
  const visible = oneLine(text.normalize('NFC').replaceAll(invisible, ''))
  return withoutIrrelevant(visible).replaceAll(/[\s¶]+/g, '')
}

function withoutIrrelevant(text: string): string {
  if (!/\d/.test(text)) {
    if (text.length > momentLengthMax) return text
    if (!passingDay.test(text) && withoutRelativeTimes(text) === text) return text
  }
  if (text.length <= stampLengthMax && stampBeginning.test(text) && anyDate.test(text)) return ''
  if (text.length <= stampLengthMax && clock.test(text)) return ''
  let normalised = text.replaceAll(rendered, '').replaceAll(relativeTime, '').replaceAll(serial, '')
  if (text.length <= momentLengthMax) normalised = withoutMoment(normalised)
  // `Posted 3 hours ago` contains nothing but the time.
  if (normalised !== text && text.length <= stampLengthMax && isOneWord(normalised)) return ''
  if (text.length <= copyrightLengthMax && copyright.test(text)) {
    normalised = normalised.replaceAll(
      /\b(?:19|20)\d{2}(?:\s*[-–—]\s*(?:(?:19|20)?\d{2}|present|now))?\b/gi,
      '',
    )
  }
  return normalised.length <= counterLengthMax ? withoutCounters(normalised) : normalised
}

/** Texts about the moment of a visit are short; a longer text with the same words is content. */
const momentLengthMax = 120
const otherLettersMax = 40

/** The same in the other languages (`moment-words.ts`). Of a longer line with an update only the date is removed. */
function withoutMoment(text: string): string {
  const lasting = withoutRelativeTimes(text)
  if (!/\d/.test(lasting)) return lasting
  if (isCounterText(lasting)) return ''
  const masked = maskDates(lasting)
  if (masked.includes(dateMark) && isUpdateText(lasting, masked)) {
    const others = masked.replaceAll(dateMark, '')
    if (/\d/.test(others)) return masked
    return (others.match(/\p{L}/gu)?.length ?? 0) <= otherLettersMax ? '' : masked
  }
  return isCounters(lasting) ? '' : lasting
}

function withoutCounters(text: string): string {
  const rest = text.replaceAll(counterFirst, '\0').replaceAll(counterLast, '\0')
  const others = rest.replaceAll(counterAfterMark, '').match(/\p{L}+/gu)
  if (!others) return rest === text ? text : ''
  return others.length <= otherWordsMax ? rest.replaceAll('\0', '') : text
}

const passingDay =
  /\b(?:ago|now|yesterday|today)\b|gerade|soeben|gestern|instant|hier|ayer|ieri|ontem|назад|тому|вч|前|刚|剛|今|전|방금|어제/i

const isOneWord = (text: string) => !/\d/.test(text) && (text.match(/\p{L}+/gu)?.length ?? 0) <= 1
