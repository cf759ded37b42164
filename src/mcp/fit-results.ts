import { pick } from './arguments.ts'
import { cutValue } from './cut-value.ts'
import type { ToolReply, McpToolResult } from './tool.ts'

/** For the members beside the results. */
const restCharacters = 2_000
const metadataCharacters = 500
const keptMetadata = ['scrapeId', 'statusCode', 'error']

/** A search whose results have an equal share of the room each, so that none needs another search to be read. */
export function fitResults(
  reply: ToolReply,
  charactersMax: number,
): Pick<McpToolResult, 'value' | 'notes'> {
  const groups = Object.entries((reply['data'] ?? {}) as Record<string, readonly ToolReply[]>)
  const count = groups.reduce((sum, [, items]) => sum + items.length, 0)
  const room = Math.floor((charactersMax - restCharacters) / Math.max(1, count))
  let cut = 0
  const fit = (item: ToolReply): unknown => {
    if (!cutValue(item, room).isCut) return item
    cut++
    const { metadata, ...members } = item
    const { value } = cutValue(members, Math.max(0, room - metadataCharacters))
    return { ...(value as ToolReply), metadata: pick((metadata ?? {}) as ToolReply, keptMetadata) }
  }
  const data = Object.fromEntries(groups.map(([name, items]) => [name, items.map(fit)]))
  const note = `${cut} of ${count} results were cut to fit. Read one whole with firecrawl_scrape and its metadata.scrapeId, without cost, or ask for fewer results with limit.`
  return { value: { ...reply, data }, ...(cut > 0 && { notes: [note] }) }
}
