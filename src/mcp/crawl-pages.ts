import { pick } from './arguments.ts'
import { cutValue } from './cut-value.ts'
import type { ToolReply, ToolContext, McpToolResult } from './tool.ts'

/** For the members beside the pages, and for the notes. */
const restCharacters = 4_000
const listedMax = 40
const titleLengthMax = 100
/** Sizes of listed pages are counted up to this one. */
const listedCharactersMax = 100_000

/** Returns the state of a crawl and its pages from an index on, as many as fit; the notes list those that follow. */
export async function loadPages(
  id: string,
  first: number,
  { ask, charactersMax }: Pick<ToolContext, 'ask' | 'charactersMax'>,
): Promise<McpToolResult> {
  const room = charactersMax - restCharacters
  const pages: ToolReply[] = []
  let state: ToolReply
  let left = room
  let count = 0
  do {
    const query = { skip: first + pages.length }
    state = await ask('GET /v2/crawl/:id', { params: { id }, query })
    const documents = state['data'] as readonly ToolReply[]
    pages.push(...documents)
    while (left >= 0 && count < pages.length) {
      left -= measureSize(pages[count], left)
      if (left >= 0) count += 1
    }
    if (documents.length === 0) break
  } while (left >= 0 && state['next'] !== undefined)
  const data = pages.slice(0, Math.max(1, count))
  const notes = writeNotes(id, { state, pages, first, next: first + data.length })
  const again = { name: 'firecrawl_check_crawl_status', args: { id, page: first } } as const
  // A text that does not change, because it is read in parts.
  if (data.length > count) return { value: { id, page: first, data }, again, notes }
  const facts = pick(state, ['status', 'completed', 'total', 'creditsUsed', 'expiresAt'])
  return { value: { id, ...facts, next: null, data }, again, notes }
}

/** Characters of the JSON of a page; of a longer one, one more than `charactersMax`. */
function measureSize(page: ToolReply | undefined, charactersMax: number): number {
  const { value, isCut } = cutValue(page, charactersMax)
  return isCut ? charactersMax + 1 : JSON.stringify(value, null, 2).length
}

function writeNotes(
  id: string,
  found: {
    readonly state: ToolReply
    readonly pages: readonly ToolReply[]
    first: number
    next: number
  },
): string[] {
  const { state, pages, first, next } = found
  const following = pages.slice(next - first)
  const call = `firecrawl_check_crawl_status with ${JSON.stringify({ id, page: next })}`
  const isRunning = state['status'] === 'scraping'
  const isMore = following.length > 0 || state['next'] !== undefined
  return [
    ...(isRunning ? [`The crawl is still running. Call ${call} for more.`] : []),
    ...(isMore && !isRunning
      ? [`Pages from index ${next} of ${String(state['completed'])} did not fit. Call ${call}.`]
      : []),
    ...following.slice(0, listedMax).map((page, index) => writeLine(page, next + index)),
  ]
}

function writeLine(page: ToolReply, index: number): string {
  const { title, sourceURL, url } = (page['metadata'] ?? {}) as Record<string, unknown>
  const name = typeof title === 'string' ? ` ${JSON.stringify(title.slice(0, titleLengthMax))}` : ''
  const size = measureSize(page, listedCharactersMax)
  const characters = size > listedCharactersMax ? `more than ${listedCharactersMax}` : size
  return `${index}: ${String(url ?? sourceURL)}${name}, ${characters} characters`
}
