import {
  isSameNumber,
  listClaimNumbers,
  withoutNumbers,
  type ClaimNumber,
} from './claim-numbers.ts'
import { listNames } from './claim-names.ts'
import type { ClaimPage, Said } from './claim-page.ts'
import { readStance, writePlainly } from './claim-words.ts'
import type { Claim } from './read-claim.ts'
import { splitClauses } from './supports.ts'

/** Of the telling words of a clause that one place must have. */
export const shareMin = 2 / 3
/** Of clauses with so few telling words one place must have all. */
export const fewMax = 3

/** Compares claims with single places of a page. */
export function createComparePlace(page: ClaimPage) {
  /** A place that names another person says nothing about the one who is named. */
  function hasItsNames({ names, nameTerms }: Claim, place: Said): boolean {
    const around = (term: string) =>
      place.terms.has(term) || place.context.has(term) || page.subject.has(term)
    if (names.length === 0 || nameTerms.every(around)) return true
    const others = listNames(place.text, {
      isFirst: place.paragraph !== 0,
      hasCapitalNouns: page.hasCapitalNouns,
      isCommon: (word) => page.listTerms(word).every((term) => page.subject.has(term)),
    })
    return others.every((name) =>
      name.flatMap(page.listTerms).every((one) => nameTerms.includes(one)),
    )
  }

  /** Whether the part of a place that speaks of a claim most says it in the same sense. */
  function hasItsStance(claim: Claim, place: Said): boolean {
    const all = [...claim.terms, ...claim.nameTerms]
    const whole = writePlainly(place.text)
    const parts = splitClauses(whole).map((text) => {
      const terms = new Set(page.listTerms(text))
      return { text, shared: all.filter((term) => terms.has(term)).length }
    })
    const most = Math.max(...parts.map(({ shared }) => shared))
    const { isLimited, isTotal } = readStance(whole)
    if ((claim.stance.isLimited && !isLimited) || (claim.stance.isTotal && !isTotal)) return false
    return parts
      .filter(({ shared }) => shared === most)
      .every(({ text }) => isSameStance(claim, text))
  }

  return {
    /** Whether a place has the words, the names and the numbers of a claim. */
    isFit: (claim: Claim, place: Said): boolean =>
      measureShare(claim, place) >= (claim.own.length <= fewMax ? 1 : shareMin) &&
      hasItsNames(claim, place) &&
      hasNumbers(claim, place, page),
    hasItsStance,
  }
}

function measureShare({ own }: Claim, place: Said): number {
  const found = own.filter((term) => place.terms.has(term) || place.context.has(term))
  return own.length === 0 ? 1 : found.length / own.length
}

/** Whether a place has the numbers of a claim, each in a part that speaks of it more than the parts with other numbers do. */
function hasNumbers({ numbers, own, terms }: Claim, place: Said, page: ClaimPage): boolean {
  if (!numbers.every((number) => place.numbers().some((one) => isSameNumber(number, one))))
    return false
  const parts = splitClauses(writePlainly(place.text)).map((text) => ({
    terms: new Set(page.listTerms(withoutNumbers(text))),
    numbers: listClaimNumbers(text),
  }))
  return numbers.every((number) => {
    const has = (part: { readonly numbers: readonly ClaimNumber[] }) =>
      part.numbers.some((one) => isSameNumber(number, one))
    const others = parts.filter((part) => part.numbers.length > 0 && !has(part))
    // A number that a mark of its own divides stands in no part.
    return (
      !parts.some(has) ||
      parts.filter(has).some((part) => {
        const isElsewhere = own.some(
          (term) => !part.terms.has(term) && others.some((other) => other.terms.has(term)),
        )
        return !isElsewhere || [...part.terms].every((term) => terms.includes(term))
      })
    )
  })
}

/** Both deny or neither does, and the claim leaves out no limit of the page: `children under six` are not all children. */
function isSameStance({ stance, numbers }: Claim, said: string): boolean {
  const { isDenied, isLimited } = readStance(said)
  if (stance.isDenied !== isDenied || (isLimited && !stance.isLimited)) return false
  return !listClaimNumbers(said).some(isBounded) || numbers.some(isBounded)
}

const isBounded = ({ kind, bound }: ClaimNumber): boolean =>
  kind === 'amount' && bound !== undefined
