import { formatNumber, shortUrl } from '../format.ts'
import type { Column } from '../ui/table.tsx'
import { agoColumn } from '../ui/list-card.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/request-detail.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'
import type * as contract from '../../src/features/console/work-contract.ts'
import type { z } from 'zod'

export type PastRequest = z.output<typeof contract.ActivityReply>['data'][number]

/** `84 ms`, `1.8 s`. */
export function formatMs(ms: number | null): string {
  if (ms === null) return '–'
  return ms < 1_000
    ? fill(untranslated.factMilliseconds, { ms })
    : fill(words.durationSeconds, { seconds: (ms / 1_000).toFixed(1) })
}

/** Operations that start a job or a run, which has its own duration and cost. */
const starting = new Set(['crawl', 'batch_scrape', 'extract', 'agent', 'llmstxt'])
export const hasStarted = ({ endpoint, succeeded }: PastRequest) =>
  succeeded && starting.has(endpoint)

export function RequestState({ request }: { request: PastRequest }) {
  const { succeeded, code } = request
  if (!succeeded) return <span class="badge bad">{code ?? terms.stateFailed}</span>
  if (hasStarted(request)) return <span class="badge info">{words.stateStarted}</span>
  return <span class="badge good">{terms.stateCompleted}</span>
}

export const requestColumns: readonly Column<PastRequest>[] = [
  { title: terms.thingResult, cell: (request) => <RequestState request={request} /> },
  { title: terms.thingOperation, cell: ({ endpoint }) => endpoint.replaceAll('_', ' ') },
  {
    title: terms.columnTarget,
    class: 'target',
    hint: ({ target }) => target ?? '',
    cell: ({ id, target }) => (
      <a class="row-link" href={`/console/activity/${id}`}>
        {target === null ? words.targetMissing : shortUrl(target)}
      </a>
    ),
  },
  {
    title: words.columnReason,
    class: 'reason',
    hint: ({ message }) => message ?? '',
    cell: ({ message }) => message ?? '',
  },
  {
    title: words.columnTime,
    isRight: true,
    cell: (request) => formatMs(hasStarted(request) ? null : request.durationMs),
  },
  {
    title: terms.columnCredits,
    isRight: true,
    cell: (request) =>
      request.credits === null || hasStarted(request) ? '–' : formatNumber(request.credits),
  },
  {
    title: words.columnRequester,
    class: 'faint',
    cell: ({ requester }) => requester ?? terms.factUnknown,
  },
  agoColumn(terms.columnTime, ({ createdAt }) => createdAt),
]
