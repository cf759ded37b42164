import { findConcept, saysConcept } from './concept-words.ts'
import { listImplied } from './implied-words.ts'
import { wordsAround } from './outline.ts'
import { isUnspaced, toPlain } from './plain-words.ts'
import { isFloor, isSameWord, type Profile } from './profile.ts'

const distanceMax = 40

/** How near the words that name a number stand; 0 when they do not. Words behind it are nearer than those before. */
export function nearness(
  { meanings, words, form, unit }: Profile,
  before: string,
  behind: string,
): number {
  const [said, follows] = [wordsAround(before), wordsAround(behind)]
  let best = 0
  for (const { names } of meanings) {
    for (const name of names) {
      const [own, min, furthest] = isUnspaced(name)
        ? [name, 2, 2]
        : [` ${name} `, 3, distanceMax / 2]
      if (name.length < min || (vague.has(name) && !follows.startsWith(own))) continue
      const at = form === 'year' && articled.test(follows) ? -1 : follows.indexOf(own)
      if (at >= 0 && at <= furthest) best = Math.max(best, 100 - at + name.length / 50)
      const back = said.lastIndexOf(own)
      const gap = said.length - back - name.length - 2
      if (back >= 0 && gap <= distanceMax) best = Math.max(best, 95 - gap + name.length / 50)
    }
  }
  if (best === 0 && meanings.length > 0 && form === 'count')
    return isBehind(meanings, follows) ? besideScore : 0
  if (meanings.length > 0 || words.length === 0) return best
  // That it is an amount its currency says, and its unit that it is a distance.
  const implied = listImplied({ form, unit })
  const asked = words.filter(
    (word) => word.length > 2 && !smallWords.has(word) && implied?.has(word) !== true,
  )
  if (asked.length === 0 || (asked.length === 1 && form === 'text')) return best
  // The third floor is no number of floors.
  if (asked.length < words.length && asked.some((word) => isFloor(toPlain(word)))) return best
  const plain = asked.map((word) => toPlain(word))
  const near = toPlain(`${said.slice(-distanceMax)} ${follows.slice(0, distanceMax)}`).split(' ')
  return plain.every((word) =>
    near.some((one) => isSameWord(one, word) || saysConcept(one, findConcept(word)?.same ?? [])),
  )
    ? 50
    : best
}

const [besideScore, besideWords, besideMin] = [40, 2, 6]

const endingMax = 2

/** Whether of two words one is the other with another ending. */
function hasEnding(one: string, other: string): boolean {
  const stem = Math.min(one.length, other.length) - 1
  return (
    one.slice(0, stem) === other.slice(0, stem) && Math.abs(one.length - other.length) <= endingMax
  )
}

/** Whether a word right behind a number is a name in another form: `Teilnehmern` of `teilnehmer`. */
function isBehind(meanings: Profile['meanings'], follows: string): boolean {
  const near = follows.trim().split(' ').slice(0, besideWords)
  const plain = near.map((word) => toPlain(word)).filter(({ length }) => length >= besideMin)
  return meanings.some(({ plainNames }) =>
    plainNames.some(
      (name) => name.length >= besideMin && plain.some((word) => hasEnding(word, name)),
    ),
  )
}

/** `In 2025 the foundation …` speaks of who was founded. */
const articled = /^ (?:the|die|la|le|el|il|a|o|de|het) /
const smallWords = new Set(
  'per and age count number total numero nombre anzahl aantal antal liczba pocet numer'.split(' '),
)
/** Names that stand beside many numbers. */
const vague = new Set(
  'an de van di by for für pour para per par da na do la el il av af ab ort now only from to up date data termin start end total time people net bed bath area open high low max min last volume level contact type team sales prima före før avant antes change'.split(
    ' ',
  ),
)
