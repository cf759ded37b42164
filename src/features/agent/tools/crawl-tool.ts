import { z } from 'zod'
import { pageMessage } from '#answers/page-material.ts'
import { ServiceError } from '#kernel/errors.ts'
import { agentTool, type AgentTool } from '#features/agent/work/agent-tool.ts'
import type { RunScope } from '#features/agent/work/run-scope.ts'
import type { SourceText } from '#features/agent/work/sources.ts'
import { permitted, readSource } from './read-source.ts'

const pagesMax = 25
const pagesDefault = 10
const pagesAtOnce = 4
const titleLengthMax = 120

/** Reads the pages of a site, from one page along its links, and makes a source of each. */
export const crawlTool = (scope: RunScope): AgentTool =>
  agentTool({
    name: 'crawl',
    description:
      'Reads several pages of a site along its links, and lists them with their numbers. Read them with scrape, which is free for pages that were read.',
    input: z.object({
      url: z.string().min(1).max(4_096).describe('Where to begin; pages below its path are read.'),
      limit: z.int().min(1).max(pagesMax).default(pagesDefault),
    }),
    creditsMax: ({ limit }) => limit,
    async run({ url, limit }) {
      const start = permitted(scope.mayVisit, url)
      const { pages, credits } = await readPages(scope, start, limit)
      const lines = pages.map(
        ({ number, title, url: address, markdown }) =>
          `Source ${number}: ${title.slice(0, titleLengthMax)}\n  ${address} (${markdown.length} characters)`,
      )
      const shown = pages.map(({ number, url: address, title }) => ({
        source: number,
        url: address,
        title,
      }))
      const short = `Read ${pages.length} pages from ${start}.`
      return { text: pageMessage('pages of the site', lines.join('\n')), short, credits, shown }
    },
  })

interface ReadPages {
  readonly pages: SourceText[]
  credits: number
}

/** Level by level, each page once. A page that fails is left out, unless it is the first. */
async function readPages(scope: RunScope, start: string, limit: number): Promise<ReadPages> {
  const { signal } = scope.call
  const known = new Set([start])
  const read: ReadPages = { pages: [], credits: 0 }
  let level = [start]

  async function visit(url: string): Promise<readonly string[]> {
    try {
      const { source, credits, links } = await readSource(scope, url, crawled)
      read.pages.push(source)
      read.credits += credits
      return links
    } catch (thrown) {
      signal.throwIfAborted()
      if (!(thrown instanceof ServiceError) || url === start) throw thrown
      scope.budget.countFailed({ pages: 1 })
      return []
    }
  }

  while (level.length > 0 && read.pages.length < limit) {
    const urls = level.slice(0, Math.min(pagesAtOnce, limit - read.pages.length))
    level = level.slice(urls.length)
    for (const links of await Promise.all(urls.map(visit))) {
      const found = new Set(links.flatMap((link) => below(scope, start, link) ?? []))
      level.push(...[...found].filter((link) => !known.has(link)))
      for (const link of found) known.add(link)
    }
  }
  return read
}

/** A page of a file costs a credit, like a page. */
const crawled = { wantsLinks: true, pagesMax: 1 }

/** The URL of a link in normal form, if it is on the host and below the path of the first page. */
function below({ mayVisit }: RunScope, start: string, link: string): string | undefined {
  const checked = mayVisit.check(link.split('#', 1)[0] ?? '')
  if ('refusal' in checked) return undefined
  const folder = new URL('.', start)
  const url = new URL(checked.url)
  return url.host === folder.host && url.pathname.startsWith(folder.pathname) ? url.href : undefined
}
