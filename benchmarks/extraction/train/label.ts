import { splitWords } from '#benchmarks/extraction/metric.ts'

/** Minimum run of equal words that matches a block to the ground truth. */
const gramSize = 4

/** Words before and after the matches of its neighbours in which a short block is searched. */
const window = 30

/**
 * Returns for each block, in page order, the share of its words in the ground truth.
 * Long blocks are matched by word runs. Short ones ("Home", "Reply") occur anywhere, so they are only searched near the
 * matches of their neighbours.
 */
export function labelBlocks(texts: readonly string[], truth: string): number[] {
  const truthWords = splitWords(truth)
  const positions = indexGrams(truthWords)
  const taken = new Uint8Array(truthWords.length)
  const blocks = texts.map((text) => splitWords(text))
  const found = blocks.map((words) =>
    words.length < gramSize ? undefined : matchLong(words, { truthWords, positions, taken }),
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
  readonly positions: ReadonlyMap<string, number[]>
  readonly taken: Uint8Array
}

function indexGrams(words: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (let index = 0; index + gramSize <= words.length; index++) {
    const gram = words.slice(index, index + gramSize).join(' ')
    const list = positions.get(gram)
    if (list) list.push(index)
    else positions.set(gram, [index])
  }
  return positions
}

function matchLong(words: readonly string[], { truthWords, positions, taken }: Truth): Match {
  let [covered, start, end, index] = [0, -1, -1, 0]
  while (index + gramSize <= words.length) {
    const gram = words.slice(index, index + gramSize).join(' ')
    const position = positions
      .get(gram)
      ?.find((candidate) => !taken[candidate] || !taken[candidate + gramSize - 1])
    if (position === undefined) {
      index++
      continue
    }
    let length = 0
    while (
      index + length < words.length &&
      position + length < truthWords.length &&
      words[index + length] === truthWords[position + length] &&
      !(taken[position + length] && length >= gramSize)
    ) {
      taken[position + length] = 1
      length++
    }
    if (start < 0) start = position
    end = position + length
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
  for (const position of near) {
    const from = Math.max(0, position - window)
    const to = Math.min(truthWords.length - words.length, position + window)
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
