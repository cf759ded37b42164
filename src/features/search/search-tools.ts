import { ServiceError } from '#kernel/errors.ts'
import type { Registry } from '#data-providers/registry.ts'
import { isAllowed } from '#data-providers/third-party-data.ts'
import type { TeamChoices } from '#data-providers/team-choices.ts'
import type { DiscoveredTool } from '#data-providers/discovered-tool.ts'
import { findTools } from '#data-providers/tools.ts'
import type { SearchRequest } from './contract.ts'
import type { Items } from './items.ts'

/** Tools of data providers that a search leads to. */
export interface SearchTools {
  /** Fails with `FORBIDDEN` for a search for tools under zero data retention. */
  assertAllowed(request: SearchRequest, zeroDataRetention: boolean): void
  /** Undefined when none are wanted, or the team uses none. */
  find(
    request: SearchRequest,
    found: { readonly items: Items; readonly teamId: string },
  ): Promise<readonly DiscoveredTool[] | undefined>
}

interface ToolsDeps {
  readonly registry: Registry
  readonly choices: Pick<TeamChoices, 'read'>
}

const searchesTools = ({ sources }: SearchRequest) =>
  sources.some(({ type }) => type === 'alexandria' || type === 'exchange')

export function createSearchTools({ registry, choices }: ToolsDeps): SearchTools {
  const hasProviders = registry.providers.length > 0
  return {
    assertAllowed(request, zeroDataRetention) {
      if (!hasProviders || !zeroDataRetention || !searchesTools(request)) return
      throw new ServiceError(
        'FORBIDDEN',
        'Provider discovery requires access and does not support zero data retention.',
      )
    },
    async find(request, { items, teamId }) {
      const { query, domainTools, toolDetail } = request
      const isSearched = searchesTools(request)
      if (!hasProviders || (!isSearched && !domainTools)) return undefined
      const choice = await choices.read(teamId)
      if (!choice.isEnabled) return undefined
      const providers = registry.providers.filter((provider) => isAllowed(provider, teamId))
      const urls = domainTools ? (items.web ?? []).map(({ url }) => url) : []
      const ofHost = (url: string) => registry.ofHost(url)
      const wanted = { urls, query: isSearched ? query : undefined, ofHost }
      return findTools(providers, wanted, toolDetail)
    },
  }
}
