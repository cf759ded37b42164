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
  let bits = 0
  for (let index = 0; index < phrases.length; index++) {
    if (phrases[index]?.test(lower)) bits |= 1 << index
  }
  return bits
}
