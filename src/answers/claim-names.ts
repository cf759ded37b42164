/** A word of a text that begins with a capital letter or not, and what stands before it. */
export interface Token {
  readonly word: string
  readonly isCapital: boolean
  /** Whether a mark parts it from the word before. */
  readonly isParted: boolean
}

const wordPattern = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’-]\p{L}[\p{L}\p{M}]*){0,3}|\p{N}+/gu
const tokensMax = 2_000

/** The words of a text in order. A point behind one letter parts nothing: `J. Aasen`. */
export function listTokens(text: string): readonly Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const before = text.slice(end, index).trim()
    const previous = tokens.at(-1)?.word ?? ''
    const isInitial = before === '.' && previous.length <= 3 && /^\p{Lu}/u.test(previous)
    const isCapital = /^\p{Lu}/u.test(word)
    tokens.push({ word, isCapital, isParted: before !== '' && !isInitial })
    end = index + word.length
    if (tokens.length >= tokensMax) break
  }
  return tokens
}

interface NameOptions {
  /** Whether the text begins a sentence, so that its first word is capitalised anyway. */
  readonly isFirst: boolean
  /** Whether nouns are capitalised: then only what stands beside another name or behind a bare preposition is one. */
  readonly hasCapitalNouns: boolean
  readonly isCommon: (word: string) => boolean
}

const bareBefore = /^(?:in|aus|nach|von|bei|durch|frau|herr|familie)$/i

/** The names of a text: runs of words with capital letters. */
export function listNames(text: string, options: NameOptions): readonly (readonly string[])[] {
  const tokens = listTokens(text)
  const runs: string[][] = []
  let open: string[] = []
  let openAt = 0
  const close = () => {
    const words = open.filter((word) => word.length > 1)
    const isOpening = options.isFirst && openAt === 0
    const isBare = bareBefore.test(tokens[openAt - 1]?.word ?? '')
    const isName =
      words.length > 1 || (words.length === 1 && !isOpening && (!options.hasCapitalNouns || isBare))
    if (isName) runs.push(words)
    open = []
  }
  for (const [at, { word, isCapital, isParted }] of tokens.entries()) {
    if (open.length > 0 && (!isCapital || isParted)) close()
    if (!isCapital || options.isCommon(word)) continue
    if (open.length === 0) openAt = at
    open.push(word)
  }
  close()
  return runs
}

const foldWord = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/['’]s$/, '')

const particle = /^(?:of|von|van|de|di|da|do|du|del|af|av|der|den|the|la|le)$/
const gapMax = 1

/** Whether the words of a name stand together in a text: `Henrik Aasen` in `Henrik J. Aasen`, not in `Henrik Berg and Kari Aasen`. */
export function hasName(tokens: readonly Token[], name: readonly string[]): boolean {
  const [first = '', ...rest] = name.map(foldWord)
  const words = tokens.map(({ word }) => foldWord(word))
  return words.some((word, at) => {
    if (word !== first) return false
    return standsBehind(tokens, { words, at, rest }) || standsBefore(words, at, rest)
  })
}

interface Standing {
  readonly words: readonly string[]
  readonly at: number
  readonly rest: readonly string[]
}

function standsBehind(tokens: readonly Token[], { words, at, rest }: Standing): boolean {
  let place = at
  for (const wanted of rest) {
    let next = place + 1
    while (next - place <= gapMax && words[next] !== wanted && isInside(tokens[next])) next += 1
    if (words[next] !== wanted || tokens[next]?.isParted === true) return false
    place = next
  }
  return true
}

/** A middle name or a particle. */
const isInside = (token: Token | undefined): boolean =>
  token !== undefined && !token.isParted && (token.isCapital || particle.test(token.word))

/** `Korsvik Lighthouse` for `Lighthouse of Korsvik`. */
function standsBefore(words: readonly string[], at: number, rest: readonly string[]): boolean {
  let place = at - 1
  while (place >= 0 && particle.test(words[place] ?? '')) place -= 1
  return place < at - 1 && rest.length === 1 && words[place] === rest[0]
}
