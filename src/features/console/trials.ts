import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import { tryModel } from '#llm/try-model.ts'
import type { SearchWeb } from '#web-search/search-web.ts'

/** What an operator tries from the console: the language model and the search providers. */
export const createTrials = (model: LanguageModel | undefined, searchWeb: SearchWeb) => ({
  model: (call: Call) => tryModel(model, limited(call)),
  search: (call: Call) => trySearch(searchWeb, call),
})

const trialMsMax = 30_000
const limited = ({ account, signal }: Call) => ({
  teamId: account.teamId,
  signal: AbortSignal.any([signal, AbortSignal.timeout(trialMsMax)]),
})

const weekMs = 7 * 86_400_000

/** Asks the search providers, not the pages of the team. */
async function trySearch(searchWeb: SearchWeb, call: Call): Promise<string> {
  const query = {
    query: 'news',
    limit: 3,
    includeDomains: [],
    excludeDomains: [],
    from: new Date(Date.now() - weekMs),
  }
  const { hits, failure } = await searchWeb(query, limited(call))
  if (failure !== undefined) throw new ServiceError('SERVICE_UNAVAILABLE', failure)
  return `The providers gave ${hits.length} results for "${query.query}".`
}
