import type { PageBlock, PageOutline } from './blocks.ts'

/** Maximum blocks between code and its text: captions, tabs, line numbers, other code. */
const distanceMax = 12

/** Adds code between chosen blocks. Modifies `isKept`. */
export function keepCode({ parts, blocks }: PageOutline, isKept: boolean[]): void {
  if (!parts.some(isCodeElement)) return
  const isCode = blocks.map(isInCode)
  const after = distances(blocks.length - 1, -1, { isKept, isCode })
  const before = distances(0, 1, { isKept, isCode })
  for (const [index, own] of isCode.entries()) {
    if (!own || isKept[index]) continue
    const isBetween = (before[index] ?? 0) <= distanceMax && (after[index] ?? 0) <= distanceMax
    if (isBetween) isKept[index] = true
  }
}

interface Blocks {
  readonly isKept: readonly boolean[]
  readonly isCode: readonly boolean[]
}

/** For each block, the distance to the last chosen block that is not code. */
function distances(first: number, step: number, { isKept, isCode }: Blocks): number[] {
  const found = isKept.map(() => 0)
  let distance = Infinity
  for (let index = first; index >= 0 && index < isKept.length; index += step) {
    distance++
    found[index] = distance
    if (isKept[index] && !isCode[index]) distance = 0
  }
  return found
}

const levelsMax = 4

const isCodeElement = ({ element }: PageBlock['part']): boolean => element.name === 'pre'

export function isInCode({ part }: PageBlock): boolean {
  let around: PageBlock['part'] | undefined = part
  for (let level = 0; level < levelsMax && around; level++) {
    if (isCodeElement(around)) return true
    around = around.parent
  }
  return false
}
