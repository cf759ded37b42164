import { parseLoose } from '#content/html/loose-json.ts'

const valuesMax = 40
const valueLengthMax = 2_000_000

/** The JSON values of a script: the script itself, or what it assigns, pushes or parses. Takes linear time. */
export function* jsonIn(script: string): Generator {
  const text = script.trim()
  const whole = text.startsWith('{') || text.startsWith('[') ? parseLoose(text) : undefined
  if (whole !== undefined) {
    yield whole
    return
  }
  let [count, end] = [0, 0]
  for (const { index, 0: opening } of text.matchAll(
    /(?:=|push\(|parse\(|["']?ecommerce["']? ?:) ?(?=[{[])/g,
  )) {
    const start = index + opening.length
    if (start < end) continue
    count += 1
    if (count > valuesMax) return
    end = endOfValue(text, start)
    const value = end > start ? parseLoose(text.slice(start, end)) : undefined
    if (typeof value === 'object' && value !== null) yield value
    // A value without an end would be searched to the end of the script each time.
    if (end < 0) return
  }
}

/** Index behind the value that starts at `start`; -1 when it has no end. */
function endOfValue(text: string, start: number): number {
  let [depth, quote] = [0, '']
  const limit = Math.min(text.length, start + valueLengthMax)
  for (let at = start; at < limit; at += 1) {
    const sign = text.charAt(at)
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'" || sign === '`') quote = sign
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}
