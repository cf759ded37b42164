import type { Foundations } from '#compose-foundations.ts'
import { createApiClient } from '#net/api-client.ts'
import { createHttpProvider } from '#providers/http-provider.ts'
import { readProviders } from '#providers/read-providers.ts'
import { createRegistry } from '#providers/registry.ts'
import { createRor } from '#providers/ror.ts'
import { createTeamChoices } from '#providers/team-choices.ts'
import { createThirdPartyData } from '#providers/third-party-data.ts'
import { createWikidata } from '#providers/wikidata.ts'

/** The data providers of this installation, and which of them teams use. */
export function composeThirdParty(foundations: Foundations, stack: AsyncDisposableStack) {
  const { config, database, clock, guard, lookup, log, publicUrl } = foundations
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
  const choices = createTeamChoices({ database, clock })
  const settingsUrl = `${publicUrl}/console/providers`
  const thirdPartyData = createThirdPartyData({ registry, choices, settingsUrl, log })
  return { registry, choices, thirdPartyData }
}

export type ThirdParty = ReturnType<typeof composeThirdParty>
