/** Words that tell nothing of what a text is about, in the languages that pages are mostly written in. */
const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how i if in into is it its may me ' +
    'more most my no not of on or our shall she should so some such than that the their them then there these they ' +
    'this those to too was we were what when where which who whom whose why will with would you your much many ' +
    'des der die das ein eine und ist von zu den mit für wie viele wann welche welcher welches wurde war ' +
    'le la les un une et est du que qui dans quand quel quelle combien où ' +
    'en el los las y por con para una cual cuando cuantos donde quien como se su al ' +
    'il lo gli di da che per chi e sono o os um uma do dos das no na quem qual что как в на и с по кто где когда'
  ).split(' '),
)

/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu
const word = /[\p{L}\p{M}\p{N}]+(?:['’.,]\p{N}+)*/gu

/** The terms of a text: stems of its words, and pairs of characters where there are no spaces. */
export type TermsOf = (text: string) => string[]

/**
 * Makes the terms of texts in the language of a sample: words of languages with many endings are shortened to the beginning that
 * their forms share.
 */
export function createListTerms(sample: string): TermsOf {
  const stemWord = isRichInEndings(sample) ? cutBeginning : stemEnglish
  return function termsOf(text) {
    const terms: string[] = []
    let spaced = text
    if (text.search(unspaced) >= 0) {
      for (const [run] of text.matchAll(unspaced)) addPairs(run, terms)
      spaced = text.replaceAll(unspaced, ' ')
    }
    const folded = spaced
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/\p{Mn}/gu, '')
      .replaceAll('ı', 'i')
    for (const [found] of folded.matchAll(word)) {
      if (stopWords.has(found)) continue
      terms.push((stemByScript(found) ?? stemWord)(found))
    }
    return terms
  }
}

/** Letters of Latin scripts whose languages attach endings to endings: Turkish, Hungarian, Polish, Czech. */
const telling = /[ğşıİőűąęłśźżěřů]/g
const tellingShareMin = 0.005
const sampleLengthMax = 20_000

function isRichInEndings(sample: string): boolean {
  const text = sample.slice(0, sampleLengthMax)
  return (text.match(telling)?.length ?? 0) > text.length * tellingShareMin
}

function addPairs(run: string, terms: string[]): void {
  if (run.length === 1) terms.push(run)
  for (let at = 0; at + 1 < run.length; at += 1) terms.push(run.slice(at, at + 2))
}

type Stem = (found: string) => string

const suffix = /(?:ations?|ements?|ments?|ings?|ness|edly|ed|ies|es|ly|s|ers?|ors?)$/

/** A word without its common endings. */
function stemEnglish(found: string): string {
  let stem = found
  if (stem.length > 5) stem = stem.replace(suffix, (end) => (end === 'ies' ? 'y' : ''))
  else if (stem.length > 3) stem = stem.replace(/s$/, '')
  return stem.replace(/(.)\1$/, '$1').replace(/e$/, '')
}

const beginningLength = 5
const shortLength = 4

/** The first letters of a word; what follows them are mostly endings. A last vowel of a short word is one, too. */
const cutBeginning: Stem = (found) => {
  if (found.length > beginningLength) return found.slice(0, beginningLength)
  return found.length >= shortLength ? found.replace(vowelAtEnd, '') : found
}

const vowelAtEnd = /[aeiouöüаеиоуыьэюяйαειουηω]$/u

const scripts: readonly (readonly [letters: RegExp, stem: Stem])[] = [
  [/^\p{Script=Cyrillic}/u, cutBeginning],
  [/^\p{Script=Greek}/u, cutBeginning],
  [
    /^\p{Script=Arabic}/u,
    (found) => found.replaceAll('ى', 'ي').replace(arabicStart, '').replace(arabicEnd, ''),
  ],
  [/^\p{Script=Devanagari}/u, (found) => found.replace(hindiEnd, '')],
]

/** The article and what is written together with it. */
const arabicStart = /^(?:وال|بال|كال|فال|ال|لل)(?=\p{L}{2})|^و(?=\p{L}{3})/u
/** Endings of number, gender and owner. */
const arabicEnd = /(?<=\p{L}{2})(?:ها|ان|ات|ون|ين|يه|ية|ته|تها|ه|ة|ي|ا)$/u
const hindiEnd = /(?<=\p{L}.)(?:यो|ओ|ए|ा|ि|ी|ो|ौ){1,3}$/u

/** Greek is the first of these scripts. */
const firstLetter = 0x370

function stemByScript(found: string): Stem | undefined {
  if (found.charCodeAt(0) < firstLetter) return undefined
  return scripts.find(([letters]) => letters.test(found))?.[1]
}
