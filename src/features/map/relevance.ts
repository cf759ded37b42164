import { createYields } from '#kernel/event-loop.ts'
import { createMemory } from '#kernel/memory.ts'
import { percentDecoded } from '#base/percent-decoded.ts'
import type { MapLink } from './contract.ts'

/** Score of a word of a page, by how it matches a word of the search. */
const worth = { same: 1, sameStem: 0.8, beginning: 0.6, inside: 0.3 }
/** Weight of each field. The last part of a path has more weight than the first ones. */
const weights = { title: 1.2, lastPart: 1, path: 0.7, host: 0.3, description: 0.6 }

/** Maximum number of search words, because every page is compared with each. */
const wantedMax = 32
/** Cached words of pages. */
const knownMax = 50_000

interface Words {
  readonly text: readonly string[]
  readonly weight: number
}

/**
 * Sorts pages by relevance; pages with equal scores keep their order. Rare words have more weight (inverse document
 * frequency).
 */
export async function byRelevance(links: readonly MapLink[], search: string): Promise<MapLink[]> {
  const wanted = [...new Set(splitWords(search))].slice(0, wantedMax)
  if (wanted.length === 0) return [...links]
  // Yields to other requests while a large site is ranked.
  const yields = createYields()
  const likenesses = createLikenesses(wanted)
  const matched: Float64Array[] = []
  const holders = wanted.map(() => 0)
  for (const link of links) {
    const matches = measureMatches(listFields(link), likenesses, wanted.length)
    for (const [index, match] of matches.entries())
      holders[index] = (holders[index] ?? 0) + Number(match > 0)
    matched.push(matches)
    await yields.next()
  }
  const rarity = holders.map((count) => Math.log(1 + links.length / (1 + count)))
  const ranked: Ranked[] = []
  for (const [index, link] of links.entries()) {
    const score = matched[index]?.reduce((sum, match, of) => sum + match * (rarity[of] ?? 0), 0)
    ranked.push({ link, score: score ?? 0 })
    await yields.next()
  }
  return ranked.toSorted((a, b) => b.score - a.score).map(({ link }) => link)
}

interface Ranked {
  readonly link: MapLink
  readonly score: number
}

function listFields({ url, title = '', description = '' }: MapLink): Words[] {
  const { host, pathname } = new URL(url)
  const parts = pathname.split('/').filter(Boolean)
  return [
    { text: splitWords(title), weight: weights.title },
    { text: splitWords(parts.at(-1) ?? ''), weight: weights.lastPart },
    { text: splitWords(parts.slice(0, -1).join(' ')), weight: weights.path },
    { text: splitWords(host), weight: weights.host },
    { text: splitWords(description), weight: weights.description },
  ]
}

/** Similarity of a word to each wanted word. */
type Likenesses = (word: string) => Float64Array

/** The best match of each wanted word in any field. A match in a short field scores slightly higher. */
function measureMatches(
  fields: readonly Words[],
  likenesses: Likenesses,
  count: number,
): Float64Array {
  const matches = new Float64Array(count)
  for (const { text, weight } of fields) {
    const worthOfField = weight * (1 + 0.1 / text.length)
    for (const word of text) {
      for (const [index, likeness] of likenesses(word).entries())
        matches[index] = Math.max(matches[index] ?? 0, likeness * worthOfField)
    }
  }
  return matches
}

const shortestPart = 3

/** Cached, because the URLs of a site share most of their words. */
function createLikenesses(wanted: readonly string[]): Likenesses {
  const known = createMemory<Float64Array>({ sizeMax: knownMax })
  return (word) =>
    known.getOrMake(word, () => Float64Array.from(wanted, (each) => measureLikeness(each, word)))
}

function measureLikeness(word: string, other: string): number {
  if (word === other) return worth.same
  if (stemWord(word) === stemWord(other)) return worth.sameStem
  if (Math.min(word.length, other.length) < shortestPart) return 0
  if (other.startsWith(word) || word.startsWith(other)) return worth.beginning
  return other.includes(word) ? worth.inside : 0
}

/** A simple English stemmer; it does not harm other languages. */
const stemWord = (word: string) => word.replace(/(?<=...)(ies|es|s|ing|ed|y)$/, '')

/** Lower-case words without accents. `fooBar` and `foo-bar` are two words. */
function splitWords(text: string): string[] {
  const plain = percentDecoded(text).replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
  if (!/[^ -~]/.test(plain)) return plain.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const folded = plain
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}
