import type { Comparer } from '#changes/create-comparer.ts'
import type { Snapshots } from '#changes/snapshots.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import type { ChangeTracking, Document } from './document.ts'
import type { Format } from './formats.ts'
import type { MadeDocument, Making } from './make-document.ts'

/** A document before it is compared. */
interface Untracked {
  readonly document: Document
  readonly comparable: string | undefined
  /** False for a page that its scripts would have filled. */
  readonly isWhole: boolean
}

/**
 * Compares a document with the last version of its page, when its request asks for that (contract section 6.4). The
 * version it answers in `alongside` takes the place of the last. What hinders the comparison is a warning, no failure.
 */
export type TrackChanges = (made: Untracked, making: Making) => Promise<MadeDocument>

interface TrackChangesDeps {
  readonly snapshots: Pick<Snapshots, 'latest' | 'prepare' | 'markGone'>
  readonly comparer: Pick<Comparer, 'compare'>
  readonly clock: Clock
  readonly log: Log
}

type TrackingFormat = Extract<Format, { type: 'changeTracking' }>

const gone = new Set([404, 410])
const comparingFailed = 'Comparing failed, please try again later.'

export function createTrackChanges(deps: TrackChangesDeps): TrackChanges {
  const { snapshots, comparer, clock, log } = deps

  async function track(
    { document, comparable }: Untracked,
    { tag, modes }: TrackingFormat,
    making: Making,
  ): Promise<MadeDocument> {
    const { teamId, id: scrapeId, signal } = making
    const url = withoutUserInfo(making.request.url)
    const page = { teamId, scope: 'team', url, tag }
    const previous = await snapshots.latest(page)
    const previousScrapeAt = previous?.takenAt.toISOString() ?? null
    const seen = { previousScrapeAt, visibility: 'visible' } as const
    const takenAt = clock.now()
    if (gone.has(document.metadata.statusCode)) {
      return {
        document: { ...document, changeTracking: { ...seen, changeStatus: 'removed' } },
        ...(previous && { alongside: (sql) => snapshots.markGone(page, takenAt, sql) }),
      }
    }
    const version = { markdown: document.markdown ?? '', comparable }
    const compared =
      previous &&
      (await comparer.compare(
        { previous: previous.version, current: version, url },
        { teamId, signal },
      ))
    const diff = compared?.status === 'changed' && modes.includes('git-diff') && compared.diff
    const changeTracking: ChangeTracking = {
      ...seen,
      changeStatus: compared?.status ?? 'new',
      ...(diff && { diff: diff.text, diffJson: diff.json }),
    }
    return {
      document: { ...document, changeTracking },
      alongside: await snapshots.prepare(page, { scrapeId, takenAt, version }),
    }
  }

  return async function trackChanges(made, making) {
    const { document, comparable } = made
    const format = making.request.formats.find((it) => it.type === 'changeTracking')
    if (!format) return { document, comparable }
    const hindrance = hindranceOf(made, making)
    if (hindrance !== undefined) return { document: withWarning(document, hindrance) }
    try {
      return await track(made, format, making)
    } catch (err) {
      making.signal.throwIfAborted()
      log.warn({ err }, 'page not compared')
      return { document: withWarning(document, comparingFailed) }
    }
  }
}

/** Why the document is no version of the page. */
function hindranceOf(
  { document, isWhole }: Untracked,
  { leavesNoTrace }: Making,
): string | undefined {
  if (leavesNoTrace) return 'Change tracking is not supported with zero data retention.'
  const { statusCode } = document.metadata
  if (statusCode >= 400 && !gone.has(statusCode)) {
    return `${comparingFailed} The page answered ${statusCode}, which says nothing about its content.`
  }
  return isWhole ? undefined : `${comparingFailed} The scripts of the page did not run.`
}

function withWarning(document: Document, sentence: string): Document {
  const { warning = '' } = document
  return { ...document, warning: [warning, sentence].filter(Boolean).join(' ') }
}
