import type { Feature } from '#features/feature.ts'
import { json, keyEndpoint } from '#http/endpoint.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { findKeyId } from '#kernel/principal.ts'
import { listCategories } from '#data-providers/browse-tools.ts'
import type { DataSource } from '#data-providers/provider.ts'
import type { Registry } from '#data-providers/registry.ts'
import { hasAccepted, isAllowed } from '#data-providers/third-party-data.ts'
import type { TeamChoice, TeamChoices } from '#data-providers/team-choices.ts'
import {
  CategoriesReply,
  TermsRequest,
  ThirdPartyReply,
  ThirdPartyRequest,
  type TermsRequest as Accepted,
  type ThirdPartyReply as Reply,
} from './contract.ts'

const unknownProvider = 'There is no data provider ….'
const shared = {
  tag: 'Team',
  group: null,
  bucket: 'account',
} as const

interface ThirdPartyFeatureDeps {
  readonly registry: Registry
  readonly choices: TeamChoices
}

/** Which data providers a team uses, and whose terms it has accepted. */
export function createThirdPartyFeature({ registry, choices }: ThirdPartyFeatureDeps): Feature {
  const { providers } = registry
  const read = async ({ account: { teamId } }: Call): Promise<Reply> => {
    const choice = await choices.read(teamId)
    const { isEnabled: enabled } = choice
    const available = providers.map((provider) => shown(provider, choice, teamId))
    return { success: true, data: { enabled, providers: [...choice.providers], available } }
  }
  return {
    endpoints: [
      ...categoryRoutes({ registry, choices }),
      keyEndpoint({
        ...shared,
        method: 'GET',
        path: '/v2/team/third-party-data',
        summary: 'Get the data providers',
        reply: json(ThirdPartyReply),
        handle: ({ call }) => read(call),
      }),
      keyEndpoint({
        ...shared,
        method: 'PUT',
        role: 'admin',
        path: '/v2/team/third-party-data',
        summary: 'Choose the data providers',
        body: json(ThirdPartyRequest),
        reply: json(ThirdPartyReply),
        refusals: [unknownProvider],
        async handle({ body, call }) {
          const unknown = body.providers.find((id) => !providers.some((one) => one.id === id))
          if (unknown !== undefined)
            throw new ServiceError('BAD_REQUEST', unknownProvider.replace('…', unknown))
          const chosen = { isEnabled: body.enabled, providers: [...new Set(body.providers)] }
          await choices.write(call.account.teamId, chosen)
          return read(call)
        },
      }),
      keyEndpoint({
        ...shared,
        method: 'POST',
        role: 'admin',
        path: '/v2/team/third-party-data/terms',
        summary: 'Accept the terms of a data provider',
        body: json(TermsRequest),
        reply: json(ThirdPartyReply),
        errors: ['NOT_FOUND', 'CONFLICT'],
        async handle({ body, call }) {
          assertPresent(registry, body)
          const { teamId, principal } = call.account
          await choices.accept(teamId, { ...body, by: findKeyId(principal) })
          return read(call)
        },
      }),
    ],
  }
}

/** Public clients ask for the categories without the version of the API. */
const categoryRoutes = ({ registry, choices }: ThirdPartyFeatureDeps) =>
  (['/exchange/discover', '/v2/exchange/discover'] as const).map((path) =>
    keyEndpoint({
      ...shared,
      method: 'GET',
      path,
      isOlder: true,
      summary: 'List the categories of tools',
      reply: json(CategoriesReply),
      async handle({ call: { account } }) {
        const { teamId } = account
        const browsing = { registry, choice: await choices.read(teamId), teamId }
        return { success: true as const, cohorts: listCategories(browsing) }
      },
    }),
  )

/** Fails with `NOT_FOUND` for unknown terms, and with `CONFLICT` for a version that is not the present one. */
function assertPresent({ providers }: Registry, { provider, version }: Accepted): void {
  const terms = providers.find(({ id }) => id === provider)?.terms
  if (!terms) throw new ServiceError('NOT_FOUND', 'No provider with terms has this id.')
  if (terms.version === version) return
  const message = `The present terms have version ${terms.version}. Read them at ${terms.url}.`
  throw new ServiceError('CONFLICT', message)
}

function shown(
  provider: DataSource,
  choice: TeamChoice,
  teamId: string,
): Reply['data']['available'][number] {
  const { id, name, price, sites, tools, terms } = provider
  return {
    id,
    name,
    creditsCost: price,
    sites: sites.map(({ domain }) => domain),
    tools: tools.map(({ capability }) => capability),
    allowed: isAllowed(provider, teamId),
    terms: terms ? { ...terms, accepted: hasAccepted(provider, choice) } : null,
  }
}
