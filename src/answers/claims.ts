import { createComparePlace, fewMax, shareMin } from './claim-places.ts'
import { isSameNumber } from './claim-numbers.ts'
import { hasName } from './claim-names.ts'
import {
  readClaimPage,
  shortWord,
  type ClaimPage,
  type PageWords,
  type Said,
} from './claim-page.ts'
import { writePlainly } from './claim-words.ts'
import { readAsked, readClaim, type Claim, type Clause } from './read-claim.ts'
import { splitClauses } from './supports.ts'

/** What a page says, as sentences about it are compared with it. */
export interface Claims {
  /**
   * Whether one place of the page says what each clause of a sentence does: its telling words, its names as a whole, its numbers as the
   * same kind with the same bounds, and neither more nor less of denials, limits and totals.
   */
  supports(sentence: string): Promise<boolean>
}

interface ClaimsInput extends PageWords {
  /** What was asked; an answer may repeat it. */
  readonly question?: string | undefined
}

/** Of the short words of a sentence; where fewer are on the page, it is written in another language. */
const sameLanguageMin = 0.5
const shortWordsMin = 3
const placesMax = 2_000

/** Reads a page in parts between which the event loop runs. Fails with the reason of the signal. */
export async function createClaims(input: ClaimsInput, signal: AbortSignal): Promise<Claims> {
  const page = await readClaimPage(input, signal)
  const question = input.question ?? ''
  const holds = createHolds(page, question)

  function isForeign(sentence: string): boolean {
    const own = [...sentence.toLowerCase().matchAll(shortWord)].map(([word]) => word)
    const shared = own.filter((word) => page.short.has(word)).length
    return own.length >= shortWordsMin && shared / own.length < sameLanguageMin
  }

  return {
    async supports(sentence) {
      if (/\d/.test(writePlainly(sentence))) await page.readNumbers(signal)
      const plain = sentence.replace(listMark, '')
      const foreign = isForeign(plain)
      const clauses = splitClauses(plain).filter((clause) => /[\p{L}\p{N}]/u.test(clause))
      return clauses.every((text, at) => holds({ text, isFirst: at === 0, isForeign: foreign }))
    },
  }
}

const listMark = /^\s{0,8}(?:[-*•]|\d{1,2}[.)])\s{1,4}/

function createHolds(page: ClaimPage, question: string): (clause: Clause) => boolean {
  const { said } = page
  const asked = readAsked(question, page)
  const { isFit, hasItsStance } = createComparePlace(page)

  const isKnownName = (name: readonly string[]): boolean => {
    const terms = name.flatMap(page.listTerms)
    if (terms.every((term) => asked.terms.has(term))) return true
    const [first = ''] = terms
    if (name.length === 1) return terms.every((term) => page.has(term))
    const places = page.byTerm.get(first) ?? []
    return places.some((at) => hasName(said[at]?.tokens() ?? [], name))
  }

  return function holds(clause) {
    const claim = readClaim(clause, page, asked)
    if (!claim.names.every(isKnownName)) return false
    if (clause.isForeign) return holdsForeign(claim, page)
    const { terms, own, numbers } = claim
    const absent = own.filter((term) => !page.has(term)).length
    if (absent > (own.length <= fewMax ? 0 : own.length * (1 - shareMin))) return false
    if (terms.length === 0 && numbers.length === 0) return true
    const fitting = (places: readonly Said[]) => places.filter((place) => isFit(claim, place))
    const candidates = listPlaces(claim, page)
    let places = fitting(candidates.flatMap((at) => said[at] ?? []))
    if (places.length === 0 && numbers.length === 0)
      places = fitting(
        candidates.flatMap((at) => [...withNext(said, at - 1), ...withNext(said, at)]),
      )
    const shared = (place: Said) =>
      [...terms, ...claim.nameTerms].filter((term) => place.terms.has(term)).length
    const most = Math.max(0, ...places.map(shared))
    return places.some((place) => shared(place) === most && hasItsStance(claim, place))
  }
}

/** Of another language only names and numbers can be compared. */
const holdsForeign = ({ numbers }: Claim, { said, withNumbers }: ClaimPage): boolean =>
  numbers.every((number) =>
    withNumbers.some((at) => said[at]?.numbers().some((one) => isSameNumber(number, one))),
  )

/** Places that may say it: those with numbers, else those with its words. */
function listPlaces(
  { terms, nameTerms, numbers }: Claim,
  { byTerm, withNumbers }: ClaimPage,
): readonly number[] {
  if (numbers.length > 0) return withNumbers
  const places = new Set([...terms, ...nameTerms].flatMap((term) => byTerm.get(term) ?? []))
  return [...places].slice(0, placesMax)
}

/** A sentence and the one behind it in its paragraph, for what is said in two of them. */
function withNext(said: readonly Said[], at: number): readonly Said[] {
  const [place, next] = [said[at], said[at + 1]]
  if (!place || !next || place.paragraph === 0 || place.paragraph !== next.paragraph) return []
  const terms = new Set([...place.terms, ...next.terms])
  const context = new Set([...place.context, ...next.context])
  return [{ ...place, text: `${place.text}\n${next.text}`, terms, context }]
}
