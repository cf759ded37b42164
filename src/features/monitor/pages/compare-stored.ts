import { refuseForeignWork } from '#kernel/own-work.ts'
import type { Comparer } from '#changes/create-comparer.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { MonitorStore } from '#features/monitor/monitors/monitor-store.ts'
import type { CompareReply } from '#features/monitor/replies.ts'
import type { GivenReply } from '#kernel/reply.ts'
import { toVersion } from '#features/monitor/views.ts'
import type { Watcher } from '#features/monitor/watch/create-watcher.ts'
import { tooLate, watchPage } from '#features/monitor/watch/watch-page.ts'
import type { z } from 'zod'
import { pageDiff } from './page-diff.ts'
import type { VersionStore } from './version-store.ts'

interface CompareDeps {
  readonly monitors: Pick<MonitorStore, 'find'>
  readonly versions: Pick<VersionStore, 'find'>
  readonly comparer: Pick<Comparer, 'compare'>
  readonly watcher: Pick<Watcher, 'read'>
}

/** Compares any two versions of a page as checks do, without what its target ignores now. Fails with `NOT_FOUND`. */
export function createCompareStored({ monitors, versions, comparer, watcher }: CompareDeps) {
  return async function compareStored(
    { monitorId, from, to }: Readonly<Record<'monitorId' | 'from' | 'to', string>>,
    { account, signal }: Call,
  ): Promise<GivenReply<z.input<typeof CompareReply>>['data']> {
    const { teamId } = account
    const monitor = await monitors.find({ id: monitorId, teamId })
    if (!monitor) throw new ServiceError('NOT_FOUND', 'Monitor not found')
    refuseForeignWork(account, monitor.requester)
    const [before, after] = await Promise.all(
      [from, to].map((id) => versions.find({ monitorId, id })),
    )
    if (!before || !after) throw new ServiceError('NOT_FOUND', 'Version not found')
    if (before.url !== after.url || before.targetId !== after.targetId)
      throw new ServiceError('BAD_REQUEST', otherPage)
    if (before.scope !== after.scope) throw new ServiceError('BAD_REQUEST', otherRedaction)
    const target = monitor.targets.find(({ id }) => id === after.targetId)
    const watch = target && 'watch' in target ? target.watch : undefined
    const watched = await watchPage(
      watcher,
      {
        watch: watch && { ...watch, rules: [] },
        current: after.version,
        previous: before.version,
        readAgain: undefined,
        product: undefined,
        isPart: false,
      },
      { teamId, signal },
    )
    if (!watched?.previous) throw new ServiceError('UNPROCESSABLE', tooLate)
    const { data: dataBefore, rules: _before, ...previous } = watched.previous
    const { data: dataAfter, rules: _after, ...current } = watched.current
    const comparison = await comparer.compare(
      { previous, current, url: after.url },
      { teamId, signal },
    )
    const diff = pageDiff(
      dataAfter ? 'both' : 'text',
      comparison.status === 'changed' ? comparison.diff : undefined,
      { previous: dataBefore, current: dataAfter ?? { key: '', value: null } },
    )
    return {
      from: toVersion(before),
      to: toVersion(after),
      diff: diff ? { ...diff, json: { ...diff.json } } : null,
    }
  }
}

const otherPage = 'Both versions must be of the same page.'
const otherRedaction =
  'The versions are redacted in different ways. Their difference would show what was redacted.'
/** What two versions are refused for. */
export const compareRefusals = [otherPage, otherRedaction]
