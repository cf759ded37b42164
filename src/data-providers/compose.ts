import type { Config } from '#config.ts'
import type { Log } from '#kernel/log.ts'
import { createApiClient } from '#net/api-client.ts'
import type { Guard } from '#net/guard.ts'
import type { Lookup } from '#net/lookup.ts'
import type { Sql } from '#storage/database.ts'
import { createHttpProvider } from '#data-providers/http-provider.ts'
import { readProviders } from '#data-providers/read-providers.ts'
import { createRegistry } from '#data-providers/registry.ts'
import { createRor } from '#data-providers/ror.ts'
import { createTeamChoices } from '#data-providers/team-choices.ts'
import { createThirdPartyData } from '#data-providers/third-party-data.ts'
import { createWikidata } from '#data-providers/wikidata.ts'

interface ThirdPartyDeps {
  readonly config: Config
  readonly database: Sql
  readonly guard: Guard
  readonly lookup: Lookup
  readonly publicUrl: string
  readonly log: Log
}

/** The data providers of this installation, and which of them teams use. */
export function composeThirdParty(deps: ThirdPartyDeps, stack: AsyncDisposableStack) {
  const { config, database, guard, lookup, log, publicUrl } = deps
  const { names, file, rorUrl, wikidataUrl } = config.providers
  const described = readProviders(file)
  const configuredUrls = [
    rorUrl,
    wikidataUrl,
    ...described.providers.flatMap(({ url, tools }) => [
      ...(url === undefined ? [] : [url.replaceAll('{url}', '')]),
      ...tools.map((tool) => tool.url),
    ]),
  ]
  const { callApi } = stack.use(createApiClient({ guard, configuredUrls, lookup }))
  const open = {
    ror: () => createRor(callApi, rorUrl),
    wikidata: () =>
      createWikidata(callApi, { apiUrl: wikidataUrl, userAgent: config.fetch.userAgent }),
  }
  const registry = createRegistry(
    [
      ...described.providers.map((settings) => createHttpProvider(callApi, settings)),
      ...names.map((name) => open[name]()),
    ],
    described.unsupportedSites,
  )
  const choices = createTeamChoices({ database })
  const settingsUrl = `${publicUrl}/console/providers`
  const thirdPartyData = createThirdPartyData({ registry, choices, settingsUrl, log })
  return { registry, choices, thirdPartyData }
}

export type ThirdParty = ReturnType<typeof composeThirdParty>
