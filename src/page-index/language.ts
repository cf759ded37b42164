/** Stemmers of PostgreSQL by language; everything else is searched word for word. */
const configurations: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  nl: 'dutch',
  no: 'norwegian',
  nb: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}

export const noStemming = 'simple'

/** The text search configuration of a language. */
export const chooseConfiguration = (language: string | undefined): string =>
  configurations[stripRegion(language ?? '')] ?? noStemming

/** A word of a page is a lexeme of one of these. */
export const allConfigurations: readonly string[] = [
  ...new Set([...Object.values(configurations), noStemming]),
]

const stripRegion = (language: string) => language.toLowerCase().split(/[-_]/, 1)[0] ?? ''

/** Frequent words that few other languages have. */
const frequent: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(['the', 'and', 'of', 'to', 'is', 'that', 'for', 'with', 'this', 'are']),
  de: new Set(['der', 'die', 'und', 'das', 'ist', 'nicht', 'mit', 'von', 'den', 'auf']),
  fr: new Set(['les', 'des', 'est', 'une', 'dans', 'pour', 'que', 'qui', 'sur', 'avec']),
  es: new Set(['los', 'las', 'una', 'para', 'con', 'por', 'del', 'como', 'pero', 'esta']),
  it: new Set(['che', 'della', 'per', 'con', 'una', 'sono', 'nel', 'gli', 'anche', 'dei']),
  pt: new Set(['que', 'uma', 'para', 'com', 'dos', 'nao', 'como', 'mais', 'pelo', 'sao']),
  nl: new Set(['het', 'een', 'van', 'niet', 'zijn', 'voor', 'met', 'dat', 'aan', 'ook']),
}
const sampleWords = 400
const shareMin = 0.04

/** The language a page names, else the one its frequent words speak for. */
export function chooseLanguage(named: string | undefined, folded: string): string | undefined {
  const base = stripRegion(named ?? '')
  if (/^[a-z]{2,3}$/.test(base)) return base
  const sample = folded.slice(0, sampleWords * 8).split(' ', sampleWords)
  const [best] = Object.entries(frequent)
    .map(([language, list]) => ({ language, hits: sample.filter((word) => list.has(word)).length }))
    .toSorted((a, b) => b.hits - a.hits)
  return best && best.hits >= sample.length * shareMin && best.hits > 1 ? best.language : undefined
}

/** Those in which questions are known by their words that say nothing. */
export const configurationsOfSentences: readonly string[] = Object.keys(frequent).map((language) =>
  chooseConfiguration(language),
)
