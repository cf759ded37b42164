import { isObject, type JsonObject } from '#base/json-values.ts'
import type { DiscoveredTool } from './discovered-tool.ts'
import type { DataSource, DataTool } from './provider.ts'

export type ToolDetail = 'compact' | 'summary' | 'full'

interface Entry {
  readonly provider: DataSource
  readonly tool: DataTool
}

const listEntries = (providers: readonly DataSource[]): Entry[] =>
  providers.flatMap((provider) => provider.tools.map((tool) => ({ provider, tool })))

/** All tools of providers, without matches. */
export const allTools = (providers: readonly DataSource[], detail: ToolDetail): DiscoveredTool[] =>
  listEntries(providers).map((entry) => shown(entry, detail))

/** Tools of providers whose sites are among the URLs, and those whose text has words of the query; best first. */
export function findTools(
  providers: readonly DataSource[],
  {
    urls,
    query,
    ofHost,
  }: {
    readonly urls: readonly string[]
    readonly query: string | undefined
    readonly ofHost: (url: string) => readonly DataSource[]
  },
  detail: ToolDetail,
): DiscoveredTool[] {
  const found = listEntries(providers).flatMap((entry) => {
    const matchedUrls = urls.filter((url) => ofHost(url).includes(entry.provider))
    const similarity = query === undefined ? 0 : measureSimilarity(query, entry)
    if (matchedUrls.length === 0 && similarity === 0) return []
    return [
      {
        ...shown(entry, detail),
        matchedBy: [
          ...(similarity > 0 ? ['semantic' as const] : []),
          ...(matchedUrls.length > 0 ? ['domain' as const] : []),
        ],
        ...(matchedUrls.length > 0 && { matchedUrls }),
        ...(similarity > 0 && { similarity }),
      },
    ]
  })
  return found.toSorted((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0)).slice(0, toolsMax)
}

const toolsMax = 20
const wordsMin = 3

/** Share of the words of the query that begin words of the tool; 0 below a quarter. */
function measureSimilarity(query: string, { provider, tool }: Entry): number {
  const text = splitWords(`${provider.name} ${tool.name} ${tool.description}`)
  const words = splitWords(query)
  if (words.length === 0) return 0
  const matched = words.filter((word) => text.some((other) => stem(other) === stem(word)))
  const share = matched.length / words.length
  return share < 0.25 ? 0 : Number(share.toFixed(2))
}

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word.length >= wordsMin)

/** Plurals and spellings of English words. */
const stem = (word: string) =>
  word.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('isation', 'ization')

function shown({ provider, tool }: Entry, detail: ToolDetail): DiscoveredTool {
  const { capability, name, description, options, fields, example } = tool
  return {
    id: `${provider.id}/${capability}`,
    provider: provider.id,
    capability,
    name,
    description,
    creditsCost: provider.price,
    perRecord: false,
    ...(detail !== 'compact' && { options }),
    ...(detail === 'full' && {
      response: { about: description, fields },
      examples: { curl: writeCurl(provider.id, capability, example) },
    }),
  }
}

const writeCurl = (provider: string, capability: string, options: JsonObject) =>
  `curl "$WEIR_URL/v2/scrape" -H "Authorization: Bearer $WEIR_KEY" -H 'Content-Type: application/json' -d '${JSON.stringify({ alexandria: { provider, capability, options } })}'`

/** What is wrong with the options of a call, as a sentence. */
export function optionFailure({ options }: DataTool, given: unknown): string | undefined {
  if (given !== undefined && !isObject(given)) return 'options must be an object.'
  const values = given ?? {}
  const missing = options.find(({ name, required }) => required && values[name] === undefined)
  if (missing) return `The option ${missing.name} is required.`
  for (const [name, value] of Object.entries(values)) {
    const option = options.find((each) => each.name === name)
    if (!option) return `There is no option ${name}.`
    if (typeof value !== option.type) return `The option ${name} must be a ${option.type}.`
  }
  return undefined
}
