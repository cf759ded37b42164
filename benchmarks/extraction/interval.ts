import { createRandom } from './train/random.ts'

const draws = 1_000
const tail = 0.025

/** 95 % confidence interval of a statistic over pages, by bootstrap. */
export function computeInterval<T>(
  pages: readonly T[],
  figure: (some: readonly T[]) => number,
): string {
  const random = createRandom(1)
  const figures = Array.from({ length: draws }, () =>
    figure(pages.map(() => pages[Math.floor(random() * pages.length)] as T)),
  ).toSorted((a, b) => a - b)
  const at = (share: number) => (figures[Math.floor(share * draws)] ?? 0).toFixed(3)
  return `${at(tail)}-${at(1 - tail)}`
}

export function mean(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) total += number
  return total / (numbers.length || 1)
}
