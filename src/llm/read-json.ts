/** A JSON value found in the text of a model. */
export type ReadJson = { readonly value: unknown } | undefined

/** Begins of values that are tried; prose may hold many braces. */
const beginsMax = 64
/** Deeper values could not be walked. */
const depthMax = 100
const closingOf = { '{': '}', '[': ']' } as const
const textLengthMax = 4 * 1024 * 1024

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
  for (const { index } of body.matchAll(/[[{]/g)) {
    if (index < searchedTo) continue
    if (++begins > beginsMax) break
    const candidate = candidateAt(body, index)
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

function candidateAt(body: string, start: number): Candidate | undefined {
  const end = endOfValue(body, start)
  if (end === undefined) return undefined
  const read = parsed(repaired(body, start, end))
  return read && { value: read.value, length: end.index - start }
}

function parsed(text: string): ReadJson {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

interface ValueEnd {
  /** After the last character of the value. */
  readonly index: number
  /** Positions of commas before a closing bracket. */
  readonly commas: readonly number[]
  /** Brackets that are missing. */
  readonly closing: string
}

/** Undefined when brackets do not match, or are nested too deeply. */
function endOfValue(text: string, start: number): ValueEnd | undefined {
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
      if (open.pop() !== character) return undefined
      dropComma()
      if (open.length === 0) return { index: index + 1, commas, closing: '' }
    } else if (character === '{' || character === '[') {
      if (open.push(closingOf[character]) > depthMax) return undefined
    } else if (character === '"') inString = true
    if (character === ',') comma = index
    else if (character.trim() !== '') comma = undefined
  }
  dropComma()
  const closing = (inString ? '"' : '') + open.toReversed().join('')
  return { index: text.length, commas, closing }
}

/** The text from `start` to the end of the value, without commas that end a list. */
function repaired(text: string, start: number, { index, commas, closing }: ValueEnd): string {
  let [from, kept] = [start, '']
  for (const comma of commas) {
    kept += text.slice(from, comma)
    from = comma + 1
  }
  return kept + text.slice(from, index) + closing
}
