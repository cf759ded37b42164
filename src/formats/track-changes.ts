import type { Comparer } from '#changes/create-comparer.ts'
import type { Snapshots } from '#changes/snapshots.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import { compareData, type ComparedData } from './compare-data.ts'
import type { ChangeTracking, ChangeTrackingFormat } from './change-tracking.ts'
import {
  createDerivation,
  type Derivation,
  type Derived,
  type DocumentRequest,
  type Draft,
} from './derive.ts'

interface TrackChangesDeps {
  readonly snapshots: Pick<Snapshots, 'latest' | 'prepare' | 'markGone'>
  readonly comparer: Pick<Comparer, 'compare'>
  /** Undefined when none is configured. */
  readonly model: LanguageModel | undefined
  readonly clock: Clock
  readonly log: Log
}

const goneStatuses = new Set([404, 410])
const comparingFailed = 'Comparing failed, please try again later.'

/**
 * Compares the document with the last version of its page and replaces that version. If that is not possible, the document gets
 * a warning instead of the member.
 */
export function createTrackChanges(deps: TrackChangesDeps): Derivation {
  const { snapshots, comparer, model, clock, log } = deps

  async function compare(
    draft: Draft,
    format: ChangeTrackingFormat,
    request: DocumentRequest,
  ): Promise<Derived> {
    const { document, normalisedText } = draft
    const { tag, modes } = format
    const { teamId, id: scrapeId, signal } = request
    const url = withoutUserInfo(request.url)
    const page = { teamId, scope: scopeOf(request), url, tag }
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
      (await comparer.compare(
        { previous: previous.version, current: version, url },
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
    const data = await compareData(model, { draft, format, versions }, request)
    return { ...withData(changeTracking, data), extraWrites }
  }

  return createDerivation('changeTracking', async (draft, format, request) => {
    const obstacle = obstacleTo(draft, request)
    if (obstacle !== undefined) return { warning: obstacle }
    try {
      return await compare(draft, format, request)
    } catch (err) {
      request.signal.throwIfAborted()
      if (err instanceof ServiceError && err.code === 'INSUFFICIENT_CREDITS') throw err
      log.warn({ err }, 'change tracking failed')
      return { warning: comparingFailed }
    }
  })
}

/** The result of a comparison with that of the data. */
function withData(
  changeTracking: ChangeTracking,
  { json, warnings, pageCredits }: ComparedData,
): Derived {
  const warning = warnings.join(' ')
  return {
    members: { changeTracking: { ...changeTracking, ...(json !== undefined && { json }) } },
    ...(warning !== '' && { warning }),
    ...(pageCredits !== undefined && { pageCredits }),
  }
}

/** Versions that are redacted in different ways are never compared: the difference would show what was redacted. */
const scopeOf = ({ redaction }: DocumentRequest) =>
  redaction === undefined ? 'team' : `team, redacted ${JSON.stringify(redaction)}`

/** Why this document cannot be stored as a version of the page. */
function obstacleTo(
  { document, isComplete }: Draft,
  { zeroDataRetention }: DocumentRequest,
): string | undefined {
  if (zeroDataRetention) return 'Change tracking is not supported with zero data retention.'
  const { statusCode } = document.metadata
  if (statusCode >= 400 && !goneStatuses.has(statusCode)) {
    return `${comparingFailed} The page returned status ${statusCode}.`
  }
  return isComplete ? undefined : `${comparingFailed} The scripts of the page did not run.`
}
