import { oneLine } from '#base/one-line.ts'
import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { omit, readArgument } from '#mcp/arguments.ts'
import type { ToolReply, McpTool } from '#mcp/tool.ts'

interface Paper {
  readonly paperId: string
  readonly primaryId?: string
  readonly ids?: Readonly<Record<string, readonly string[]>>
  readonly title: string
  readonly abstract: string
  readonly authors?: string
  readonly categories?: readonly string[]
  readonly createdDate?: string
  readonly updateDate?: string
}

const abstractMax = 600
const k = z.int().min(1).optional().meta({ description: 'Most results.' })
const paperPath = 'GET /v2/search/research/papers/:paperId'

const searchPapers: McpTool = {
  name: 'firecrawl_research_search_papers',
  title: 'Search papers',
  description: 'Searches titles and abstracts of scientific papers.',
  effects: 'reads the web',
  operations: ['GET /v2/search/research/papers'],
  fields: ['query', 'authors', 'categories', 'from', 'to'],
  extra: {
    k,
    authors: z.array(z.string()).optional().meta({ description: 'All of them.' }),
    categories: z.array(z.string()).optional().meta({ description: 'All of them.' }),
  },
  required: ['query'],
  result: 'text',
  run: async (args, { ask }) => ({
    value: papersText(await ask('GET /v2/search/research/papers', { query: args })),
  }),
}

const inspectPaper: McpTool = {
  name: 'firecrawl_research_inspect_paper',
  title: 'A paper',
  description: 'Returns title, abstract, authors and identifiers of a paper.',
  effects: 'reads the web',
  operations: [paperPath],
  fields: ['paperId'],
  required: ['paperId'],
  result: 'text',
  async run(args, { ask }) {
    const reply = await ask(paperPath, { params: { paperId: readArgument(args, 'paperId') } })
    return { value: paperText(reply['paper'] as Paper) }
  },
}

const relatedPapers: McpTool = {
  name: 'firecrawl_research_related_papers',
  title: 'Related papers',
  description: 'Finds papers that are similar to the given ones, cite them or are cited by them.',
  effects: 'reads the web',
  operations: [`${paperPath}/similar`],
  fields: ['intent', 'mode'],
  extra: {
    k,
    seed_ids: z.array(z.string()).meta({ description: '1 to 10 papers, by id.' }),
    rerank: z.boolean().optional().meta({ description: 'Orders by the intent.' }),
  },
  required: ['seed_ids', 'intent'],
  result: 'text',
  async run(args, { ask }) {
    const [paperId, ...anchor] = [args['seed_ids']].flat()
    if (typeof paperId !== 'string')
      throw new ServiceError('BAD_REQUEST', 'seed_ids must name 1 to 10 papers.')
    const query = { ...omit(args, ['seed_ids']), ...(anchor.length > 0 && { anchor }) }
    const reply = await ask(`${paperPath}/similar`, { params: { paperId }, query })
    const { poolSize, note } = reply as { readonly poolSize?: number; readonly note?: string }
    const end = `(poolSize=${poolSize})${note ? `\nnote: ${note}` : ''}`
    return { value: `${papersText(reply)}\n${end}` }
  },
}

const readPaper: McpTool = {
  name: 'firecrawl_research_read_paper',
  title: 'Read a paper',
  description: 'Returns passages of a paper that answer a question.',
  effects: 'reads the web',
  operations: [paperPath],
  fields: ['paperId'],
  extra: { k, question: z.string().meta({ description: 'What the passages answer.' }) },
  required: ['paperId', 'question'],
  result: 'text',
  async run(args, { ask }) {
    const { paperId, question, ...query } = args
    const reply = await ask(paperPath, {
      params: { paperId },
      query: { ...query, query: question },
    })
    const passages = (reply['passages'] ?? []) as readonly { text: string }[]
    const text = passages.map((passage) => passage.text).join('\n---\n')
    return { value: text || '(no full-text passages available for this paper)' }
  },
}

const developerSearch: McpTool = {
  name: 'firecrawl_developer_search',
  title: 'Search for developers',
  description:
    'Searches documentation, issues, pull requests and READMEs for a programming question; returns passages.',
  effects: 'reads the web',
  operations: ['GET /v2/search/developer'],
  fields: ['query', 'skills'],
  extra: { k },
  required: ['query'],
  result: 'text',
  async run(args, { ask }) {
    const reply = await ask('GET /v2/search/developer', { query: args })
    const results = reply['results'] as readonly Found[]
    return { value: results.map(foundText).join('\n\n') || '(no results)' }
  },
}

interface Found {
  readonly id: string
  readonly title?: string
  readonly url?: string
  readonly passages?: readonly { readonly text: string }[]
}

function foundText({ id, title, url = '', passages = [] }: Found): string {
  const [kind] = id.split(':', 1)
  const texts = passages.map(({ text }) => text).filter((text) => text.trim() !== '')
  return [
    `## [${id}] (${kind}) ${title ?? '(untitled)'}`,
    ...(url === '' || id.endsWith(url) ? [] : [url]),
    texts.join('\n---\n').trim() || '(no content)',
  ].join('\n')
}

function papersText(reply: ToolReply): string {
  const papers = reply['results'] as readonly Paper[]
  return papers.map(hitText).join('\n\n') || '(no results)'
}

const hitText = ({ primaryId, paperId, title, authors, abstract }: Paper) =>
  [
    `## [${primaryId ?? paperId}] ${title}`,
    ...(authors ? [`Authors: ${authors}`] : []),
    oneLine(abstract || '(no abstract)').slice(0, abstractMax),
  ].join('\n')

function paperText(paper: Paper): string {
  const ids = Object.entries(paper.ids ?? {}).flatMap(([space, values]) =>
    values.map((value) => `${space}:${value}`),
  )
  const dates = [
    paper.createdDate && `created ${paper.createdDate}`,
    paper.updateDate && `updated ${paper.updateDate}`,
  ].filter(Boolean)
  return [
    `# ${paper.title}`,
    '',
    `Paper ID: ${paper.paperId}`,
    ...(ids.length > 0 ? [`IDs: ${ids.join(', ')}`] : []),
    ...(paper.authors ? [`Authors: ${paper.authors}`] : []),
    ...(paper.categories?.length ? [`Categories: ${paper.categories.join(', ')}`] : []),
    ...(dates.length > 0 ? [`Dates: ${dates.join('; ')}`] : []),
    '',
    '## Abstract',
    oneLine(paper.abstract),
  ].join('\n')
}

export const researchTools: readonly McpTool[] = [
  searchPapers,
  inspectPaper,
  relatedPapers,
  readPaper,
  developerSearch,
]
