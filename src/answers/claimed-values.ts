import { isObject } from '#base/json-values.ts'
import type { Spend } from '#base/step-count.ts'
import { wordsAlone } from './words-alone.ts'

/** The values of an answer, of which one mention of a page is only one. */
export interface ClaimedValues {
  /** Whether another field has the same value; with `isPart`, a text within this one or around it, too. A number may be as many as it is mentioned. */
  readonly isClaimed: (value: unknown, isPart: boolean, mentions?: number) => boolean
  /** Whether a field has the number. */
  readonly hasNumber: (value: number) => boolean
}

const valuesMax = 2_000
/** A sentence about a thing does not take its name. */
const sentence = 10
const partMin = 3

/** Reads the values of an answer once. */
export function createClaimedValues(answer: unknown, spend: Spend): ClaimedValues {
  const numbers = new Map<number, number>()
  const texts: string[] = []
  const open: unknown[] = [answer]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (texts.length + numbers.size > valuesMax) break
    if (typeof value === 'number') numbers.set(value, (numbers.get(value) ?? 0) + 1)
    else if (typeof value === 'string') texts.push(` ${wordsAlone(value)} `)
    else if (isObject(value) || Array.isArray(value))
      open.push(...Object.values(value).filter((member) => member !== undefined && member !== null))
  }

  return {
    hasNumber: (value) => numbers.has(value),
    isClaimed(value, isPart, mentions = 1) {
      if (typeof value === 'number') return (numbers.get(value) ?? 0) > Math.max(1, mentions)
      if (typeof value !== 'string') return false
      spend(1 + texts.length)
      const own = ` ${wordsAlone(value)} `
      const isOverlap = (text: string) =>
        text === own ||
        (isPart &&
          ((text.trim().length >= partMin && own.includes(text)) ||
            (own.trim().length >= partMin &&
              text.length <= own.length * 2 + sentence &&
              text.includes(own))))
      return texts.filter(isOverlap).length > 1
    },
  }
}
