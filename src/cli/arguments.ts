import { InvalidArgumentError } from 'commander'

/** Parses a comma-separated list. */
export function wordList(value: string): string[] {
  return value
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}

/** Parses a list of at least one known word; an empty list would mean all. */
export function knownWords<Word extends string>(known: readonly Word[]): (value: string) => Word[] {
  return (value) => {
    const words = wordList(value)
    if (words.length === 0) throw new InvalidArgumentError(`Name some of ${known.join(', ')}.`)
    return words.map((word) => {
      const found = known.find((name) => name === word)
      if (found) return found
      throw new InvalidArgumentError(`${word} is not one of ${known.join(', ')}.`)
    })
  }
}

/** Parses a whole number in a range. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (value: string) => number {
  const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`
  return (value) => {
    const number = Number(value)
    if (value.trim() && Number.isInteger(number) && number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a whole number, ${range}.`)
  }
}

/** Collects the values of an option that may be repeated. */
export const collect = (value: string, before: readonly string[] = []) => [...before, value]
