import type { Config } from '#config.ts'
import { createApiClient, type ApiAccess } from '#net/api-client.ts'
import { createHttpProvider } from '#data-providers/http-provider.ts'
import { readProviders } from '#data-providers/read-providers.ts'
import { createRegistry } from '#data-providers/registry.ts'
import { createRor } from '#data-providers/ror.ts'
import { createTeamChoices } from '#data-providers/team-choices.ts'
import { createThirdPartyData } from '#data-providers/third-party-data.ts'
import { createWikidata } from '#data-providers/wikidata.ts'

type ThirdPartyDeps = ApiAccess &
  Parameters<typeof createTeamChoices>[0] &
  Pick<Parameters<typeof createThirdPartyData>[0], 'log'> & {
    readonly config: Config
    readonly publicUrl: string
  }

/** The data providers of this installation, and which of them teams use. */
export function composeThirdParty(deps: ThirdPartyDeps, stack: AsyncDisposableStack) {
  const { config, log, publicUrl } = deps
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
  const { callApi } = stack.use(createApiClient({ ...deps, configuredUrls }))
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
  const choices = createTeamChoices(deps)
  const settingsUrl = `${publicUrl}/console/providers`
  const thirdPartyData = createThirdPartyData({ registry, choices, settingsUrl, log })
  return { registry, choices, thirdPartyData }
}

export type ThirdParty = ReturnType<typeof composeThirdParty>
