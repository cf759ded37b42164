import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { DataProviderError, type DataSource, type ProviderRecord } from './provider.ts'
import type { Registry } from './registry.ts'
import type { TeamChoice, TeamChoices } from './team-choices.ts'

/** One provider that was asked. */
export interface ProviderStep {
  readonly provider: string
  readonly status: 'matched' | 'no_match' | 'error'
  readonly creditsCost: number
}

/** A record, and how it was found. */
export interface FoundRecord {
  readonly record: ProviderRecord
  readonly provider: {
    readonly id: string
    readonly creditsCost: number
    readonly steps: readonly ProviderStep[]
  }
}

/** The providers that a team asks for a URL, in this order. */
export interface ProviderLookup {
  /** Fails with `THIRD_PARTY_DATA_NOT_FOUND`, or `SCRAPE_SITE_ERROR` when a provider could not be asked. */
  find(signal: AbortSignal): Promise<FoundRecord>
}

/** Records of providers instead of pages (docs/third-party-data.md). */
export interface ThirdPartyData {
  /** Most credits that the URL may cost; 0 for a page that is fetched as usual. */
  priceMax(url: string): number
  /**
   * Undefined for a page that is fetched as usual. Fails with `UNSUPPORTED_SITE`, or with the code `THIRD_PARTY_DATA_…` that
   * says why no provider may be asked.
   */
  lookup(url: string, teamId: string): Promise<ProviderLookup | undefined>
}

interface ThirdPartyDeps {
  readonly registry: Registry
  readonly choices: Pick<TeamChoices, 'read'>
  /** Where a team chooses its providers. */
  readonly settingsUrl: string
  readonly log: Log
}

export function createThirdPartyData({
  registry,
  choices,
  settingsUrl,
  log,
}: ThirdPartyDeps): ThirdPartyData {
  return {
    priceMax(url) {
      const serving = registry.listServing(url)
      if (serving?.status !== 'served') return 0
      return Math.max(...serving.providers.map(({ price }) => price))
    },
    async lookup(url, teamId) {
      const serving = registry.listServing(url)
      if (!serving) return undefined
      if (serving.status === 'unsupported-site') throw new ServiceError('UNSUPPORTED_SITE')
      if (serving.status === 'unsupported-url')
        throw new ServiceError('THIRD_PARTY_DATA_UNSUPPORTED_URL')
      const choice = await choices.read(teamId)
      const allowed = serving.providers.filter((provider) => isAllowed(provider, teamId))
      const chosen = choice.isEnabled ? inOrder(allowed, choice) : []
      if (chosen.length > 0) {
        const agreed = filterAgreed(chosen, choice)
        return { find: (signal) => find(new URL(url), agreed, { signal, log }) }
      }
      if (!serving.isExclusive) return undefined
      if (allowed.length === 0) throw new ServiceError('THIRD_PARTY_DATA_NOT_ENABLED')
      throw new ServiceError(
        'THIRD_PARTY_DATA_ENRICHMENT_NOT_ENABLED',
        `This site is served by data providers, and your team uses none that has it. Choose providers at ${settingsUrl}.`,
      )
    },
  }
}

/** Whether the operator permits the provider to a team. */
export const isAllowed = ({ teams }: DataSource, teamId: string): boolean =>
  teams === undefined || teams.includes(teamId)

/** Whether the present terms of a provider are accepted. */
export const hasAccepted = ({ id, terms }: DataSource, { accepted }: TeamChoice): boolean =>
  terms === undefined || accepted[id]?.includes(terms.version) === true

/** Those that the team has chosen, in its order. */
function inOrder(providers: readonly DataSource[], choice: TeamChoice): DataSource[] {
  return choice.providers.flatMap((id) => providers.find((provider) => provider.id === id) ?? [])
}

/** Those whose terms are accepted. Fails with `THIRD_PARTY_DATA_TERMS_REQUIRED` when there are none. */
function filterAgreed(providers: readonly DataSource[], choice: TeamChoice): DataSource[] {
  const agreed = providers.filter((provider) => hasAccepted(provider, choice))
  const [first] = providers
  if (agreed.length === 0 && first) throw termsRequired(first)
  return agreed
}

/** The refusal that names the terms to accept. */
export function termsRequired({ name, terms }: DataSource): ServiceError {
  const requiresAction = {
    type: 'accept_terms',
    terms: terms?.name ?? '',
    version: terms?.version ?? '',
    url: terms?.url ?? '',
  }
  const message = `The terms of ${name} must be accepted before it is asked: ${requiresAction.url}`
  return new ServiceError('THIRD_PARTY_DATA_TERMS_REQUIRED', message, { facts: { requiresAction } })
}

/** Asks one provider after the other until one has a record; only that one is charged. */
async function find(
  url: URL,
  providers: readonly DataSource[],
  { signal, log }: { readonly signal: AbortSignal; readonly log: Log },
): Promise<FoundRecord> {
  const steps: ProviderStep[] = []
  for (const provider of providers) {
    const { id, price } = provider
    try {
      const record = await provider.fetch(url, signal)
      const creditsCost = record ? price : 0
      steps.push({ provider: id, status: record ? 'matched' : 'no_match', creditsCost })
      if (record) return { record, provider: { id, creditsCost, steps } }
    } catch (error) {
      signal.throwIfAborted()
      const reason = error instanceof DataProviderError ? error.message : 'failed unexpectedly'
      log.warn({ provider: id, reason }, 'data provider failed')
      steps.push({ provider: id, status: 'error', creditsCost: 0 })
    }
  }
  const failed = steps.filter(({ status }) => status === 'error').map(({ provider }) => provider)
  if (failed.length === 0) throw new ServiceError('THIRD_PARTY_DATA_NOT_FOUND')
  throw new ServiceError(
    'SCRAPE_SITE_ERROR',
    `No record was found, and these data providers could not be asked: ${failed.join(', ')}.`,
  )
}
