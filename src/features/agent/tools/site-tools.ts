import { z } from 'zod'
import { pageMessage } from '#answers/page-material.ts'
import { prices, searchPrice } from '#credits/prices.ts'
import { mapRequest } from '#features/map/contract.ts'
import { pack } from '#kernel/packing.ts'
import { newId } from '#kernel/ids.ts'
import { agentTool, type AgentTool } from '#features/agent/work/agent-tool.ts'
import { event, toolCallId } from '#features/agent/work/events.ts'
import type { RunScope } from '#features/agent/work/run-scope.ts'
import { cutPart, pdfPagesMax, permitted, readSource } from './read-source.ts'

const urlLengthMax = 4_096
const searchedMax = 10
const mappedMax = 100

const url = z.string().min(1).max(urlLengthMax).describe('Address of a page.')

/** Search, map and scrape: the operations of the service as tools. With a strict list of pages only the last one. */
export const siteTools = (scope: RunScope): AgentTool[] => [
  ...(scope.mayVisit.isStrict ? [] : [searchTool(scope), mapTool(scope)]),
  scrapeTool(scope),
]

const searchTool = ({ operations, call }: RunScope): AgentTool =>
  agentTool({
    name: 'search',
    description: 'Searches the web. Returns addresses, titles and descriptions of pages.',
    input: z.object({
      query: z.string().min(1).max(500),
      limit: z.int().min(1).max(searchedMax).default(searchedMax),
    }),
    creditsMax: searchPrice(searchedMax, { zeroDataRetention: false }),
    async run({ query, limit }) {
      const { pages, credits } = await operations.search(query, limit, call)
      const lines = pages.map(
        ({ url: found, title, description }) => `${found}\n  ${title}\n  ${description}`,
      )
      const text =
        lines.length === 0 ? 'Nothing was found.' : pageMessage('search results', lines.join('\n'))
      const shown = pages.map(({ url: found, title }) => ({ url: found, title }))
      return { text, short: `Searched for ${query}.`, credits, shown }
    },
  })

const mapTool = ({ operations, call, urlRules, mayVisit }: RunScope): AgentTool =>
  agentTool({
    name: 'map',
    description: 'Lists addresses of a site; with a search, the ones that fit it best come first.',
    input: z.object({ url, search: z.string().max(500).optional() }),
    creditsMax: prices.map,
    async run({ url: wanted, search }) {
      const start = permitted(mayVisit, wanted)
      const request = mapRequest(urlRules).parse({
        url: start,
        limit: mappedMax,
        ...(search !== undefined && search !== '' && { search }),
      })
      const { urls, credits } = await operations.map(request, call)
      const text = pageMessage('addresses of the site', urls.join('\n'))
      return { text, short: `Listed ${urls.length} addresses of ${start}.`, credits, shown: urls }
    },
  })

const scrapeTool = (scope: RunScope): AgentTool =>
  agentTool({
    name: 'scrape',
    description:
      'Reads a page or a file (PDF, office, image) as Markdown. Long pages are returned in parts: read on with `from`.',
    input: z.object({
      url,
      from: z.int().min(0).max(10_000_000).default(0).describe('Character to begin with.'),
    }),
    creditsMax: pdfPagesMax,
    async run({ url: wanted, from }, { id, agent }) {
      const address = permitted(scope.mayVisit, wanted)
      const known = await scope.sources.find(address)
      const { source, credits } = known
        ? { source: known, credits: 0 }
        : await readSource(scope, address)
      const text = cutPart(source, from, scope)
      const { number, title } = source
      const short = `Read source ${number}: ${title} (${source.url}).`
      const shown = { source: number, url: source.url, title, characters: source.markdown.length }
      if (known) return { text, short, shown, credits }
      const snapshotId = newId()
      const snapshot = await pack(source.markdown)
      return {
        text,
        short,
        shown,
        credits,
        snapshots: [{ id: snapshotId, content: snapshot }],
        events: [
          event(agent, `artifact ${id}`, {
            type: 'artifact.updated',
            artifact: {
              kind: 'markdown',
              artifactId: `source-${number}`,
              path: source.url,
              snapshotId,
              change: 'init',
              sourceToolCallId: toolCallId(agent, id),
            },
          }),
        ],
      }
    },
  })
