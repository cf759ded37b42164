import { parseForeignJson } from '#kernel/foreign-json.ts'

/** What is wrong with a text that holds none. */
export const notJson = 'The answer is not a JSON value.'

/** A JSON value found in the text of a model. */
export type ReadJson = { readonly value: unknown } | undefined

/** Begins of values that are tried; prose may hold many braces. */
const beginsMax = 64
/** Deeper values could not be walked. */
const depthMax = 100
/** More than a model writes in one answer. */
const sizesMax = { depth: depthMax, members: 30_000, values: 50_000 }
const closingOf = { '{': '}', '[': ']' } as const
const textLengthMax = 4 * 1024 * 1024
/** Characters that are looked at, of all begins together. */
const readMax = 2 * textLengthMax

/**
 * The longest JSON object or array in the text, the first of several: bare, in a code fence, or among prose. Commas before
 * a closing bracket are removed, and brackets that are missing at the end are added. Undefined when there is none.
 */
export function readJson(text: string): ReadJson {
  const body = text.slice(0, textLengthMax)
  if (!/[[{]/.test(body)) return parsed(body.trim())
  let best: Candidate | undefined
  let begins = 0
  let searchedTo = 0
  let read = 0
  for (const { index } of body.matchAll(/[[{]/g)) {
    if (index < searchedTo) continue
    if (++begins > beginsMax || read > readMax) break
    const { candidate, looked } = candidateAt(body, index)
    read += looked
    if (!candidate) continue
    searchedTo = index + candidate.length
    if (!best || candidate.length > best.length) best = candidate
  }
  return best && { value: best.value }
}

interface Candidate {
  readonly value: unknown
  readonly length: number
}

interface Looked {
  readonly candidate: Candidate | undefined
  /** Characters that were looked at. */
  readonly looked: number
}

function candidateAt(body: string, start: number): Looked {
  const end = endOfValue(body, start)
  const looked = end.index - start
  if (!end.isValue) return { candidate: undefined, looked }
  const read = parsed(repaired(body, start, end))
  return { candidate: read && { value: read.value, length: looked }, looked }
}

function parsed(text: string): ReadJson {
  try {
    return { value: parseForeignJson(text, sizesMax) }
  } catch {
    return undefined
  }
}

interface ValueEnd {
  /** After the last character of the value, or that shows that there is none: brackets do not match, or are nested too deeply. */
  readonly index: number
  readonly isValue: boolean
  /** Positions of commas before a closing bracket. */
  readonly commas: readonly number[]
  /** Brackets that are missing. */
  readonly closing: string
}

function endOfValue(text: string, start: number): ValueEnd {
  const open: string[] = []
  const commas: number[] = []
  let inString = false
  let comma: number | undefined
  const dropComma = () => {
    if (comma !== undefined) commas.push(comma)
  }
  for (let index = start; index < text.length; index++) {
    const character = text[index] ?? ''
    if (inString) {
      if (character === '\\') index++
      else if (character === '"') inString = false
      continue
    }
    if (character === '}' || character === ']') {
      if (open.pop() !== character) return noValue(index)
      dropComma()
      if (open.length === 0) return { index: index + 1, isValue: true, commas, closing: '' }
    } else if (character === '{' || character === '[') {
      if (open.push(closingOf[character]) > depthMax) return noValue(index)
    } else if (character === '"') inString = true
    if (character === ',') comma = index
    else if (character.trim() !== '') comma = undefined
  }
  dropComma()
  const closing = (inString ? '"' : '') + open.toReversed().join('')
  return { index: text.length, isValue: true, commas, closing }
}

const noValue = (index: number): ValueEnd => ({ index, isValue: false, commas: [], closing: '' })

/** The text from `start` to the end of the value, without commas that end a list. */
function repaired(text: string, start: number, { index, commas, closing }: ValueEnd): string {
  let [from, kept] = [start, '']
  for (const comma of commas) {
    kept += text.slice(from, comma)
    from = comma + 1
  }
  return kept + text.slice(from, index) + closing
}
