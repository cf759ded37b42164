import { createYields } from './event-loop.ts'

const pieceBytesMax = 131_072
const [quote, backslash, comma, u] = [0x22, 0x5c, 0x2c, 0x75]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const noEnd = 'A text has no end.'
/** A backslash, `u` and four digits. */
const unicodeEscapeBytes = 6
/** In a short text, looking at each byte is faster than calling a search. */
const nearBytes = 64

interface Read {
  readonly value: unknown
  /** Index after the value. */
  readonly end: number
}

interface Options {
  /** Names of members of the object that are read; the others may be left out, if they are long. All without it. */
  readonly members?: ReadonlySet<string> | undefined
  /** In bytes. */
  readonly pieceMax?: number
}

/**
 * Parses what `toJson` wrote. Yields to the event loop, so that a large value does not block it: what is longer than a piece is taken
 * apart, and the pieces are parsed.
 */
export async function fromJson(
  bytes: Buffer,
  { members, pieceMax = pieceBytesMax }: Options = {},
): Promise<unknown> {
  if (bytes.length <= pieceMax) return JSON.parse(bytes.toString())
  const source = { bytes, pieceMax, yields: createYields() }
  const { value, end } = await (members && bytes[0] === openObject
    ? readObject(source, 0, members)
    : readValue(source, 0))
  if (end !== bytes.length) throw new SyntaxError(`More than one value, at byte ${end}.`)
  return value
}

interface Source {
  readonly bytes: Buffer
  readonly pieceMax: number
  readonly yields: ReturnType<typeof createYields>
}

/** Parses a piece, in the brackets or quotes around it. */
async function parse(
  { bytes, yields }: Source,
  [from, to]: readonly [number, number],
  around = '',
): Promise<unknown> {
  await yields.next()
  const text = bytes.toString('utf8', from, to)
  return JSON.parse(`${around.slice(0, 1)}${text}${around.slice(1)}`)
}

async function readValue(source: Source, at: number): Promise<Read> {
  const { bytes, pieceMax } = source
  const end = findEnd(bytes, at, at + pieceMax)
  if (end !== undefined) return { value: await parse(source, [at, end]), end }
  if (bytes[at] === quote) return readText(source, at)
  if (bytes[at] === openList) return readList(source, at)
  if (bytes[at] === openObject) return readObject(source, at)
  // A number: its text is short, unless the pieces are tiny.
  const numberEnd = findEnd(bytes, at, bytes.length) ?? bytes.length
  return { value: await parse(source, [at, numberEnd]), end: numberEnd }
}

async function readText(source: Source, at: number): Promise<Read> {
  const { bytes, pieceMax } = source
  const parts: unknown[] = []
  for (let from = at + 1; ;) {
    const to = findCut(bytes, from, from + pieceMax)
    parts.push(await parse(source, [from, to], '""'))
    if (bytes[to] === quote) return { value: parts.join(''), end: to + 1 }
    if (to >= bytes.length) throw new SyntaxError(noEnd)
    from = to
  }
}

/** Returns the index after a text. */
async function skipText({ bytes, pieceMax, yields }: Source, at: number): Promise<number> {
  for (let from = at + 1; ;) {
    const to = findCut(bytes, from, from + pieceMax)
    if (bytes[to] === quote) return to + 1
    if (to >= bytes.length) throw new SyntaxError(noEnd)
    from = to
    await yields.next()
  }
}

async function readList(source: Source, at: number): Promise<Read> {
  const { bytes } = source
  const list: unknown[] = []
  if (bytes[at + 1] === closeList) return { value: list, end: at + 2 }
  for (let from = at + 1; ;) {
    let to = findGroup(source, from, findEnd)
    if (to > from) list.push(...((await parse(source, [from, to], '[]')) as unknown[]))
    else {
      const { value, end } = await readValue(source, from)
      list.push(value)
      to = end
    }
    if (bytes[to] === closeList) return { value: list, end: to + 1 }
    from = expectComma(bytes, to)
  }
}

async function readObject(source: Source, at: number, wanted?: ReadonlySet<string>): Promise<Read> {
  const { bytes } = source
  const object: Record<string, unknown> = {}
  if (bytes[at + 1] === closeObject) return { value: object, end: at + 2 }
  for (let from = at + 1; ;) {
    let to = findGroup(source, from, findMemberEnd)
    if (to > from) {
      const group = (await parse(source, [from, to], '{}')) as object
      for (const [name, value] of Object.entries(group)) addMember(object, name, value)
    } else {
      const name = await readValue(source, from)
      const key = String(name.value)
      if (wanted?.has(key) === false && bytes[name.end + 1] === quote)
        to = await skipText(source, name.end + 1)
      else {
        const { value, end } = await readValue(source, name.end + 1)
        addMember(object, key, value)
        to = end
      }
    }
    if (bytes[to] === closeObject) return { value: object, end: to + 1 }
    from = expectComma(bytes, to)
  }
}

/** Returns the index after the items that fit into one piece; `from` if the first is too long. */
function findGroup({ bytes, pieceMax }: Source, from: number, find: typeof findEnd): number {
  let to = from
  for (let at = from; ; at = to + 1) {
    const end = find(bytes, at, from + pieceMax)
    if (end === undefined) return to
    to = end
    if (bytes[to] !== comma) return to
  }
}

function findMemberEnd(bytes: Buffer, at: number, limit: number): number | undefined {
  const nameEnd = findEnd(bytes, at, limit)
  return nameEnd === undefined ? undefined : findEnd(bytes, nameEnd + 1, limit)
}

function expectComma(bytes: Buffer, at: number): number {
  if (bytes[at] !== comma) throw new SyntaxError(`No JSON at byte ${at}.`)
  return at + 1
}

/** As `JSON.parse` does: `__proto__` is a name like others. */
function addMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else
    Object.defineProperty(object, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
}

/** Returns the index after a value; undefined if that is behind the limit. */
function findEnd(bytes: Buffer, from: number, limit: number): number | undefined {
  const last = Math.min(limit, bytes.length)
  let depth = 0
  for (let at = from; at < last; at += 1) {
    const byte = bytes[at]
    if (byte === quote) {
      const textEnd = findQuote(bytes, at + 1, last)
      if (textEnd === undefined) return undefined
      if (depth === 0) return textEnd + 1
      at = textEnd
    } else if (byte === openList || byte === openObject) depth += 1
    else if (byte === closeList || byte === closeObject) {
      // The end of the list or object around the value.
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (byte === comma && depth === 0) return at
  }
  return undefined
}

/** Returns the index of the quote that ends the text in which `from` is, at the start of a character or escape; undefined if that is behind the limit. */
function findQuote(bytes: Buffer, from: number, limit: number): number | undefined {
  let at = from
  for (const near = Math.min(limit, from + nearBytes); at < near; at += 1) {
    if (bytes[at] === quote) return at
    if (bytes[at] === backslash) at += 1
  }
  const rest = bytes.subarray(0, limit)
  for (at = rest.indexOf(quote, at); at >= 0; at = rest.indexOf(quote, at + 1))
    if ((at - startOfBackslashes(bytes, at, from)) % 2 === 0) return at
  return undefined
}

/** Returns the index of the first of the backslashes directly before a byte, not before `from`. */
function startOfBackslashes(bytes: Buffer, before: number, from: number): number {
  let start = before
  while (start > from && bytes[start - 1] === backslash) start -= 1
  return start
}

/** Returns the index of the quote that ends a text, or where it can be cut: no character and no escape is divided. */
function findCut(bytes: Buffer, from: number, limit: number): number {
  const sure = startOfBackslashes(bytes, Math.max(from, limit - unicodeEscapeBytes), from)
  const textEnd = findQuote(bytes, from, sure)
  if (textEnd !== undefined) return textEnd
  let at = sure
  while (at < bytes.length && bytes[at] !== quote) {
    const isContinued = ((bytes[at] ?? 0) & 0xc0) === 0x80
    if (at >= limit && !isContinued) return at
    if (bytes[at] === backslash) at += bytes[at + 1] === u ? unicodeEscapeBytes : 2
    else at += 1
  }
  return at
}
