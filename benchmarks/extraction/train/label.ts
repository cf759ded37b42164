import { wordsOf } from '#benchmarks/extraction/metric.ts'

/** Runs of this many equal words are taken as evidence that a block comes from the truth. */
const gramSize = 4

/** How far from its neighbours' places in the truth a short block is looked for. */
const window = 30

/**
 * Says for each block, in page order, which share of its words belongs to the main content.
 * Long blocks are found by their word runs; short ones only near the place where their neighbours were found,
 * because "Home" or "Reply" occur anywhere.
 */
export function labelBlocks(texts: readonly string[], truth: string): number[] {
  const truthWords = wordsOf(truth)
  const places = indexGrams(truthWords)
  const taken = new Uint8Array(truthWords.length)
  const blocks = texts.map((text) => wordsOf(text))
  const found = blocks.map((words) =>
    words.length < gramSize ? undefined : matchLong(words, { truthWords, places, taken }),
  )
  return blocks.map((words, index) => {
    if (words.length === 0) return 0
    const long = found[index]
    if (long) return long.covered / words.length
    const near = neighbours(found, index)
    return matchShort(words, { truthWords, taken, near })
  })
}

interface Match {
  readonly covered: number
  readonly start: number
  readonly end: number
}

interface Truth {
  readonly truthWords: readonly string[]
  readonly places: ReadonlyMap<string, number[]>
  readonly taken: Uint8Array
}

function indexGrams(words: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (let index = 0; index + gramSize <= words.length; index++) {
    const gram = words.slice(index, index + gramSize).join(' ')
    const list = places.get(gram)
    if (list) list.push(index)
    else places.set(gram, [index])
  }
  return places
}

function matchLong(words: readonly string[], { truthWords, places, taken }: Truth): Match {
  let [covered, start, end, index] = [0, -1, -1, 0]
  while (index + gramSize <= words.length) {
    const gram = words.slice(index, index + gramSize).join(' ')
    const place = places
      .get(gram)
      ?.find((candidate) => !taken[candidate] || !taken[candidate + gramSize - 1])
    if (place === undefined) {
      index++
      continue
    }
    let length = 0
    while (
      index + length < words.length &&
      place + length < truthWords.length &&
      words[index + length] === truthWords[place + length] &&
      !(taken[place + length] && length >= gramSize)
    ) {
      taken[place + length] = 1
      length++
    }
    if (start < 0) start = place
    end = place + length
    covered += length
    index += length
  }
  return { covered, start, end }
}

function neighbours(found: readonly (Match | undefined)[], index: number): number[] {
  const near: number[] = []
  for (let before = index - 1; before >= 0 && before > index - 40; before--) {
    const match = found[before]
    if (match && match.end >= 0) {
      near.push(match.end)
      break
    }
  }
  for (let after = index + 1; after < found.length && after < index + 40; after++) {
    const match = found[after]
    if (match && match.start >= 0) {
      near.push(match.start)
      break
    }
  }
  return near
}

function matchShort(
  words: readonly string[],
  at: { truthWords: readonly string[]; taken: Uint8Array; near: readonly number[] },
): number {
  const { truthWords, taken, near } = at
  for (const place of near) {
    const from = Math.max(0, place - window)
    const to = Math.min(truthWords.length - words.length, place + window)
    for (let index = from; index <= to; index++) {
      if (words.some((word, offset) => truthWords[index + offset] !== word)) continue
      if (taken[index]) continue
      for (let offset = 0; offset < words.length; offset++) taken[index + offset] = 1
      return 1
    }
  }
  if (near.length > 0 || truthWords.length < words.length) return 0
  for (let index = 0; index + words.length <= truthWords.length; index++) {
    if (!taken[index] && words.every((word, offset) => truthWords[index + offset] === word)) {
      for (let offset = 0; offset < words.length; offset++) taken[index + offset] = 1
      return 1
    }
  }
  return 0
}
