/** A part of a text, end excluded. */
export type Range = readonly [number, number]

const targetCharsMax = 8_192

/**
 * The signs that make a link or a picture of a text in Markdown, and its target, as parts of the Markdown; for each block in turn, in their
 * order. Code is left alone. Takes linear time.
 */
export function* findTargets(markdown: string): Generator<readonly Range[]> {
  let fence = ''
  let block = 0
  for (let from = 0; from <= markdown.length;) {
    const found = markdown.indexOf('\n', from)
    const to = found < 0 ? markdown.length : found
    const line = markdown.slice(from, Math.min(to, from + lineStartMax)).trim()
    const mark = readFence(line)
    if (fence === '' ? line === '' || mark !== '' || to === markdown.length : false) {
      const end = mark === '' ? to : from
      yield findInBlock(markdown.slice(block, end)).map(([a, b]) => [a + block, b + block])
      fence = mark
      block = to + 1
    } else if (fence !== '') {
      if (mark.startsWith(fence) && line === mark) fence = ''
      block = to + 1
    }
    from = to + 1
  }
}

/** What of a line tells whether it is empty or begins code. */
const lineStartMax = 100

/** The signs that begin code, which as many of them end; empty for other lines. */
export function readFence(line: string): string {
  const sign = line[0]
  if (sign !== '`' && sign !== '~') return ''
  let length = 0
  while (line[length] === sign) length++
  const isCode = length >= 3 && !(sign === '`' && line.includes(sign, length))
  return isCode ? line.slice(0, length) : ''
}

/** A bracket that is open, and whether it begins a picture. */
interface Bracket {
  readonly at: number
  readonly isPicture: boolean
}

function findInBlock(block: string): Range[] {
  if (!block.includes('](')) return []
  const ranges: Range[] = []
  const closing = findClosing(block)
  const skip = createSkipCode(block)
  const open: Bracket[] = []
  /** A link holds no other link: so many of the brackets are none. */
  let closed = 0
  for (let at = 0; at < block.length; at++) {
    const sign = block[at]
    if (sign === '\\') at++
    else if (sign === '`') at = skip(at)
    else if (sign === '[') open.push({ at, isPicture: false })
    else if (sign === '!' && block[at + 1] === '[') open.push({ at: at++, isPicture: true })
    else if (sign === ']') {
      const bracket = open.pop()
      const isClosed = open.length < closed && bracket?.isPicture === false
      closed = Math.min(closed, open.length)
      const end = block[at + 1] === '(' ? closing.get(at + 1) : undefined
      if (!bracket || isClosed || end === undefined) continue
      if (end - at > targetCharsMax || !isTarget(block.slice(at + 2, end))) continue
      const signs = bracket.isPicture ? '!['.length : '['.length
      ranges.push([bracket.at, bracket.at + signs], [at, end + 1])
      if (!bracket.isPicture) closed = open.length
      at = end
    }
  }
  return ranges.toSorted(([a], [b]) => a - b)
}

/** The closing parenthesis of each opening one. */
export function findClosing(text: string): Map<number, number> {
  const closing = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\') at++
    else if (sign === '(') open.push(at)
    else if (sign === ')') {
      const start = open.pop()
      if (start !== undefined) closing.set(start, at)
    }
  }
  return closing
}

/** Returns a function that finds the last sign of the code that begins at a place, or of the signs that begin none. */
function createSkipCode(block: string): (at: number) => number {
  const starts = new Map<number, number[]>()
  const measure = (at: number) => {
    let length = 1
    while (block[at + length] === '`') length++
    return length
  }
  for (let at = block.indexOf('`'); at >= 0;) {
    const length = measure(at)
    const known = starts.get(length) ?? []
    known.push(at)
    starts.set(length, known)
    at = block.indexOf('`', at + length)
  }
  for (const each of starts.values()) each.reverse()
  return (at) => {
    const length = measure(at)
    const left = starts.get(length) ?? []
    while ((left.at(-1) ?? Infinity) <= at) left.pop()
    return (left.at(-1) ?? at) + length - 1
  }
}

/** An address, and a title in quotes or parentheses. */
function isTarget(inside: string): boolean {
  const text = inside.trim()
  const space = text.startsWith('<') ? text.indexOf('>') + 1 : text.search(/\s/)
  const title = space > 0 ? text.slice(space).trim() : ''
  const [first = '', last = ''] = [title.at(0), title.at(-1)]
  return title === '' || (title.length > 1 && ['""', "''", '()'].includes(first + last))
}
