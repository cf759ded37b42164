import {
  isSameNumber,
  listClaimNumbers,
  withoutNumbers,
  type ClaimNumber,
} from './claim-numbers.ts'
import { listNames } from './claim-names.ts'
import type { ClaimPage } from './claim-page.ts'
import { readStance, writePlainly, type Stance } from './claim-words.ts'

export interface Clause {
  readonly text: string
  /** Whether it begins its sentence. */
  readonly isFirst: boolean
  /** Whether it is written in another language than the page. */
  readonly isForeign: boolean
}

/** What a clause claims. */
export interface Claim {
  /** Its telling words without names and numbers. */
  readonly terms: readonly string[]
  /** Those that are neither of the subject of the page nor of the question. */
  readonly own: readonly string[]
  readonly names: readonly (readonly string[])[]
  readonly nameTerms: readonly string[]
  readonly numbers: readonly ClaimNumber[]
  readonly stance: Stance
}

/** What was asked, which an answer may repeat. */
export interface Asked {
  readonly terms: ReadonlySet<string>
  readonly numbers: readonly ClaimNumber[]
}

export function readAsked(question: string, { listTerms }: ClaimPage): Asked {
  const text = writePlainly(question)
  return { terms: new Set(listTerms(text)), numbers: listClaimNumbers(text) }
}

/** Mostly articles, pronouns and auxiliaries; those of English are known. */
const smallWord = /(?<!\p{L})\p{Ll}{1,3}(?!\p{L})/gu

/** Reads what a clause claims about a page. */
export function readClaim(
  { text: written, isFirst, isForeign }: Clause,
  page: ClaimPage,
  asked: Asked,
): Claim {
  const text = writePlainly(written)
  const words = withoutNumbers(text)
  const [opening = ''] = /\p{L}+/u.exec(words) ?? []
  const names = listNames(words, {
    isFirst: isFirst && !page.isInnerName(opening),
    hasCapitalNouns: page.hasCapitalNouns && !isForeign,
    isCommon: (word) => page.listTerms(word).length === 0,
  })
  const nameTerms = names.flatMap((name) => name.flatMap(page.listTerms))
  const telling = page.short.has('the') ? words : words.replaceAll(smallWord, ' ')
  const terms = page.listTerms(telling).filter((term) => !nameTerms.includes(term))
  return {
    terms,
    own: terms.filter((term) => !asked.terms.has(term) && !page.subject.has(term)),
    names,
    nameTerms,
    numbers: listClaimNumbers(text).filter(
      (number) => !asked.numbers.some((one) => isSameNumber(number, one)),
    ),
    stance: readStance(text),
  }
}
