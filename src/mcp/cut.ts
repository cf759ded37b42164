import { isObject } from '#base/json-values.ts'
import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { createYields } from '#kernel/event-loop.ts'
import { jsonPieces } from '#kernel/to-json.ts'
import { omit } from './arguments.ts'
import type { Arguments, McpTool, McpToolResult } from './tool.ts'

const charactersMin = 1_000
const charactersMax = 1_000_000
/** Characters behind the offset that are written to tell how long a result is. No part is longer. */
const writtenMax = charactersMax
/** Share of a part in which its end is looked for. */
const endShare = 0.3

const maxCharacters = z
  .int()
  .min(charactersMin)
  .max(charactersMax)
  .optional()
  .meta({ description: 'Most characters of the result.' })
const offset = z.int().min(0).optional().meta({ description: 'Where cut text goes on.' })

/** Tools with pages of their own are asked for fewer items instead. */
const hasPages = ({ fields }: Pick<McpTool, 'fields'>) => fields.includes('offset')

/** Members of the input of a tool whose result can be long. */
export function partArguments(
  tool: Pick<McpTool, 'fields' | 'effects'>,
): Record<string, z.ZodType> {
  if (tool.effects !== 'reads' && tool.effects !== 'reads the web') return {}
  return hasPages(tool) ? { maxCharacters } : { offset, maxCharacters }
}

/** The part of a result that the caller wants. */
export interface WantedPart {
  readonly offset: number
  readonly charactersMax: number
}

/** Splits the arguments of a call into those of the tool and the wanted part. Fails with `BAD_REQUEST`. */
export function takePart(
  tool: Pick<McpTool, 'fields' | 'effects'>,
  args: Arguments,
  charactersDefault: number,
): { readonly args: Arguments; readonly part: WantedPart } {
  const own = Object.keys(partArguments(tool))
  const wanted = z
    .object({ offset, maxCharacters })
    .safeParse(own.includes('offset') ? args : omit(args, ['offset']))
  if (!wanted.success)
    throw new ServiceError(
      'BAD_REQUEST',
      `offset must be a whole number, and maxCharacters one from ${charactersMin} to ${charactersMax}.`,
    )
  const part = {
    offset: wanted.data.offset ?? 0,
    charactersMax: wanted.data.maxCharacters ?? charactersDefault,
  }
  return { args: omit(args, own), part }
}

/** A result as texts, of which the first is the content, and as data. */
interface WrittenResult {
  readonly texts: readonly string[]
  /** Of a part of a long result: `part` and `notes`. */
  readonly data: Arguments
}

/** Writes a result. A content that is too long is cut, and a note says how to go on. */
export async function writeResult(
  { tool, args }: { readonly tool: Pick<McpTool, 'name' | 'fields'>; readonly args: Arguments },
  { value, isCompact, again, notes = [] }: McpToolResult,
  { offset, charactersMax }: WantedPart,
): Promise<WrittenResult> {
  const { text, length, isCut } = await write(value, offset, isCompact)
  if (offset === 0 && text.length <= charactersMax) {
    const data = isObject(value) ? value : { text: value }
    return withNotes(text, data, notes)
  }
  if (offset >= length && offset > 0)
    throw new ServiceError('BAD_REQUEST', `offset must be below ${length}.`)
  const end = findEnd(text, charactersMax)
  const whole = isCut ? `more than ${offset + writtenMax}` : length
  const where = `This is the part from character ${offset} to ${offset + end} of ${whole}.`
  if (end === text.length) return withNotes(text, { part: text }, [where, ...notes])
  const next = again ?? { name: tool.name, args }
  const rest = hasPages(tool)
    ? 'Ask for fewer items with limit and offset to see the rest.'
    : `To read on, call ${next.name} with ${JSON.stringify({ ...next.args, offset: offset + end })}.`
  const part = text.slice(0, end)
  return withNotes(part, { part }, [where, rest, ...notes])
}

interface Written {
  /** From the offset on. */
  readonly text: string
  /** Of the whole, as far as it was written. */
  readonly length: number
  readonly isCut: boolean
}

/** Writes the JSON of a value from the offset on: at most `writtenMax` characters and one more. What is before it is not kept. */
async function write(value: unknown, offset: number, isCompact = false): Promise<Written> {
  if (typeof value === 'string') {
    return { text: value.slice(offset), length: value.length, isCut: false }
  }
  const yields = createYields()
  let text = ''
  let length = 0
  for (const piece of jsonPieces(value, isCompact ? 0 : indentation)) {
    const start = Math.max(0, offset - length)
    length += piece.length
    if (start < piece.length) text += piece.slice(start)
    if (text.length > writtenMax)
      return { text: text.slice(0, writtenMax + 1), length, isCut: true }
    await yields.next()
  }
  return { text, length, isCut: false }
}

const indentation = 2

const withNotes = (text: string, data: Arguments, notes: readonly string[]): WrittenResult =>
  notes.length === 0
    ? { texts: [text], data }
    : { texts: [text, notes.join('\n')], data: { ...data, notes } }

/** In JSON a line break is written with a backslash. */
const ends = ['\\n\\n', '\n\n', '\\n', '\n', ' ']

/** Returns where the part ends: behind a paragraph, a line or a word, as far back as is reasonable. */
function findEnd(text: string, most: number): number {
  if (most >= text.length) return text.length
  const least = most - Math.floor(most * endShare)
  for (const end of ends) {
    const at = text.lastIndexOf(end, most - end.length)
    if (at >= least) return at + end.length
  }
  // Neither between the two halves of a character nor of an escape sequence.
  return /[\uD800-\uDBFF\\]/.test(text.charAt(most - 1)) ? most - 1 : most
}
