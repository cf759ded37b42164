import type { Change, Judgment } from '#answers/judge.ts'
import { prices } from '#credits/prices.ts'
import { compareVisits } from '#changes/compare-visits.ts'
import type { Comparer } from '#changes/create-comparer.ts'
import type { Snapshot, Snapshots, SnapshotPlace } from '#changes/snapshots.ts'
import type { Outbox } from '#delivery/outbox.ts'
import type { Webhook } from '#delivery/webhook.ts'
import type { Document } from '#formats/document.ts'
import { pageFailure } from '#formats/page-failure.ts'
import { unpackDocument } from '#formats/packed-document.ts'
import type { JobHandlers } from '#jobs/job-handler.ts'
import { toJobCaller } from '#jobs/job.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Caller } from '#kernel/caller.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import { newId } from '#kernel/ids.ts'
import type { Sql } from '#storage/database.ts'
import type { SignedFiles } from '#storage/signed-files.ts'
import type { PageStore, SeenPage } from './page-store.ts'
import type { VersionStore } from './version-store.ts'
import { makePageEvent } from '#features/monitor/checks/webhook-events.ts'
import { diffText, pageDiff } from './page-diff.ts'
import {
  comparesIn,
  makeVersion,
  readSettings,
  readText,
  selectsPart,
  type CheckedPage,
} from './read-version.ts'
import { snapshotScope } from './snapshot-scope.ts'
import type { Watcher } from '#features/monitor/watch/create-watcher.ts'
import type { JudgedRules } from '#features/monitor/watch/judge-rules.ts'
import {
  isAnyMet,
  listRuleChanges,
  tooLate,
  watchPage,
} from '#features/monitor/watch/watch-page.ts'

/** The check that a job belongs to; part of the stored request of the job. */
export interface PageWatch {
  readonly monitorId: string
  readonly checkId: string
  readonly targetId: string
  readonly webhook: Webhook | null
  /** What changes are judged by; null when they are not. */
  readonly goal: string | null
  /** How long a version is kept as the baseline. */
  readonly versionMs: number
}

export interface ComparingDeps {
  readonly pages: PageStore
  readonly versions: Pick<VersionStore, 'prepare'>
  readonly files: Pick<SignedFiles, 'hold'>
  readonly snapshots: Pick<Snapshots, 'latest' | 'prepare' | 'markGone'>
  readonly comparer: Pick<Comparer, 'compare'>
  readonly watcher: Pick<Watcher, 'read'>
  readonly outbox: Pick<Outbox, 'add'>
  /** Undefined when no language model is configured. */
  readonly judge: ((change: Change, caller: Caller) => Promise<Judgment | undefined>) | undefined
  readonly clock: Clock
}

type Verdict = Pick<SeenPage, 'status' | 'diff' | 'error' | 'snapshot'> & {
  readonly rules?: JudgedRules | undefined
  readonly ignoredLines?: number | undefined
}

const gone = new Set([404, 410])

/**
 * Wraps handlers: each page is compared with its previous version. The result, the new version and the event are written in the
 * transaction that ends the page, so that each is written exactly once.
 */
export function comparingHandlers(work: JobHandlers, deps: ComparingDeps): JobHandlers {
  return {
    discover: (job, add, signal) => work.discover(job, add, signal),
    async page(job, page, progress) {
      const outcome = await work.page(job, page, progress)
      if (outcome.state === 'waiting') return outcome
      // The check is charged as a whole at its end.
      if (outcome.state === 'failed') return { ...outcome, price: 0 }
      const document = await unpackDocument(outcome.document.bytes)
      const { normalisedText, readAgain } = outcome
      const read = { job, page, document, normalisedText, readAgain }
      const write = await compare(deps, read, progress.signal)
      return { ...outcome, price: 0, extraWrites: [...(outcome.extraWrites ?? []), write] }
    },
  }
}

async function compare(
  deps: ComparingDeps,
  read: CheckedPage,
  signal: AbortSignal,
): Promise<(sql: Sql) => Promise<void>> {
  const { job, page, document } = read
  const { watch } = job.request as { readonly watch: PageWatch }
  const { monitorId, checkId, targetId } = watch
  // User info in the URL of a target is used only to fetch the page.
  const url = withoutUserInfo(page.url)
  const watched = {
    teamId: job.teamId,
    scope: snapshotScope(monitorId, targetId, job.request),
    url,
  }
  const previous = await deps.snapshots.latest(watched)
  const {
    rules,
    ignoredLines = 0,
    ...verdict
  } = await decideVerdict(deps, { read, watch, previous }, signal)
  const judgment = await judgeChange(deps, { read, watch, previous, verdict }, signal)
  const seen: SeenPage = {
    id: newId(),
    checkId,
    monitorId,
    targetId,
    url,
    ...verdict,
    judgment,
    watched: rules?.results ?? null,
    previousScrapeId: previous?.scrapeId ?? null,
    currentScrapeId: page.scrapeId,
    statusCode: document.metadata.statusCode,
    metadata: {
      ...readMetadata(document, await holdPicture(deps, read, verdict)),
      ...(ignoredLines > 0 && { ignoredLines }),
    },
    credits: document.metadata.creditsUsed + (judgment === null ? 0 : prices.judgment),
    createdAt: deps.clock.now(),
  }
  const version = gone.has(seen.statusCode ?? 0)
    ? undefined
    : await deps.versions.prepare(seen, { scope: watched.scope, version: makeVersion(read) })
  const writePage = await deps.pages.prepare(seen, version)
  const writeVersion = await versionWriter(deps, { read, watch, verdict, watched, rules })
  return async (sql) => {
    if (!(await writePage(sql))) return
    await writeVersion(sql)
    if (watch.webhook) await deps.outbox.add(sql, [makePageEvent(seen, watch.webhook, job.teamId)])
  }
}

interface Seen {
  readonly read: CheckedPage
  readonly watch: PageWatch
  readonly previous: Snapshot | undefined
}

async function decideVerdict(
  { comparer, pages, watcher, clock }: ComparingDeps,
  seen: Seen,
  signal: AbortSignal,
): Promise<Verdict> {
  const { read, watch, previous } = seen
  const { statusCode } = read.document.metadata
  const url = withoutUserInfo(read.page.url)
  const error = pageFailure(read.document.metadata)
  const failed = { status: 'error', error: error ?? null, diff: null } as const
  if (gone.has(statusCode)) {
    if (!previous) return failed
    if (previous.goneAt) return { status: 'same', error: null, diff: null }
    const before = await pages.findLast({ ...watch, url })
    const isSecond = before?.status === 'error' && gone.has(before.statusCode ?? 0)
    return isSecond ? { status: 'removed', error: null, diff: null } : failed
  }
  if (error !== undefined) return failed
  const compares = comparesIn(read.job)
  if (compares !== 'text' && read.document.json == null) {
    return { status: 'error', error: nothingExtracted, diff: null }
  }
  const caller = toJobCaller(read.job, signal)
  const isKnown = previous !== undefined && !previous.goneAt
  const watched = await watchPage(
    watcher,
    {
      watch: readSettings(read.job),
      current: makeVersion(read),
      previous: previous?.version,
      readAgain: read.readAgain,
      product: read.document.product,
      isPart: selectsPart(read.job),
    },
    caller,
  )
  if (!watched) return { ...failed, error: tooLate }
  const { current, rules, readAgain } = watched
  if (!isKnown || !watched.previous) return { status: 'new', error: null, diff: null, rules }
  const { data: before, rules: _before, ...textBefore } = watched.previous
  const { data: after, ...textAfter } = current
  const takenAt = [previous.takenAt, clock.now()] as const
  const comparison =
    compares === 'data'
      ? undefined
      : await compareVisits(
          comparer,
          { previous: textBefore, current: textAfter, takenAt, url, readAgain },
          caller,
        )
  const ignoredLines = comparison?.ignoredLines
  const textDiff = comparison?.status === 'changed' ? comparison.diff : undefined
  const data = { previous: before, current: after ?? nothing }
  // A value that a rule watches may change although the texts count as equal: a counter, for example.
  const ruleDiff = rules && isAnyMet(rules) ? { json: listRuleChanges(rules.results) } : undefined
  const diff = pageDiff(compares, textDiff, data) ?? ruleDiff
  if (!diff) return { status: 'same', error: null, diff: null, rules, ignoredLines }
  const snapshot = compares === 'text' ? {} : { snapshot: { json: read.document.json } }
  return { status: 'changed', error: null, diff, rules, ignoredLines, ...snapshot }
}

const nothingExtracted = 'JSON extraction produced no result for this check.'
const nothing = { key: '', value: null }

/** A failure leaves the page changed, without a judgment and free. */
async function judgeChange(
  { judge }: ComparingDeps,
  seen: Seen & { readonly verdict: Verdict },
  signal: AbortSignal,
): Promise<Judgment | null> {
  const { read, watch, previous, verdict } = seen
  const goal = watch.goal ?? null
  if (!judge || goal === null || !previous || !verdict.diff) return null
  const change = {
    goal,
    url: withoutUserInfo(read.page.url),
    diff: diffText(verdict.diff),
    before: readText(previous.version),
    after: readText(makeVersion(read)),
  }
  return (await judge(change, toJobCaller(read.job, signal))) ?? null
}

/** Stores the version to compare with next time. If a page cannot be loaded, the previous version stays. */
async function versionWriter(
  { snapshots, clock }: ComparingDeps,
  found: {
    readonly read: CheckedPage
    readonly watch: PageWatch
    readonly verdict: Verdict
    readonly watched: SnapshotPlace
    readonly rules: JudgedRules | undefined
  },
): Promise<(sql: Sql) => Promise<void>> {
  const { read, watch, verdict, watched, rules } = found
  const takenAt = clock.now()
  if (verdict.status === 'removed') return (sql) => snapshots.markGone(watched, takenAt, sql)
  const isGone = gone.has(read.document.metadata.statusCode)
  if (verdict.status === 'error' || isGone) return async () => {}
  return snapshots.prepare(watched, {
    scrapeId: read.page.scrapeId,
    takenAt,
    version: { ...makeVersion(read), ...(rules && { rules: rules.states }) },
    lifeMs: watch.versionMs,
  })
}

/** The picture of a version is there as long as the version; others for a day. */
async function holdPicture(
  { files }: ComparingDeps,
  { job, document: { screenshot } }: CheckedPage,
  { status }: Verdict,
): Promise<string | undefined> {
  if (screenshot === undefined || (status !== 'new' && status !== 'changed')) return screenshot
  const { monitorId, versionMs } = (job.request as { readonly watch: PageWatch }).watch
  const holding = { teamId: job.teamId, holder: monitorId, lifeMs: versionMs }
  const held = await files.hold(screenshot, holding)
  return held === undefined ? screenshot : new URL(held, screenshot).href
}

function readMetadata({ metadata }: Document, screenshot: string | undefined): object {
  const { title, contentType, numPages, proxyUsed, creditsUsed } = metadata
  return {
    title: title ?? null,
    contentType: contentType ?? null,
    numPages: numPages ?? null,
    proxyUsed,
    postprocessorsUsed: null,
    creditsUsed,
    ...(screenshot !== undefined && { screenshot }),
  }
}
