import { createYields } from '#kernel/event-loop.ts'
import { codeBytes } from './quantise.ts'

/** A page with the signs of its passages. */
export interface CodedPage {
  readonly id: number
  readonly version: number
  readonly codes: Uint8Array
}

/** The signs of the passages of a team. */
export interface TeamCodes {
  /** The latest that was put, also of pages that were left out. */
  readonly version: number
  readonly bytes: number
  /** Adds a page, or replaces it. Leaves it out when its passages would be more than `passagesMax`. */
  put(page: CodedPage): void
  /** Whether this version of the page was put, and not left out. */
  has(page: Pick<CodedPage, 'id' | 'version'>): boolean
  /** Removes pages that are deleted. */
  remove(ids: Iterable<number>): void
  /** Pages whose nearest passage differs in the fewest signs. */
  nearest(code: Uint8Array, most: number): Promise<number[]>
}

const wordsPerCode = codeBytes / 4
/** Bytes of a passage: its code and its owner. */
export const passageBytes = codeBytes + 4
const distances = codeBytes * 8 + 1
const firstPassages = 256
const passagesBetweenYields = 4_096
/** Share of removed passages from which a full array is compacted, so that few writes pay for it. */
const compactedShareMin = 1 / 16

export function createTeamCodes(passagesMax: number): TeamCodes {
  /** The codes, one after another, and the slot of the page of each; -1 when the page was written again or deleted. */
  let words: Uint32Array = new Uint32Array(firstPassages * wordsPerCode)
  let owners: Int32Array = new Int32Array(firstPassages)
  let [count, dead, version] = [0, 0, 0]
  /** Ids of the pages by slot, and where the passages of each are. */
  const ids: number[] = []
  const places = new Map<number, Range & { readonly version: number; readonly slot: number }>()

  function compact(): void {
    count = moveTogether([...places.values()], words, owners)
    dead = 0
  }

  function drop(id: number): void {
    const known = places.get(id)
    if (!known) return
    owners.fill(-1, known.from, known.to)
    dead += known.to - known.from
    places.delete(id)
    if (dead > count / 2) compact()
  }

  return {
    get version() {
      return version
    },
    get bytes() {
      return words.byteLength + owners.byteLength
    },
    put(page) {
      version = Math.max(version, page.version)
      const known = places.get(page.id)
      if (known?.version === page.version) return
      drop(page.id)
      const passages = Math.floor(page.codes.length / codeBytes)
      if (count + passages > passagesMax && dead > count * compactedShareMin) compact()
      if (count + passages > passagesMax) return
      words = grow(words, (count + passages) * wordsPerCode, passagesMax * wordsPerCode)
      owners = grow(owners, count + passages, passagesMax)
      const slot = known?.slot ?? ids.push(page.id) - 1
      const view = new DataView(page.codes.buffer, page.codes.byteOffset, passages * codeBytes)
      for (let at = 0; at < passages * wordsPerCode; at++)
        words[count * wordsPerCode + at] = view.getUint32(4 * at, true)
      owners.fill(slot, count, count + passages)
      places.set(page.id, { version: page.version, from: count, to: count + passages, slot })
      count += passages
    },
    has: ({ id, version: asked }) => places.get(id)?.version === asked,
    remove(gone) {
      for (const id of gone) drop(id)
    },
    async nearest(code, most) {
      // What is put meanwhile may move the arrays: the next search sees it.
      const best = await compare({ words, owners, count }, ids.length, code)
      return nearestSlots(best, most).map((slot) => ids[slot] ?? 0)
    },
  }
}

/** The passages of a page in the arrays. */
interface Range {
  from: number
  to: number
}

/** Moves the passages of the ranges to the beginning of the arrays, and returns how many they are. */
function moveTogether(ranges: Range[], words: Uint32Array, owners: Int32Array): number {
  let count = 0
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    words.copyWithin(count * wordsPerCode, range.from * wordsPerCode, range.to * wordsPerCode)
    owners.copyWithin(count, range.from, range.to)
    const length = range.to - range.from
    range.from = count
    count += length
    range.to = count
  }
  return count
}

/** Slots with the smallest distances, found by counting how many have each. */
function nearestSlots(best: Uint16Array, most: number): number[] {
  // Iterators over so many numbers take ten times as long as their indexes.
  const counts = new Uint32Array(distances + 1)
  for (let slot = 0; slot < best.length; slot++) {
    const distance = best[slot] ?? distances
    counts[distance] = (counts[distance] ?? 0) + 1
  }
  let [limit, total] = [0, 0]
  while (limit < distances && total + (counts[limit] ?? 0) < most) total += counts[limit++] ?? 0
  const [nearer, equal]: [number[], number[]] = [[], []]
  for (let slot = 0; slot < best.length; slot++) {
    const distance = best[slot] ?? distances
    if (distance < limit) nearer.push(slot)
    else if (distance === limit && limit < distances && equal.length < most) equal.push(slot)
  }
  return [...nearer, ...equal].slice(0, most)
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Returns the array if it has the length, else a copy of twice its length, or of `most` if that is less. */
function grow<Numbers extends Uint32Array | Int32Array>(
  numbers: Numbers,
  length: number,
  most: number,
): Numbers {
  if (length <= numbers.length) return numbers
  const size = Math.max(length, Math.min(most, numbers.length * 2))
  const larger = numbers instanceof Uint32Array ? new Uint32Array(size) : new Int32Array(size)
  larger.set(numbers)
  return larger as Numbers
}

/** The smallest distance of each slot. */
async function compare(
  {
    words,
    owners,
    count,
  }: { readonly words: Uint32Array; readonly owners: Int32Array; readonly count: number },
  slots: number,
  code: Uint8Array,
): Promise<Uint16Array> {
  const asked = new DataView(code.buffer, code.byteOffset, codeBytes)
  const wanted = Uint32Array.from({ length: wordsPerCode }, (_, at) =>
    asked.getUint32(4 * at, true),
  )
  const best = new Uint16Array(slots).fill(distances)
  const yields = createYields()
  for (let from = 0; from < count; from += passagesBetweenYields) {
    const to = Math.min(count, from + passagesBetweenYields)
    for (let passage = from; passage < to; passage++) {
      const slot = owners[passage] ?? -1
      if (slot < 0) continue
      let distance = 0
      for (let at = 0; at < wordsPerCode; at++)
        distance += countBits((words[passage * wordsPerCode + at] ?? 0) ^ (wanted[at] ?? 0))
      if (distance < (best[slot] ?? 0)) best[slot] = distance
    }
    await yields.next()
  }
  return best
}
