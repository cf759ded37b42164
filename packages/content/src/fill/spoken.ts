import { foldName } from '#content/html/facts/meanings.ts'
import { beginsWith, findConcept } from './concept-words.ts'
import { wordsAround } from './outline.ts'
import { isUnspaced, toPlain, wholeWord } from './plain-words.ts'
import { isSameWord, type Profile } from './profile.ts'

/** Words of names and descriptions that do not distinguish a property. */
const stopWords = new Set(
  'the and for with from that this which its what when where value number name text date price of a an in on to is as be or by at if not any all iso format page item product'.split(
    ' ',
  ),
)
const nameMin = 3

/** What a text has to say to speak of a property. */
interface Asked {
  readonly names: readonly string[]
  readonly words: readonly { readonly plain: string; readonly same: readonly string[] }[]
}

const asked = new WeakMap<Profile, Asked>()

function readAsked(profile: Profile): Asked {
  const known = asked.get(profile)
  if (known) return known
  const { meanings, words, schema, folded } = profile
  const { description } = schema
  const own = meanings.length > 0 ? folded.split(' ') : words
  const described =
    typeof description === 'string' ? foldName(description.slice(0, 100)).split(' ') : []
  const read = {
    names: meanings
      .flatMap(({ names }) => names)
      .filter((name) => name.length >= nameMin || isUnspaced(name)),
    words: [...own, ...described]
      .filter((word) => (word.length >= nameMin || word === 'tv') && !stopWords.has(word))
      .map((word) => toPlain(word))
      .map((plain) => ({ plain, same: findConcept(plain)?.same ?? [] })),
  }
  asked.set(profile, read)
  return read
}

/** What a text says, as it is compared. */
export interface Said {
  readonly around: string
  readonly plain: readonly string[]
}

const readSaid = (text: string): Said => {
  const around = wordsAround(text)
  return { around, plain: toPlain(around.trim()).split(' ') }
}

/** Several texts as one. */
export const joinSaid = (said: readonly Said[]): Said => ({
  around: said.map(({ around }) => around).join(''),
  plain: [...new Set(said.flatMap(({ plain }) => plain))],
})

/** Reads each text once. */
export function createSayings() {
  const known = new Map<string, Said>()
  return (text: string): Said => {
    const said = known.get(text) ?? readSaid(text)
    known.set(text, said)
    return said
  }
}

/** Whether a text is a compound with a name of a property: `Bergvärme` of `värme`. */
export const isCompound = (profile: Profile, text: string): boolean =>
  readAsked(profile).names.some(
    (name) => name.length >= compoundMin && text.toLowerCase().endsWith(name),
  )

const compoundMin = 5

/** Whether a text has a name of a property, the words of its name or others for the same, or a word of its description. */
export function isSpoken(profile: Profile, { around, plain }: Said): boolean {
  const { names, words } = readAsked(profile)
  if (names.some((name) => around.includes(wholeWord(name)))) return true
  return words.some((word) =>
    plain.some((one) => isSameWord(one, word.plain) || beginsWith(one, word.same)),
  )
}
