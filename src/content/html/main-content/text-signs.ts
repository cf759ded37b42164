/** Phrases that tell what a short text is for; the order is part of the trained weights. */
const phrases: readonly RegExp[] = [
  /copyright|©|all rights reserved|privacy policy|terms of (use|service)|terms (&|and) conditions/,
  /cookie|consent|gdpr|accept all/,
  /subscribe|newsletter|sign up|your e?-?mail|join (us|our|now)|log ?in|sign in|register|create (an )?account|password/,
  /\bshare\b|facebook|twitter|linkedin|whatsapp|pinterest|instagram|follow us|copy link/,
  /related|you (may|might) (also )?(like|be interested)|also (like|viewed|bought)|more (from|in|on|stories|articles|posts)|recommended|similar|read (more|next|also)|up next|recent (posts|articles|news)|latest|trending|popular|don.t miss|keep reading|see also|most read/,
  /comments?\b|\breply|replies|leave a|respond|discussion/,
  /^(by|posted|published|updated|written|last)\b|min(ute)?s? read|\b(19|20)\d\d\b|\bago\b/,
  /[$€£¥]\s?\d|\d\s?[€£]|add to (cart|bag|basket)|buy now|in stock|out of stock|sold out|free shipping|quantity/,
  /^(home|menu|search|skip to|back to|go to|next|previous|prev|close|view all|see all|show more|load more|learn more|read more|continue reading|toggle|click here|contact us|about us)\b|›|»/,
  /description|specification|features|details|overview|about this|ingredients|dimensions|materials|how to/,
  /reviews?\b|rating|stars|testimonial|verified/,
  /\b(joined|members?|posts|messages|likes|reputation|views|location|register(ed)?|moderator|administrator)\b/,
  /advertis|sponsored|promoted|affiliate/,
  /filter|sort by|results|showing|items? per page|page \d|clear all/,
  /tags?:|categor(y|ies)|filed under|topics?:|posted in|\btagged\b/,
  /table of contents|on this page|in this article|contents$/,
  /phone|\btel\b|call us|@[a-z0-9-]+\.|address|opening hours|contact/,
  /loading|javascript|enable|browser|captcha/,
]

export const signCount = phrases.length

/** Longer texts speak for themselves, not through phrases. */
const textLengthMax = 120

/** The phrases found in a short text, as bits. */
export function textSigns(text: string): number {
  if (text.length > textLengthMax) return 0
  let bits = known.get(text)
  if (bits === undefined) {
    bits = readSigns(text.toLowerCase())
    if (known.size >= knownMax) known.clear()
    known.set(text, bits)
  }
  return bits
}

/** Menus and footers come again on every page of a site. */
const known = new Map<string, number>()
const knownMax = 5_000

function readSigns(lower: string): number {
  let candidates = alwaysAsked
  for (let index = 0, key = 0; index < lower.length; index++) {
    key = nextKey(key, lower.charCodeAt(index))
    candidates |= phrasesByKey[key] as number
  }
  let bits = 0
  for (let index = 0; index < phrases.length; index++) {
    if ((candidates >>> index) & 1 && phrases[index]?.test(lower)) bits |= 1 << index
  }
  return bits
}

/** A number for the last three characters that were read, the same for a few others too. */
const nextKey = (key: number, code: number): number => ((key << 4) ^ code) & 0xfff

const keyLength = 3

interface PhraseIndex {
  /** For each key the phrases, as bits, that a text with such characters may hold. */
  readonly phrasesByKey: Int32Array
  /** The phrases that three characters do not tell. */
  readonly alwaysAsked: number
}

/** Most texts hold none of most phrases: a look at their characters spares asking. */
function indexPhrases(): PhraseIndex {
  const phrasesByKey = new Int32Array(0x1000)
  let alwaysAsked = 0
  for (const [index, { source }] of phrases.entries()) {
    const literals = literalsOf(source)
    const isTold = literals.every(({ length }) => length >= keyLength)
    if (!isTold) alwaysAsked |= 1 << index
    for (const literal of isTold ? literals : []) {
      let key = 0
      for (let at = 0; at < keyLength; at++) key = nextKey(key, literal.charCodeAt(at))
      phrasesByKey[key] = (phrasesByKey[key] as number) | (1 << index)
    }
  }
  return { phrasesByKey, alwaysAsked }
}

/** For each alternative of a pattern the longest text that all its matches hold. */
function literalsOf(source: string): string[] {
  const gap = '\0'
  let flat = source
  for (let before = ''; before !== flat;) {
    before = flat
    flat = flat.replaceAll(/\([^()]*\)/g, gap)
  }
  return flat.split('|').map((alternative) => {
    const literals = alternative.replaceAll(/\\.|\[[^\]]*\]|.[?*]|[.^$+?*]/g, gap).split(gap)
    return literals.toSorted((a, b) => b.length - a.length)[0] ?? ''
  })
}

const { phrasesByKey, alwaysAsked } = indexPhrases()
