import { z } from 'zod'
import type { ApiAnswer } from '#net/api-client.ts'
import { makeJsonPost } from './json-request.ts'
import { readReply } from './read-json.ts'
import { SearchProviderError, type RawHit, type SearchProvider } from './provider.ts'

const Answer = z.object({
  result: z
    .object({
      content: z.array(z.object({ type: z.string(), text: z.string().optional() })).max(1_000),
      isError: z.boolean().optional(),
    })
    .optional(),
  error: z.object({ code: z.number().optional() }).optional(),
})

/**
 * Exa through its hosted MCP server, which takes no key. One JSON-RPC call of the tool `web_search_exa`; the answer is JSON or
 * an event stream. Results are text blocks of `Name: value` lines; an unknown form fails.
 */
export function exaKeyless(): SearchProvider {
  return {
    name: 'exa-keyless',
    sources: ['web'],
    supports: {
      operators: 'none',
      time: 'none',
    },
    limits: { perPage: { web: 20 }, pagesMax: 1, queryCharsMax: 500 },
    pace: { perMs: 1_000 },
    isFree: true,
    request: ({ text, count }) =>
      makeJsonPost(
        'https://mcp.exa.ai/mcp',
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'web_search_exa', arguments: { query: text, numResults: count } },
        },
        { accept: 'application/json, text/event-stream' },
      ),
    read(answer) {
      const { result, error } = readReply(readMessage(answer), Answer)
      if (error || !result || result.isError) {
        throw new SearchProviderError('failed', 'reported an error')
      }
      const text = result.content.map((part) => part.text ?? '').join('\n\n')
      const hits = readBlocks(text)
      if (hits.length === 0 && !/no (search )?results/i.test(text)) {
        throw new SearchProviderError('failed', 'answered in an unknown form')
      }
      return hits
    },
  }
}

/** The last message of an event stream; other answers as they are. */
function readMessage(answer: ApiAnswer): ApiAnswer {
  if (!(answer.headers['content-type'] ?? '').startsWith('text/event-stream')) return answer
  const data = answer.body
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .at(-1)
  return { ...answer, body: data?.slice('data:'.length) ?? '' }
}

/** Each result starts with a line `Title:`; what follows the known names is its text. */
function readBlocks(text: string): RawHit[] {
  const hits: { url: string; title: string; text: string; date?: string }[] = []
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] =
      /^(Title|URL|Published|Published Date|Author|Highlights|Text): ?(.*)$/.exec(line) ?? []
    if (name === 'Title') hits.push({ url: '', title: value.trim(), text: '' })
    const hit = hits.at(-1)
    if (!hit || name === 'Title' || name === 'Author') continue
    if (name === 'URL') hit.url = value.trim()
    else if (name.startsWith('Published')) hit.date = value.trim()
    else hit.text += ` ${name === '' ? line : value}`
  }
  return hits.filter(({ url }) => url !== '')
}
