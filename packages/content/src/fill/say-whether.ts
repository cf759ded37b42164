import { readInStock } from '#content/html/facts/stock-words.ts'
import type { Line } from '#content/html/facts/page-facts.ts'
import { findConcept } from './concept-words.ts'
import type { Outline } from './outline.ts'
import { toPlain } from './plain-words.ts'
import type { Profile } from './profile.ts'
import type { ReadValue } from './read-value.ts'
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

/** The first statement that says that something is so, and the first that says that it is not; one may do both. */
export interface Whether {
  readonly so?: Statement
  readonly not?: Statement
  /** Whether the first one leaves it open. */
  readonly isOpen?: boolean
}

/** What a page says in one clause, and whether it says so; `open` for a question, a heading and what holds sometimes. */
export interface Statement {
  readonly text: string
  readonly words: readonly string[]
  readonly line: number
  readonly stance: boolean | 'open' | undefined
  /** Whether it is a whole item of a list, or a label beside yes or no. */
  readonly isItem?: boolean
}

const lineLengthMax = 2_000
/** A thing counts more than that it is there. */
const [thingScore, openLoss] = [10, 5]

/**
 * Reads which lines speak of a property and how they decide it. Looser than `readBoolean`, which finds a value: here one is given. Those
 * that say most words of its name decide; undefined when none says any.
 */
export function createSayWhether(outline: Outline) {
  let known: ReturnType<typeof readStatements> | undefined
  const read = () => (known ??= readStatements(outline))
  /** What the page says, in its order. */
  const listStatements = (): readonly Statement[] => read().said
  function sayWhether(profile: Profile): Whether | undefined {
    const asked = readAsked(profile)
    if (asked.wanted.length === 0 && !asked.isStock) return undefined
    let best = 0
    let found: Whether = {}
    const { labelled, said: all } = read()
    for (const statement of [...labelled, ...all]) {
      const count = countSaid(statement, asked)
      const said = count === 0 ? undefined : decide(statement, asked)
      // What decides it counts more than what leaves it open.
      const score = said === 'open' && count >= thingScore ? count - openLoss : count
      if (score === 0 || score < best) continue
      if (score > best) found = {}
      best = score
      if (said !== false) found = { so: statement, isOpen: said === 'open', ...found }
      if (said === false) found = { not: statement, ...found }
    }
    // What is said of a part of the name both ways is said of several things.
    const isPart = best < asked.things.length * thingScore
    return best === 0 || (isPart && found.so && found.not) ? undefined : found
  }
  /** What is so or is not by all that speaks of each word of the name. */
  function readBoolean(profile: Profile): ReadValue | undefined {
    const { so, not, isOpen } = sayWhether(profile) ?? {}
    const statement = so ?? not
    if (!statement || isOpen || (so && not) || !isAnswer(statement, readAsked(profile)))
      return undefined
    return { value: so !== undefined, line: statement.line }
  }
  return { sayWhether, listStatements, readBoolean }
}

const [banWordsMax, loneWordsMax] = [4, 8]

/** Whether a statement speaks of all that is asked: `No pets` and `Pets: no` of whether they are allowed, too. */
function isAnswer({ words, stance, isItem }: Statement, { wanted, things, isStock }: Question) {
  const [first] = wanted
  const isNamed = (one: Asked) => words.some((word) => isAbout(word, one))
  // `The museum shows a balcony scene by an unknown painter` is of a painting.
  if (
    first &&
    wanted.length === 1 &&
    countPart(words, (word) => isAbout(word, first)) > loneWordsMax
  )
    return false
  if (isStock || wanted.every(isNamed)) return true
  const isShort = (isItem === true && stance !== undefined) || words.length <= banWordsMax
  return things.length < wanted.length && things.every(isNamed) && isShort
}

const ands = new Set('and und et y e en och og oraz'.split(' '))
const isAnd = (word: string): boolean => ands.has(word)

/** How many words the part of a statement has that `and` parts from the rest. */
function countPart(words: readonly string[], isNamed: (one: string) => boolean): number {
  const at = words.findIndex(isNamed)
  const next = words.slice(at).findIndex(isAnd)
  return (next < 0 ? words.length : at + next) - words.slice(0, at).findLastIndex(isAnd) - 1
}

/** Whether a statement says that something is so, whatever it is of. */
export const readStance = ({ text, words, stance }: Statement): Statement['stance'] =>
  stance ?? !(denied.test(text) || words.some((word) => isNegation(word)))

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
  // `free_parking` costs nothing; `accident_free` is without, `locker_free` may be either.
  const isLess = names.indexOf('free') > 0
  const wanted = names
    .filter((name) => !isLess || name !== 'free')
    .map((word) => toPlain(word))
    .filter((word) => (word.length > 2 || /^(?:tv|wc)$/.test(word)) && !isNegation(word))
    .map((word) => ({ word, concept: findConcept(word) ?? findLastPart(word) }))
  const things = wanted.filter((one) => !isState(one))
  return {
    wanted,
    things: things.length > 0 ? things : wanted,
    isTurned: names.some((word) => isNegation(toPlain(word))),
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
  const joined = wanted.map(({ word }) => word).join('')
  if (words.includes(joined)) return wanted.length * (thingScore + 2)
  const said = wanted.filter((one) => words.some((word) => isAbout(word, one)))
  const own = things.filter((one) => said.includes(one))
  return own.length === 0 ? 0 : own.length * thingScore + said.length
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
  const places = words.flatMap((word, at) => (wanted.some((one) => isAbout(word, one)) ? [at] : []))
  const isDenied =
    stance === false || denied.test(text) || words.some((word, at) => isNegation(word, at, places))
  // What is denied with an exception is denied.
  if (stance === 'open' && !isDenied) return stance
  if (isLess) {
    if (words.some((word) => isSaid(word, gratis) || without.test(word))) return !isDenied
    return isDenied || isOpposite || (isPriced(text) ? false : 'open')
  }
  const asksFree = wanted.some(({ concept }) => concept === free)
  const asksPrice = asksFree || wanted.some(({ concept }) => concept === included)
  const isNamed = wanted.every((one) => words.some((word) => isAbout(word, one)))
  // What has a price is not free and not included, unless that is said.
  if (asksPrice && isPriced(text) && (asksFree || !isNamed)) return isNamed ? 'open' : isTurned
  if (asksPrice && things.length < wanted.length && !isNamed && !isDenied && !isOpposite)
    return words.some((word) => isSaid(word, extra)) ? isTurned : 'open'
  return (isDenied === isOpposite) !== isTurned
}

const free = findConcept('free')
const gratis: Asked = { word: 'free', concept: free }
const included = findConcept('included')
const extra: Asked = { word: 'extra', concept: findConcept('extra') }
const isPriced = (text: string): boolean =>
  quantitiesIn(text).some(({ sign }) => sign !== undefined)
/** `glutenfrei`, `smoke free` */
const without = /(?:free|frei|fri|vrij)\p{L}{0,2}$/u

function readStatements({ pairs, lines, language }: Outline) {
  const shown = pairs.filter(({ kind }) => kind === 'shown')
  const decided = shown.flatMap(({ label, value, line }): readonly Statement[] => {
    const stance = readAnswer(value)
    return stance === undefined ? [] : [{ ...readWords(label.folded, line), stance, isItem: true }]
  })
  const byLine = new Map(decided.map((one) => [one.line, one]))
  const labelled = shown
    .filter(({ line }) => !byLine.has(line))
    .flatMap(({ label, value, line }) =>
      splitStatements(value, { line, language, before: label.folded }),
    )
  const said = lines.flatMap((own, line): readonly Statement[] => {
    const { text, kind } = own
    if (text.length > lineLengthMax || isQuestion(text)) return []
    const answered = byLine.get(line)
    if (answered && splitLine(text).length === 1) return [answered]
    const above = lines[line - 1]?.text ?? ''
    const [first = '', ...others] = splitLine(text)
    const answer = isQuestion(above) ? readAnswer(text) : undefined
    const rest = answer === undefined ? splitMarked(own) : others
    const all = rest.flatMap((one) => splitStatements(one, { line, language, before: '' }))
    if (isQuestion(above))
      return [{ ...readWords(`${above} ${first}`, line), stance: answer }, ...all]
    if (isStruck(own)) return all.map((one) => ({ ...one, stance: false }))
    if (kind === 'item') return all.map((one) => ({ ...one, isItem: all.length === 1 }))
    return captions.has(kind) ? all.map((one) => ({ ...one, stance: 'open' })) : all
  })
  return { labelled: [...decided, ...labelled], said }
}

/** `Yes, in summer.` */
const readAnswer = (text: string): boolean | undefined =>
  /^\d/.test(text) ? undefined : (readSo(text) ?? readSo(text.split(/[,.;!(]/, 1)[0] ?? ''))

/** Each element of a line that has a mark for yes or no of its own. */
const splitMarked = ({ text, parts }: Line): readonly string[] =>
  parts.length > 1 && parts.every((part) => mark.test(part.text))
    ? parts.map((part) => part.text)
    : [text]
const mark = /[✓✔✅✗✘❌]/u

const isStruck = ({ parts }: Line): boolean =>
  parts.length > 0 && parts.every(({ isOld }) => isOld === true)

/** They say what is spoken of, and no more, or stand in a row. */
const captions = new Set(['heading', 'term', 'cell'])
const isQuestion = (text: string): boolean => text.length <= questionMax && /[?？]$/.test(text)
const questionMax = 120

/** What says that nothing is said. */
const untold =
  /(?:^|: ) ?(?:no|not|keine|nicht|aucune|non|sin|no|nessuna|geen|brak|ingen|bez) (?:information|data|specified|angaben?|angegeben|bekannt|renseign|especifica|datos|informazion|specificat|informati|opgegeven|danych|uppgift|oplysning|udaj)/iu

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
          /[;()，、；。（）]|,(?!\d)|(?<=\p{Lo})\. | [–—-] | (?:but|aber|mais|pero|maar|mas|ale|men) | (?:and|und|et|y|e|en|i|och|og|a) (?=(?:no|not|nicht|keine?n?|pas|non|niet|geen|nie|inte|ikke|não|ne) )/u,
        )
        .filter((clause) => /[\p{L}\d]/u.test(clause) && !untold.test(clause))
        .map((clause) => {
          const isDenied = /^(?:cs|sk)/.test(language) && deniedVerb.test(clause)
          const words = readWords(`${before} ${clause}`.trim(), line)
          return { ...words, stance: isDenied ? false : stance }
        })
    })

/** `nevrací se`: Czech verbs are denied by their first letters. */
const deniedVerb =
  /(?<!\p{L})ne(?!bo|j|děl|mocn|koli|utr)\p{L}{2,14}(?:í|á|é|me|te|ou|ují|uje|aly|ily)(?!\p{L})/iu
