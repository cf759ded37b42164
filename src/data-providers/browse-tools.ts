import { z } from 'zod'
import type { JsonObject } from '#base/json-values.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { DataSource } from './provider.ts'
import type { Registry } from './registry.ts'
import type { TeamChoice } from './team-choices.ts'
import { isAllowed } from './third-party-data.ts'
import type { DiscoveredTool } from './discovered-tool.ts'
import { allTools, findTools } from './tools.ts'

/** The providers, and the team that browses them. */
export interface Browsing {
  readonly registry: Registry
  readonly choice: TeamChoice
  readonly teamId: string
}

const addressMax = 8_192
const names = z.array(z.string().max(addressMax)).max(100).optional()

/** Public clients send further options, which are ignored. */
const Options = z.object({
  query: z.string().max(2_000).optional(),
  urls: names,
  providers: names,
  categories: names,
  groups: names,
  capabilities: names,
  level: z.enum(['providers', 'groups', 'tools']).optional(),
  expand: z.array(z.string()).max(100).optional(),
  limit: z.int().min(1).max(100).default(100),
  offset: z.int().min(0).default(0),
})
type Options = z.output<typeof Options>

/** Public clients browse by category; an operator has a few providers, which are all of this one. */
const category = 'all'
const isWanted = (wanted: readonly string[] | undefined, name: string) =>
  wanted?.includes(name) ?? true

/** The categories of tools; the text says why there are none in it. */
export const listCategories = (browsing: Browsing) => [
  {
    cohort: category,
    about: `All data providers. ${findGap(browsing) ?? listNames(browsing)}`,
  },
]

const listNames = (browsing: Browsing) =>
  `${listProviders(browsing, {})
    .map(({ name }) => name)
    .join(', ')}.`

/** Why a team has no tools, and who changes that; undefined when it has some. */
function findGap({ registry, choice, teamId }: Browsing): string | undefined {
  if (!registry.providers.some((provider) => isAllowed(provider, teamId)))
    return 'There are none: the operator of the service adds them with WEIR_PROVIDERS.'
  if (choice.isEnabled) return undefined
  return 'The team uses none: an admin chooses them on the page Data providers of the console.'
}

const listProviders = (
  { registry, choice, teamId }: Browsing,
  { providers, categories }: Pick<Partial<Options>, 'providers' | 'categories'>,
): readonly DataSource[] =>
  choice.isEnabled && isWanted(categories, category)
    ? registry.providers.filter(
        (provider) => isAllowed(provider, teamId) && isWanted(providers, provider.id),
      )
    : []

/**
 * The answer of `find-tools`: a page of tools or providers, of those that the options select. Fails with `BAD_REQUEST` for
 * options of a wrong form.
 */
export function browseTools(given: JsonObject, browsing: Browsing) {
  const parsed = Options.safeParse(given)
  if (!parsed.success) throw new ServiceError('BAD_REQUEST', z.prettifyError(parsed.error))
  const options = parsed.data
  const { query, urls, providers, categories, groups, capabilities, limit, offset } = options
  const selectsTools = [query, urls, providers, groups, capabilities].some(Boolean)
  const level = options.level ?? (categories && !selectsTools ? 'providers' : 'tools')
  const items = listItems(level, options, browsing)
  const end = offset + limit
  const warning = findGap(browsing)
  return {
    level,
    items: items.slice(offset, end),
    total: items.length,
    next: end < items.length ? lookUp({ ...given, level, limit, offset: end }) : null,
    ...(warning !== undefined && { warning }),
  }
}

const lookUp = (options: JsonObject) => ({
  provider: 'firecrawl',
  capability: 'find-tools',
  options,
})

function listItems(level: NonNullable<Options['level']>, options: Options, browsing: Browsing) {
  const providers = listProviders(browsing, options)
  // Providers of operators have no groups.
  if (level === 'groups' || options.groups) return []
  if (level === 'tools') return listTools(providers, options, browsing.registry)
  return providers.map(({ id, name, tools }) => ({
    id,
    name,
    description: tools.map(({ description }) => description).join(' '),
    next: lookUp({ providers: [id], level: 'tools' }),
  }))
}

function listTools(providers: readonly DataSource[], wanted: Options, registry: Registry) {
  const { query, urls, capabilities, expand } = wanted
  const ofHost = (url: string) => registry.ofHost(url)
  const tools =
    urls || query !== undefined
      ? findTools(providers, { urls: urls ?? [], query, ofHost }, 'full')
      : allTools(providers, 'full')
  return tools
    .filter(({ capability }) => isWanted(capabilities, capability))
    .map((tool) => ({
      ...onlyExpanded(tool, expand),
      execute: { provider: tool.provider, capability: tool.capability },
    }))
}

function onlyExpanded(tool: DiscoveredTool, expand: Options['expand']) {
  const { options, response, examples, ...rest } = tool
  const parts = Object.entries({ options, response, examples })
  return { ...rest, ...Object.fromEntries(parts.filter(([part]) => isWanted(expand, part))) }
}
