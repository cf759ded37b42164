import { createYields } from '#kernel/event-loop.ts'
import type { Passage } from '#content/passages/sentences.ts'
import { createListTerms, type TermsOf } from '#content/passages/terms.ts'
import { listClaimNumbers, type ClaimNumber } from './claim-numbers.ts'
import { listTokens, type Token } from './claim-names.ts'
import { isDenial, writePlainly } from './claim-words.ts'

/** A sentence, row or fact of a page, as claims are compared with it. */
export interface Said {
  readonly text: string
  readonly terms: ReadonlySet<string>
  /** What stands above it as its heading, its header or its label. */
  readonly context: ReadonlySet<string>
  /** Zero for what belongs to none. */
  readonly paragraph: number
  readonly numbers: () => readonly ClaimNumber[]
  readonly tokens: () => readonly Token[]
}

/** What a page says. */
export interface ClaimPage {
  readonly said: readonly Said[]
  readonly listTerms: TermsOf
  /** Where each term stands. */
  readonly byTerm: ReadonlyMap<string, readonly number[]>
  /** Terms of the title and the first heading: the subject of every sentence. */
  readonly subject: ReadonlySet<string>
  readonly withNumbers: readonly number[]
  /** Reads the numbers of all that is said, which takes long for a long page. */
  readonly readNumbers: (signal: AbortSignal) => Promise<void>
  readonly hasCapitalNouns: boolean
  /** Short words, which tell the language. */
  readonly short: ReadonlySet<string>
  readonly has: (term: string) => boolean
  /** Whether a word has a capital letter in the middle of a sentence. */
  readonly isInnerName: (word: string) => boolean
}

export interface PageWords {
  readonly title: string | undefined
  readonly passages: readonly Passage[]
  /** Other lines that the page states. */
  readonly facts: readonly string[]
}

const sampledMax = 100
const labelMax = 60

/** Reads a page in parts between which the event loop runs. Fails with the reason of the signal. */
export async function readClaimPage(words: PageWords, signal: AbortSignal): Promise<ClaimPage> {
  const { title, passages, facts } = words
  const sample = passages.slice(0, sampledMax).map(({ text }) => text)
  const listTerms = createListTerms(sample.join(' '))
  const tell = (text: string) => listTerms(text).filter((term) => !/^\d/.test(term))
  const said: Said[] = []
  const byTerm = new Map<string, number[]>()
  const [short, beginnings, inner] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const withNumbers: number[] = []
  const yields = createYields()
  let heading = ''

  function add(text: string, context: string, paragraph: number): void {
    const terms = new Set(tell(writePlainly(text)))
    for (const term of terms) {
      if (term.length >= endingsFrom) beginnings.add(term.slice(0, beginning))
      const places = byTerm.get(term)
      if (places) places.push(said.length)
      else byTerm.set(term, [said.length])
    }
    for (const [word] of text.toLowerCase().matchAll(shortWord)) short.add(word)
    for (const [word] of text.matchAll(innerWord)) if (/^\p{Lu}/u.test(word)) inner.add(word)
    if (/\d/.test(writePlainly(text))) withNumbers.push(said.length)
    const around = new Set(tell(context))
    for (const term of around) if (!byTerm.has(term)) byTerm.set(term, [])
    said.push({ paragraph, ...makeSaid(text, terms), context: around })
  }

  for (const [at, { text, kind, block, header = '' }] of passages.entries()) {
    signal.throwIfAborted()
    const before = passages[at - 1]
    const isLabel = before?.kind === 'sentence' && before.text.length <= labelMax
    const label = isLabel && !/[.!?]$/.test(before.text) ? before.text : ''
    add(text, [heading, header, label].join(' '), kind === 'sentence' ? block : 0)
    if (kind === 'heading') heading = text
    await yields.next()
  }
  for (const fact of facts) add(fact, '', 0)
  const first = passages.find(({ kind }) => kind === 'heading')?.text ?? ''
  const hasCapitalNouns = isWithCapitalNouns(sample.join(' '))
  return {
    said,
    listTerms: (text) => tell(text).filter((term) => !isDenial(term)),
    byTerm,
    subject: new Set(tell(`${title ?? ''} ${first}`)),
    withNumbers,
    async readNumbers(reading) {
      for (const at of withNumbers) {
        said[at]?.numbers()
        reading.throwIfAborted()
        await yields.next()
      }
    },
    hasCapitalNouns,
    short,
    isInnerName: (word) => !hasCapitalNouns && inner.has(word),
    has: (term) =>
      byTerm.has(term) ||
      (hasCapitalNouns && term.length >= endingsFrom && beginnings.has(term.slice(0, beginning))),
  }
}

/** Of languages whose words change at their end. */
const [endingsFrom, beginning] = [6, 5]

function makeSaid(text: string, terms: ReadonlySet<string>): Omit<Said, 'context' | 'paragraph'> {
  let numbers: readonly ClaimNumber[] | undefined
  let tokens: readonly Token[] | undefined
  return {
    text,
    terms,
    numbers: () => (numbers ??= listClaimNumbers(writePlainly(text))),
    tokens: () => (tokens ??= listTokens(text)),
  }
}

export const shortWord = /(?<!\p{L})\p{L}{1,3}(?!\p{L})/gu
const article = /(?<!\p{L})(?:der|die|das|den|dem|ein|eine|und|ist|mit|för|vun|dat|de)(?!\p{L})/giu
const innerWord = /(?<=\p{Ll} |\p{Lu}\. )\p{L}[\p{L}\p{M}]{2,60}/gu
const [capitalShareMin, articleShareMin] = [0.2, 0.06]

/** German writes nouns with capital letters; headings of English pages do so with all words, but have few of its articles. */
function isWithCapitalNouns(text: string): boolean {
  const inner = [...text.matchAll(innerWord)].map(([word]) => word)
  const capital = inner.filter((word) => /^\p{Lu}/u.test(word)).length
  const words = text.split(/\s+/).length
  const articles = [...text.matchAll(article)].length
  return capital > inner.length * capitalShareMin && articles > words * articleShareMin
}
