import { compareVisits } from '#changes/compare-visits.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import { compareData, type ComparedData } from './compare-data.ts'
import type { ChangeTracking, ChangeTrackingFormat } from './change-tracking.ts'
import { pageFailure } from './page-failure.ts'
import {
  makeServiceParts,
  type DerivationContext,
  type Derivation,
  type Derived,
  type Draft,
} from './derivation.ts'

interface TrackedMembers {
  readonly changeTracking?: ChangeTracking
}

const goneStatuses = new Set([404, 410])
const comparingFailed = 'Comparing failed, please try again later.'

/**
 * Compares the document with the last version of its page and replaces that version. If that is not possible, the document gets
 * a warning instead of the member.
 */
export async function trackChanges(
  draft: Draft,
  format: ChangeTrackingFormat,
  context: DerivationContext,
): Promise<Derived<TrackedMembers>> {
  const obstacle = obstacleTo(draft, context.request)
  if (obstacle !== undefined) return { warning: obstacle }
  try {
    return await compare(draft, format, context)
  } catch (err) {
    context.request.signal.throwIfAborted()
    if (err instanceof ServiceError && err.code === 'INSUFFICIENT_CREDITS') throw err
    context.log.warn({ err }, 'change tracking failed')
    return { warning: comparingFailed }
  }
}

async function compare(
  draft: Draft,
  format: ChangeTrackingFormat,
  context: DerivationContext,
): Promise<Derived<TrackedMembers>> {
  const { clock, request } = context
  const { snapshots, comparer } = makeServiceParts(context)
  const { document, normalisedText, readAgain } = draft
  const { tag, modes } = format
  const { teamId, id: scrapeId, signal } = request
  const url = withoutUserInfo(request.url)
  const page = { teamId, scope: nameScope(request), url, tag }
  const previous = await snapshots.latest(page)
  const previousScrapeAt = previous?.takenAt.toISOString() ?? null
  const base = { previousScrapeAt, visibility: 'visible' } as const
  const takenAt = clock.now()
  if (goneStatuses.has(document.metadata.statusCode)) {
    return {
      members: { changeTracking: { ...base, changeStatus: 'removed' } },
      extraWrites: previous && ((sql) => snapshots.markGone(page, takenAt, sql)),
    }
  }
  const version = { markdown: document.markdown ?? '', normalisedText }
  const compared =
    previous &&
    (await compareVisits(
      comparer,
      {
        previous: previous.version,
        current: version,
        takenAt: [previous.takenAt, takenAt],
        url,
        readAgain,
        deadlineAt: request.deadlineAt,
      },
      { teamId, signal },
    ))
  const diff = compared?.status === 'changed' && modes.includes('git-diff') && compared.diff
  const changeTracking: ChangeTracking = {
    ...base,
    changeStatus: compared?.status ?? 'new',
    ...(diff && { diff: diff.text, diffJson: diff.json }),
  }
  const extraWrites = await snapshots.prepare(page, { scrapeId, takenAt, version })
  const compares = compared?.status === 'changed' && modes.includes('json')
  if (!compares) return { members: { changeTracking }, extraWrites }
  const versions = { previous: previous?.version.markdown ?? '', diff: compared.diff.text }
  const data = await compareData(context, { draft, format, versions })
  return { ...withData(changeTracking, data), extraWrites }
}

/** The result of a comparison with that of the data. */
function withData(
  changeTracking: ChangeTracking,
  { json, warnings, pageCredits }: ComparedData,
): Derived<TrackedMembers> {
  const warning = warnings.join(' ')
  return {
    members: { changeTracking: { ...changeTracking, ...(json !== undefined && { json }) } },
    ...(warning !== '' && { warning }),
    ...(pageCredits !== undefined && { pageCredits }),
  }
}

/** Versions that are redacted in different ways are never compared: the difference would show what was redacted. */
const nameScope = ({ redaction }: Derivation) =>
  redaction === undefined ? 'team' : `team, redacted ${JSON.stringify(redaction)}`

/** Why this document cannot be stored as a version of the page. */
function obstacleTo(
  { document, isComplete }: Draft,
  { zeroDataRetention }: Derivation,
): string | undefined {
  if (zeroDataRetention) return 'Change tracking is not supported with zero data retention.'
  const failure = pageFailure(document.metadata)
  if (failure !== undefined && !goneStatuses.has(document.metadata.statusCode)) {
    return `${comparingFailed} ${failure}`
  }
  return isComplete ? undefined : `${comparingFailed} The scripts of the page did not run.`
}
