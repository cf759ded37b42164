import { readInStock } from '#content/html/facts/stock-words.ts'
import { findConcept } from './concept-words.ts'
import type { Outline } from './outline.ts'
import { toPlain } from './plain-words.ts'
import type { Profile } from './profile.ts'
import { quantitiesIn } from './quantities.ts'
import { splitSegments } from './pairs.ts'
import { splitLine } from './split-line.ts'
import {
  asking,
  denied,
  freely,
  isNegation,
  isOpposed,
  isSaid,
  isState,
  isLimited,
  isSameStem,
  readSo,
  readWords,
  type Asked,
} from './read-boolean.ts'

/** The first line that says that something is so, and the first that says that it is not; one may do both. */
export interface Whether {
  readonly so?: number
  readonly not?: number
}

/** What a page says in one clause, and whether it says so; `open` for a question, a heading and what holds sometimes. */
interface Statement {
  readonly text: string
  readonly words: readonly string[]
  readonly line: number
  readonly stance: boolean | 'open' | undefined
}

const lineLengthMax = 2_000
/** A thing counts more than that it is there. */
const [thingScore, openLoss] = [10, 5]

/**
 * Reads which lines speak of a property and how they decide it. Looser than `readBoolean`, which finds a value: here one is given. Those
 * that say most words of its name decide; undefined when none says any.
 */
export function createSayWhether(outline: Outline) {
  let known: readonly Statement[] | undefined
  return function sayWhether(profile: Profile): Whether | undefined {
    const asked = readAsked(profile)
    if (asked.wanted.length === 0 && !asked.isStock) return undefined
    known ??= listStatements(outline)
    let best = 0
    let found: Whether = {}
    for (const statement of known) {
      const count = countSaid(statement, asked)
      const said = count === 0 ? undefined : decide(statement, asked)
      // What decides it counts more than what leaves it open.
      const score = said === 'open' && count >= thingScore ? count - openLoss : count
      if (score === 0 || score < best) continue
      if (score > best) found = {}
      best = score
      const { line } = statement
      if (said !== false) found = { so: line, ...found }
      if (said !== true) found = { not: line, ...found }
    }
    return best === 0 ? undefined : found
  }
}

interface Question {
  readonly wanted: readonly Asked[]
  /** Those that do not only say that a thing is there. */
  readonly things: readonly Asked[]
  /** Whether its name denies: `accident_free`, `no_smoking`. */
  readonly isTurned: boolean
  readonly isLess: boolean
  /** Whether it asks for no more than whether a thing can be had. */
  readonly isStock: boolean
}

function readAsked({ folded }: Profile): Question {
  const names = folded.split(' ').filter((word) => !asking.has(word))
  // `free_parking` costs nothing; `accident_free` is without.
  const isLess = names.length > 1 && names.at(-1) === 'free'
  const wanted = (isLess ? names.slice(0, -1) : names)
    .map((word) => toPlain(word))
    .filter((word) => (word.length > 2 || /^(?:tv|wc)$/.test(word)) && !isNegation(word))
    .map((word) => ({ word, concept: findConcept(word) ?? findLastPart(word) }))
  const things = wanted.filter((one) => !isState(one))
  return {
    wanted,
    things: things.length > 0 ? things : wanted,
    isTurned: isLess || names.some((word) => isNegation(toPlain(word))),
    isLess,
    isStock: names.length === 0 || names.includes('stock'),
  }
}

const partMin = 4

/** What the last part of a compound stands for: `sunroof`. */
function findLastPart(word: string): Asked['concept'] {
  for (let at = 3; at <= word.length - partMin; at += 1) {
    const concept = findConcept(word.slice(at))
    if (concept?.same.includes(word.slice(at)) === true) return concept
  }
  return undefined
}

function countSaid({ text, words }: Statement, { wanted, things, isStock }: Question): number {
  if (isStock && readInStock(text) !== undefined) return thingScore * 2
  const said = wanted.filter((one) => words.some((word) => isAbout(word, one)))
  const own = said.filter((one) => things.includes(one)).length
  if (own > 0) return own * thingScore + said.length
  // Of a thing that no word is known for, that something is allowed has to do.
  return things.some(({ concept }) => concept === undefined) ? said.length : 0
}

const cognateMin = 6
/** Here a word may be of the same origin, too: `financing`, `financování`. */
const isAbout = (word: string, one: Asked): boolean =>
  isSaid(word, one) ||
  isOpposed(word, one) ||
  isSameStem(word, one.word) ||
  (one.word.length >= cognateMin && word.startsWith(one.word.slice(0, cognateMin)))

/** Whether a statement says that something is so; `open` where it leaves that open. */
function decide(
  { text, words, stance }: Statement,
  { wanted, things, isTurned, isLess, isStock }: Question,
): Statement['stance'] {
  const inStock = isStock ? readInStock(text) : undefined
  if (inStock !== undefined) return inStock
  const isOpposite = wanted.some((one) => words.some((word) => isOpposed(word, one)))
  const isDenied =
    stance === false ||
    denied.test(text) ||
    words.some((word) => isNegation(word) || (isLess && without.test(word)))
  // What is denied with an exception is denied.
  if (stance === 'open' && !isDenied) return stance
  const asksFree = wanted.some(({ concept }) => concept === free)
  const asksPrice = asksFree || wanted.some(({ concept }) => concept === included)
  const saysPrice = quantitiesIn(text).some(({ sign }) => sign !== undefined)
  const isSaidOf = wanted.every((one) => words.some((word) => isAbout(word, one)))
  // What has a price is not free and not included, unless that is said.
  if (asksPrice && saysPrice && (asksFree || !isSaidOf)) return isSaidOf ? 'open' : isTurned
  if (asksPrice && things.length < wanted.length && !isSaidOf && !isDenied && !isOpposite)
    return 'open'
  return (isDenied === isOpposite) !== isTurned
}

const free = findConcept('free')
const included = findConcept('included')
/** `glutenfrei`, `smoke free` */
const without = /(?:free|frei|fri|vrij)\p{L}{0,2}$/u

function listStatements({ pairs, lines, language }: Outline): readonly Statement[] {
  const labelled = pairs
    .filter(({ kind }) => kind === 'shown')
    .flatMap(({ label, value, line }): readonly Statement[] => {
      const stance = readAnswer(value)
      return stance === undefined
        ? splitStatements(value, { line, language, before: label.folded })
        : [{ ...readWords(label.folded, line), stance }]
    })
  const said = lines.flatMap(({ text, kind }, line): readonly Statement[] => {
    if (text.length > lineLengthMax || isQuestion(text)) return []
    const above = lines[line - 1]?.text ?? ''
    const all = splitStatements(text, { line, language, before: '' })
    if (isQuestion(above)) {
      const [first = ''] = splitLine(text)
      return [{ ...readWords(`${above} ${first}`, line), stance: readAnswer(text) }, ...all]
    }
    return captions.has(kind) ? all.map((one) => ({ ...one, stance: 'open' })) : all
  })
  return [...labelled, ...said]
}

/** `Yes, in summer.` */
const readAnswer = (text: string): boolean | undefined =>
  readSo(text) ?? readSo(text.split(/[,.;!(]/, 1)[0] ?? '')

/** They say what is spoken of, and no more. */
const captions = new Set(['heading', 'term'])
const isQuestion = (text: string): boolean => text.length <= questionMax && /[?？]$/.test(text)
const questionMax = 120

interface Placed {
  readonly line: number
  readonly language: string
  /** A label that the text belongs to. */
  readonly before: string
}

const splitStatements = (text: string, { line, language, before }: Placed): readonly Statement[] =>
  splitSegments(text.replaceAll(freely, ' '))
    .flatMap(splitLine)
    .flatMap((sentence) => {
      const stance = isLimited(sentence, language) ? 'open' : undefined
      return sentence
        .split(
          /[;,()，、；。（）]|(?<=\p{Lo})\. | [–—-] | (?:but|aber|mais|pero|maar|mas|ale|men) /u,
        )
        .map((clause) => ({ ...readWords(`${before} ${clause}`, line), stance }))
    })
