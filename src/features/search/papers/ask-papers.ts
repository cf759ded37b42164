import { createAskSources, type AskSources, type AskSourcesDeps } from '#web-search/ask-sources.ts'
import { callSearchProvider, makeFailure, isSuccess } from '#web-search/call-provider.ts'
import type { Paper, PaperSource, WantedPapers } from './paper.ts'

/** Returns the papers of one source. */
export type AskPapers = AskSources<PaperSource, WantedPapers, Paper>

const pagesMax = 5

export function createAskPapers(deps: AskSourcesDeps<PaperSource>): AskPapers {
  const { callApi, health, now } = deps

  async function send(
    source: PaperSource,
    wanted: WantedPapers,
    signal: AbortSignal,
  ): Promise<Paper[]> {
    const papers: Paper[] = []
    for (let page = 0; page < pagesMax; page++) {
      // The first call has been counted.
      const call = source.call(wanted, page)
      if (!call || (page > 0 && (await health.take(source)).status !== 'taken')) break
      const answer = await callSearchProvider(call.request, { callApi, signal })
      if (answer.status === 404 && wanted.kind !== 'search') break
      if (!isSuccess(answer)) throw makeFailure(answer, now())
      const read = call.read(answer)
      papers.push(...read)
      if (read.length < call.perPage || papers.length >= wanted.limit) break
    }
    return papers
  }

  return createAskSources(deps, {
    canAnswer: (source, wanted) => source.call(wanted, 0) !== undefined,
    send,
  })
}
