import { findConcept, saysConcept } from './concept-words.ts'
import { wordsAround, type Outline } from './outline.ts'
import { toPlain } from './plain-words.ts'
import { isSameWord, type Profile } from './profile.ts'
import type { Texts } from './read-list.ts'
import { splitLine } from './split-line.ts'

const separator =
  /, (?:(?:and|und|et|y|e|og|or|oder|ou|o|eller) )?| (?:and|und|et|y|e|og|or|oder|ou|o|eller) /u
/** Words for `and` and `or` that are prepositions in other languages. */
const ofLanguage: Readonly<Record<string, RegExp>> = {
  nl: /, | (?:en|of) /u,
  pl: /, | (?:i|oraz|lub) /u,
  sv: /, | (?:och|eller) /u,
  cs: /, | (?:a|nebo|i) /u,
}
const [itemWordsMax, lineLengthMax, itemsMin] = [3, 400, 3]
const small = new Set('with mit avec con com met med z in aus of de di en em i w av af'.split(' '))

/** The items of the only enumeration in a sentence that speaks of a property: `made of oak, steel and glass`. */
export function listEnumerated(
  { lines, language }: Outline,
  { plain, meanings, folded }: Profile,
): Texts | undefined {
  const words = (meanings.length > 0 ? folded.split(' ').map(toPlain) : plain.words).filter(
    (word) => word.length > 2,
  )
  const asked = words.map((word) => ({ word, same: findConcept(word)?.same ?? [] }))
  const found: Texts[] = []
  for (const [line, { text, kind, level }] of lines.entries()) {
    if (kind === 'cell' || level > 0 || text.length > lineLengthMax) continue
    for (const sentence of splitLine(text)) {
      const pieces = sentence
        .replace(/(?: \([^()]*\))?[.!]?$/, '')
        .split(ofLanguage[language.slice(0, 2)] ?? separator)
      if (pieces.length < itemsMin) continue
      const said = toPlain(wordsAround(sentence)).trim().split(' ')
      const isNamed = ({ word, same }: (typeof asked)[number]) =>
        said.some((one) => isSameWord(one, word) || saysConcept(one, same))
      if (asked.filter(isNamed).length * 2 < asked.length || asked.length === 0) continue
      const texts = cutItems(pieces)
      if (texts) found.push({ texts, line })
    }
  }
  const [only] = found
  return found.length === 1 ? only : undefined
}

const wordsIn = (text: string): readonly string[] => text.trim().split(/\s+/)

/** The last pieces that are short, without what leads to the first: it has as many words as the second, or all with capital letters. */
function cutItems(pieces: readonly string[]): readonly string[] | undefined {
  const head = pieces.slice(0, -1).findLastIndex((one) => {
    const own = wordsIn(one)
    return own.length > itemWordsMax || own.slice(1).some((word) => small.has(word))
  })
  const [first = '', ...others] = pieces.slice(Math.max(0, head))
  const [second = ''] = others
  const last = others.at(-1) ?? ''
  if (others.length < itemsMin - 1 || wordsIn(last).length > itemWordsMax) return undefined
  const before = wordsIn(first)
  const capitals = before.length - 1 - before.findLastIndex((word) => !/^\p{Lu}/u.test(word))
  const count = Math.max(wordsIn(second).length, /^\p{Lu}/u.test(second) ? capitals : 0)
  return [before.slice(-count).join(' '), ...others].map((item) => {
    const own = wordsIn(item)
    return (small.has(own[0] ?? '') ? own.slice(1) : own).join(' ')
  })
}
