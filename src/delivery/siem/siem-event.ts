import type { FetchActivity, FetchOutcome, ThreatFacts } from '#kernel/fetch-activity.ts'
import { newId } from '#kernel/ids.ts'
import { findKeyId } from '#kernel/principal.ts'
import { withoutUserInfo } from '#kernel/url.ts'

/** One fetched URL, as destinations receive it (docs/api/siem.md). */
export interface SiemEvent {
  readonly schema_version: 1
  readonly event_type: 'scrape_activity'
  /** The same in every attempt, so that receivers can discard duplicates. */
  readonly event_id: string
  readonly scrape_id: string
  readonly request_id: string
  readonly endpoint: string
  /** Like `endpoint`, with a name for every operation. */
  readonly operation: string
  readonly team_id: string
  readonly org_id: string
  readonly api_key: { readonly id: string | null; readonly name: string | null }
  readonly audit_metadata?: { readonly username: string }
  readonly started_at: string
  readonly completed_at: string
  readonly url: string
  readonly domain: string
  readonly http_method: 'GET'
  readonly http_status: number | null
  readonly result: 'success' | 'failure' | 'blocked' | 'cancelled'
  readonly error: { readonly code: string | null; readonly message: string } | null
  readonly origin: string
  readonly integration: string | null
  readonly zero_data_retention: boolean
  /** Absent without threat protection. */
  readonly threat?: ThreatFacts
}

const endpoints = new Set('scrape crawl batch_scrape search extract agent parse'.split(' '))

/** The event of a fetch. Under zero data retention the URL has no path, and the error no text. */
export function siemEvent(activity: FetchActivity): SiemEvent {
  const { teamId, username, outcome, zeroDataRetention, startedAt, completedAt } = activity
  return {
    schema_version: 1,
    event_type: 'scrape_activity',
    event_id: newId(),
    scrape_id: activity.scrapeId,
    request_id: activity.requestId,
    endpoint: endpoints.has(activity.endpoint) ? activity.endpoint : 'unknown',
    operation: activity.endpoint,
    team_id: teamId,
    org_id: teamId,
    // The name is added when the event is sent.
    api_key: { id: findKeyId(activity.principal), name: null },
    ...(username !== undefined && { audit_metadata: { username } }),
    started_at: startedAt.toISOString(),
    completed_at: completedAt.toISOString(),
    ...readAddress(activity.url, zeroDataRetention),
    http_method: 'GET',
    http_status: 'httpStatus' in outcome ? outcome.httpStatus : null,
    result: describeResult(outcome),
    error: describeError(outcome, zeroDataRetention),
    origin: activity.origin ?? 'api',
    integration: activity.integration ?? null,
    zero_data_retention: zeroDataRetention,
    ...(activity.threat && { threat: activity.threat }),
  }
}

function readAddress(text: string, zeroDataRetention: boolean): { url: string; domain: string } {
  const url = URL.parse(text)
  // A file that was sent with the request has a name instead of a URL.
  if (!url || url.host === '') return { url: zeroDataRetention ? '' : text, domain: '' }
  return {
    url: zeroDataRetention ? `${url.origin}/` : withoutUserInfo(url.href),
    domain: url.hostname,
  }
}

const blocked = new Set([
  'unsafe_domain_blocked',
  'KEY_HOST_NOT_ALLOWED',
  'UNSUPPORTED_SITE',
  'SCRAPE_PROMPT_INJECTION_DETECTED',
])

function describeResult(outcome: FetchOutcome): SiemEvent['result'] {
  if ('httpStatus' in outcome) return outcome.httpStatus < 400 ? 'success' : 'failure'
  if (outcome.code === 'SCRAPE_JOB_CANCELLED') return 'cancelled'
  return blocked.has(outcome.code) ? 'blocked' : 'failure'
}

function describeError(outcome: FetchOutcome, zeroDataRetention: boolean): SiemEvent['error'] {
  if ('httpStatus' in outcome) {
    const { httpStatus } = outcome
    if (httpStatus < 400) return null
    return { code: null, message: `The site returned status ${httpStatus}.` }
  }
  const { code, message } = outcome
  return { code, message: zeroDataRetention ? 'Not kept under zero data retention.' : message }
}
