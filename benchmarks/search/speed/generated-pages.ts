import type { IndexablePage } from '#page-index/page-index.ts'

const vocabularySize = 60_000
const topics = 500
const wordsPerTopic = 400
const titleWords = 5
const headingsPerPage = 4
/** Share of the words of a text that belong to its topic. */
const topicShare = 0.25
const wordsMin = 150
const wordsMax = 650

/** The same numbers in each run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const syllables = 'ba ce di fo gu la me ni po ru sa te vi wo zu bra cle dri flo gru'.split(' ')

function makeWord(index: number): string {
  const parts: string[] = []
  for (let rest = index; parts.length < 3 || rest > 0; rest = Math.floor(rest / syllables.length)) {
    parts.push(syllables[rest % syllables.length] ?? '')
  }
  return parts.join('')
}

const phrase = (length: number, next: () => string) => Array.from({ length }, next).join(' ')

/**
 * Pages whose words are as unevenly frequent as those of a language (Zipf), in topics: the words of a title occur in its text, and
 * a page shares words with those of its topic.
 */
export function* generatedPages(
  count: number,
  { teamId, seed }: { readonly teamId: string; readonly seed: number },
): Generator<IndexablePage> {
  const random = createRandom(seed)
  const readAt = new Date()
  const frequent = () => makeWord(Math.floor(vocabularySize ** random()) - 1)
  for (let number = 0; number < count; number++) {
    const topic = Math.floor(random() * topics)
    const ofTopic = () =>
      makeWord(1_000 + topic * 100 + Math.floor(wordsPerTopic * random() * random()))
    const word = () => (random() < topicShare ? ofTopic() : frequent())
    const title = phrase(titleWords, ofTopic)
    const headings = Array.from({ length: headingsPerPage }, () => phrase(4, word))
    const length = wordsMin + Math.floor(random() * (wordsMax - wordsMin))
    const text = phrase(length, word)
    yield {
      teamId,
      url: `https://site-${topic % 50}.example/${number}`,
      title,
      headings,
      text: `${title}. ${text}`,
      links: [],
      language: 'en',
      publishedAt: undefined,
      readAt,
    }
  }
}
