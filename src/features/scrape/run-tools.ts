import { ServiceError } from '#kernel/errors.ts'
import type { Call } from '#kernel/call.ts'
import type { Log } from '#kernel/log.ts'
import type { Operation, RunOperation } from '#operations/operation.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import { browseTools, type Browsing } from '#data-providers/browse-tools.ts'
import { DataProviderError, type DataSource, type DataTool } from '#data-providers/provider.ts'
import type { Registry } from '#data-providers/registry.ts'
import { hasAccepted, isAllowed, termsRequired } from '#data-providers/third-party-data.ts'
import type { TeamChoice, TeamChoices } from '#data-providers/team-choices.ts'
import { optionFailure } from '#data-providers/tools.ts'
import type { PageToolCall, PageToolResult, ToolsReply } from '#pages/tool-contract.ts'

/** Calls of tools of data providers, with the options of their request. */
export interface ToolsRequest {
  readonly calls: readonly PageToolCall[]
  readonly timeout: number
  readonly zeroDataRetention: boolean
}

/** Runs calls of tools one after the other; those that succeed are charged. Fails with `FORBIDDEN` for a team without providers. */
export type RunTools = (request: ToolsRequest, call: Call) => Promise<ToolsReply>

interface RunToolsDeps {
  readonly runOperation: RunOperation
  readonly registry: Registry
  readonly choices: Pick<TeamChoices, 'read'>
  readonly log: Log
}

interface Input extends ToolsRequest {
  readonly choice: TeamChoice
}

export function createRunTools(deps: RunToolsDeps): RunTools {
  const { registry, choices } = deps
  const countCredits = ({ provider: id }: PageToolCall) =>
    registry.providers.find((provider) => provider.id === id)?.price ?? 0
  const operation: Operation<Input, ToolsReply> = {
    endpoint: 'scrape',
    chargeKind: 'scrape',
    needsSlot: true,
    timeoutMs: ({ timeout }) => timeout,
    zeroDataRetention: () => false,
    target: ({ calls }) => calls.map(makeName).join(', '),
    reservation: ({ calls }) => calls.reduce((sum, call) => sum + countCredits(call), 0),
    async run({ calls, choice }, { id, call, signal }) {
      const { teamId } = call.account
      const results: PageToolResult[] = []
      for (const wanted of calls)
        results.push(await callTool(wanted, { ...deps, choice, teamId, signal }))
      const credits = results.reduce(
        (sum, result) => sum + ('creditsCost' in result ? result.creditsCost : 0),
        0,
      )
      const data = { alexandria: results, creditsCost: credits }
      return { result: { success: true, scrape_id: id, data }, credits }
    },
  }

  return async function runTools(request, call) {
    const choice = await choices.read(call.account.teamId)
    const isOpen = registry.providers.length > 0 && choice.isEnabled
    // A search for tools finds none then: public clients do not read refusals of this call.
    if (!isOpen && !request.calls.every(isDiscovery))
      throw new ServiceError('FORBIDDEN', 'Exchange is not enabled for this team.')
    if (isZeroDataRetention(request, call.account)) {
      const message = 'Tools of data providers do not support zeroDataRetention.'
      throw new ServiceError('THIRD_PARTY_DATA_UNSUPPORTED_OPTION', message)
    }
    return deps.runOperation(operation, { ...request, choice }, call)
  }
}

const makeName = ({ provider, capability }: PageToolCall) => `${provider}/${capability}`
const isDiscovery = (call: PageToolCall) => makeName(call) === 'firecrawl/find-tools'

interface Calling extends Browsing, Pick<RunToolsDeps, 'log'> {
  readonly signal: AbortSignal
}

/** Never throws, except the reason of the signal. */
async function callTool(wanted: PageToolCall, calling: Calling): Promise<PageToolResult> {
  const { provider: id, capability } = wanted
  try {
    if (isDiscovery(wanted)) {
      return {
        provider: id,
        capability,
        creditsCost: 0,
        data: browseTools(wanted.options ?? {}, calling),
      }
    }
    const { provider } = findTool(wanted, calling)
    const { data, records } = await provider.execute(
      capability,
      wanted.options ?? {},
      calling.signal,
    )
    return { provider: id, capability, creditsCost: provider.price, data, records }
  } catch (error) {
    calling.signal.throwIfAborted()
    const { code, message, status, facts } = toFailure(error, wanted, calling.log)
    return {
      provider: id,
      capability,
      error: { message, status, ...facts, code: facts?.code ?? code },
    }
  }
}

function toFailure(error: unknown, { provider }: PageToolCall, log: Log): ServiceError {
  if (error instanceof ServiceError) return error
  const reason = error instanceof DataProviderError ? error.message : 'failed unexpectedly'
  log.warn({ provider, reason }, 'data provider failed')
  return new ServiceError('SCRAPE_SITE_ERROR', `The provider ${provider} ${reason}.`)
}

/** Fails with the code that says why the call cannot be made. */
function findTool(
  { provider: id, capability, options }: PageToolCall,
  { registry, choice, teamId }: Calling,
): { readonly provider: DataSource; readonly tool: DataTool } {
  const provider = registry.providers.find((each) => each.id === id)
  const tool = provider?.tools.find((each) => each.capability === capability)
  if (!provider || !tool)
    throw new ServiceError('NOT_FOUND', `There is no capability ${id}/${capability}.`)
  if (!isAllowed(provider, teamId)) throw new ServiceError('THIRD_PARTY_DATA_NOT_ENABLED')
  if (!choice.providers.includes(id))
    throw new ServiceError('THIRD_PARTY_DATA_ENRICHMENT_NOT_ENABLED')
  if (!hasAccepted(provider, choice)) throw termsRequired(provider)
  const failure = optionFailure(tool, options)
  if (failure !== undefined) throw new ServiceError('BAD_REQUEST', failure)
  return { provider, tool }
}
