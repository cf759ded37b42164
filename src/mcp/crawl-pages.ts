import { pick } from './arguments.ts'
import type { Answer, ToolContext, ToolResult } from './tool.ts'

/** For the members beside the pages, and for the notes. */
const restCharacters = 4_000
const listedMax = 40
const titleLengthMax = 100

interface Page {
  readonly document: Answer
  readonly characters: number
}

/** Returns the state of a crawl and its pages from an index on, as many as fit; the notes list those that follow. */
export async function pagesOf(
  id: string,
  first: number,
  { ask, charactersMax }: Pick<ToolContext, 'ask' | 'charactersMax'>,
): Promise<ToolResult> {
  const room = charactersMax - restCharacters
  const pages: Page[] = []
  let state: Answer
  let left = room
  do {
    const query = { skip: first + pages.length }
    state = await ask('GET /v2/crawl/:id', { params: { id }, query })
    const documents = state['data'] as readonly Answer[]
    for (const document of documents) {
      const characters = JSON.stringify(document, null, 2).length
      left -= characters
      pages.push({ document, characters })
    }
    if (documents.length === 0) break
  } while (left >= 0 && state['next'] !== undefined)
  const fitting = pages.slice(0, countOfFitting(pages, room))
  const notes = notesOf(id, { state, pages, first, next: first + fitting.length })
  const again = { name: 'firecrawl_check_crawl_status', args: { id, page: first } } as const
  const [large] = fitting
  // A text that does not change, because it is read in parts.
  if (large && large.characters > room)
    return { value: { id, page: first, data: [large.document] }, again, notes }
  const facts = pick(state, ['status', 'completed', 'total', 'creditsUsed', 'expiresAt'])
  const data = fitting.map(({ document }) => document)
  return { value: { id, ...facts, next: null, data }, again, notes }
}

/** At least one. */
function countOfFitting(pages: readonly Page[], room: number): number {
  let left = room
  const end = pages.findIndex(({ characters }) => {
    left -= characters
    return left < 0
  })
  return end === -1 ? pages.length : Math.max(1, end)
}

function notesOf(
  id: string,
  found: { readonly state: Answer; readonly pages: readonly Page[]; first: number; next: number },
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
    ...following.slice(0, listedMax).map((page, index) => lineOf(page, next + index)),
  ]
}

function lineOf({ document, characters }: Page, index: number): string {
  const { title, sourceURL, url } = (document['metadata'] ?? {}) as Record<string, unknown>
  const name = typeof title === 'string' ? ` ${JSON.stringify(title.slice(0, titleLengthMax))}` : ''
  return `${index}: ${String(url ?? sourceURL)}${name}, ${characters} characters`
}
