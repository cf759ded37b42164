import { obfuscatedTexts, hasInvisibleRun, replaceHomoglyphs } from './obfuscation.ts'
import { instructsInOtherLanguage } from './languages.ts'
import { readSentences } from './sentence.ts'
import { scoreSentence } from './signals.ts'
import { callsModel } from './vocabulary.ts'

/** What of a page a model could be given. */
export interface ExaminedText {
  /** What a reader of the page sees. */
  readonly visible: string
  /** What a reader does not see: hidden elements, comments, attributes, metadata. */
  readonly hidden: string
}

/** An attempt to instruct a model. */
export interface Injection {
  /** Names of the signals. */
  readonly signals: readonly string[]
  /** Where it was found. */
  readonly part: 'visible' | 'hidden' | 'encoded'
  /** The sentence, for the people who tune the rules; it is never shown to callers. */
  readonly sentence?: string
}

const scoreMin = 3
/** Hidden text has no legitimate instructions, so one signal is enough there. */
const tellingWhenHidden = new Set(['override', 'task', 'addressed', 'leak', 'exfiltrate'])

/** Signals that instructions for people have too. */
const general = new Set(['imperative', 'algorithm', 'encode'])

/** The first attempt to instruct a language model. Takes time in proportion to the length of the texts. */
export function findInjection({ visible, hidden }: ExaminedText): Injection | undefined {
  return (
    findIn(visible, 'visible') ??
    findIn(hidden, 'hidden') ??
    findDisguised(visible) ??
    findDisguised(hidden)
  )
}

function findIn(text: string, part: Injection['part']): Injection | undefined {
  for (const sentence of readSentences(replaceHomoglyphs(text))) {
    if (instructsInOtherLanguage(sentence))
      return { signals: ['language'], part, sentence: sentence.text }
    const { score, names } = scoreSentence(sentence)
    const isTelling =
      part !== 'visible' && score >= 2 && names.some((name) => tellingWhenHidden.has(name))
    const isSpecific = names.some((name) => !general.has(name))
    if (isTelling || (score >= scoreMin && isSpecific))
      return { signals: names, part, sentence: sentence.text }
    if (part !== 'visible' && callsModel(sentence))
      return { signals: ['addressed'], part, sentence: sentence.text }
  }
  return undefined
}

function findDisguised(text: string): Injection | undefined {
  for (const found of obfuscatedTexts(text)) {
    const injection = findIn(found, 'encoded')
    if (injection) return injection
  }
  return hasInvisibleRun(text) && /[\u{E0020}-\u{E007E}]{12}/u.test(text)
    ? { signals: ['smuggled'], part: 'encoded' }
    : undefined
}
