import { mayReadWork, refuseForeignWork } from '#kernel/own-work.ts'
import type { Channels } from '#delivery/channels/channels.ts'
import type { Mailbox } from '#delivery/mailbox.ts'
import type { Snapshots } from '#changes/snapshots.ts'
import type { Notifier } from '#queue/notifier.ts'
import type { Call } from '#kernel/call.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { findRequester } from '#kernel/principal.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { SignedFiles } from '#storage/signed-files.ts'
import type { Feeds } from '#features/monitor/feeds/feeds.ts'
import type { CheckStore } from '#features/monitor/checks/check-store.ts'
import { newCheck } from '#features/monitor/checks/new-check.ts'
import type { MonitorCreate, MonitorUpdate } from '#features/monitor/contract.ts'
import type { StoredMonitor, MonitorRef, MonitorSettings, MonitorStore } from './monitor-store.ts'
import { nextDispatch, noDispatch } from '#features/monitor/schedule/next-dispatch.ts'
import type { Recipients } from '#features/monitor/mail/recipients.ts'
import type { Check, Monitor, Subscription } from '#features/monitor/replies.ts'
import { scopePrefix } from '#features/monitor/pages/snapshot-scope.ts'
import { refuseZeroDataRetention, zeroDataRetentionRefusal } from './refuse-zero-data-retention.ts'
import { refuseTargets } from '#features/monitor/checks/target-jobs.ts'
import { withIds, type MonitorTarget } from '#features/monitor/targets.ts'
import type { Threats } from '#threat/threats.ts'
import { refuseThreats } from './refuse-threats.ts'
import { refuseReceivers } from './refuse-receivers.ts'
import { withoutSecrets } from '#kernel/sent-request.ts'
import { toCheck, toMonitor } from '#features/monitor/views.ts'

/** Operations on monitors (docs/api/monitor.md). All fail with `NOT_FOUND` for monitors of other teams. */
export interface Monitors {
  create(request: MonitorCreate, call: Call): Promise<Monitor>
  /** Newest first. */
  list(page: Parameters<MonitorStore['list']>[1], call: Call): Promise<Monitor[]>
  read(id: string, call: Call): Promise<Monitor>
  update(id: string, changes: MonitorUpdate, call: Call): Promise<Monitor>
  remove(id: string, call: Call): Promise<void>
  removeAll(teamId: string): Promise<void>
  /** Queues a check now. Fails with `CONFLICT` if the monitor is paused or a check is running. */
  run(id: string, call: Call): Promise<Check>
}

export interface MonitorsDeps {
  readonly database: Database
  readonly monitors: MonitorStore
  readonly checks: CheckStore
  readonly snapshots: Pick<Snapshots, 'deleteAll'>
  readonly files: Pick<SignedFiles, 'release'>
  readonly feeds: Pick<Feeds, 'removeOf'>
  readonly recipients: Pick<Recipients, 'sync' | 'list'>
  readonly channels: Pick<Channels, 'list'>
  /** Undefined when no mail server is configured. */
  readonly mailbox: Mailbox | undefined
  readonly clock: Clock
  readonly notifier: Notifier
  readonly threats: Pick<Threats, 'refuseOption' | 'findScreen'>
}

function show(monitor: StoredMonitor, { isViewer }: Call, subscriptions?: readonly Subscription[]) {
  const shown = toMonitor(monitor, subscriptions)
  return isViewer ? withoutSecrets(shown).value : shown
}

export function createMonitors(deps: MonitorsDeps): Monitors {
  const { database, monitors, checks, recipients, clock, notifier } = deps
  const refuse = createRefuse(deps)

  function withLocked<Result>(
    id: string,
    call: Call,
    work: (monitor: StoredMonitor, sql: Sql) => Promise<Result>,
  ): Promise<Result> {
    return database.transaction(async (sql) =>
      work(found(await monitors.lock(makeRef(id, call), sql), call), sql),
    )
  }

  async function read(id: string, call: Call): Promise<Monitor> {
    const monitor = found(await monitors.find(makeRef(id, call)), call)
    return show(monitor, call, await recipients.list(monitor))
  }

  return {
    ...removing(deps),
    async create(request, call) {
      refuseZeroDataRetention(call.account)
      const monitor = toKept(request, call, clock.now())
      refuseGoalless({ ...monitor, judgeEnabled: request.judgeEnabled ?? true })
      await refuse(monitor.targets, call)
      await refuseReceivers(request.notification, call, deps)
      await database.transaction(async (sql) => {
        await monitors.add(monitor, sql)
        await recipients.sync(monitor, sql)
      })
      return read(monitor.id, call)
    },
    list: async (page, call) =>
      (await monitors.list(call.account.teamId, page)).flatMap((monitor) =>
        mayReadWork(call.account, monitor.requester) ? [show(monitor, call)] : [],
      ),
    read,
    async update(id, changes, call) {
      await refuse(withIds(changes.targets ?? []), call)
      await refuseReceivers(changes.notification ?? {}, call, deps)
      await withLocked(id, call, async (monitor, sql) => {
        const changed = changedBy(monitor, changes, clock.now())
        refuseGoalless(changed)
        await monitors.change(id, changed, sql)
        await recipients.sync({ ...monitor, ...changed }, sql)
      })
      return read(id, call)
    },
    async run(id, call) {
      const check = await withLocked(id, call, async (monitor, sql) => {
        refuseToRun(monitor)
        const queued = newCheck(monitor, { id: newId(), trigger: 'manual', now: clock.now() })
        await checks.add(queued, sql)
        await monitors.advance(id, { ...monitor, currentCheckId: queued.id }, sql)
        return queued
      })
      notifier.notify()
      return toCheck(check)
    },
  }
}

function removing(deps: MonitorsDeps): Pick<Monitors, 'remove' | 'removeAll'> {
  const { database, monitors, snapshots, files, feeds } = deps
  /** With the versions, pictures and feeds of its pages. Returns false if the team has no such monitor. */
  const remove = (ref: MonitorRef, call?: Call): Promise<boolean> =>
    database.transaction(async (sql) => {
      const removed = await monitors.remove(ref, sql)
      const { id, teamId } = ref
      if (!removed) return false
      if (call) refuseForeignWork(call.account, removed.requester)
      await snapshots.deleteAll({ teamId, scopePrefix: scopePrefix(id) }, sql)
      await feeds.removeOf(id, sql)
      await files.release(id, sql)
      return true
    })
  return {
    async remove(id, call) {
      if (!(await remove(makeRef(id, call), call))) throw notFound()
    },
    async removeAll(teamId) {
      for (const id of await monitors.ids(teamId)) await remove({ id, teamId })
    },
  }
}

function createRefuse({ threats }: Pick<MonitorsDeps, 'threats'>) {
  return async (targets: readonly MonitorTarget[], call: Call): Promise<void> => {
    refuseTargets(targets, call.account)
    await refuseThreats(targets, call, threats)
  }
}

function toKept(
  request: MonitorCreate,
  { account, operationId: id }: Call,
  now: Date,
): StoredMonitor {
  const { schedule, webhook = null, goal = null, judgeEnabled = goal !== null } = request
  return {
    id,
    teamId: account.teamId,
    requester: findRequester(account.principal),
    name: request.name,
    tags: request.tags,
    status: 'active',
    pausedUntil: null,
    ...schedule,
    targets: withIds(request.targets),
    webhook,
    notification: request.notification,
    retentionDays: request.retentionDays,
    goal,
    judgeEnabled,
    ...nextDispatch({ id, ...schedule }, now),
    lastRunAt: null,
    currentCheckId: null,
    lastCheckSummary: null,
    createdAt: now,
    updatedAt: now,
  }
}

const makeRef = (id: string, { account }: Call): MonitorRef => ({ id, teamId: account.teamId })

const goalNeeded = 'A search target requires a non-empty goal'
const futureNeeded = 'pausedUntil must lie in the future'
/** What monitors are refused for beside their receivers. */
export const monitorRefusals = [goalNeeded, futureNeeded, zeroDataRetentionRefusal]

function found(monitor: StoredMonitor | undefined, { account }: Call): StoredMonitor {
  if (!monitor) throw notFound()
  refuseForeignWork(account, monitor.requester)
  return monitor
}

const notFound = () => new ServiceError('NOT_FOUND', 'Monitor not found')

/** Results of searches are judged by the goal, unless the monitor says that they are not. */
function refuseGoalless(monitor: {
  readonly targets: readonly MonitorTarget[]
  readonly goal: string | null
  readonly judgeEnabled: boolean
}): void {
  if (!monitor.targets.some(({ type }) => type === 'search')) return
  if (!monitor.judgeEnabled || monitor.goal !== null) return
  const message = goalNeeded
  throw new ServiceError('BAD_REQUEST', message, {
    details: [{ code: 'custom', path: ['goal'], message }],
  })
}

function refuseToRun({ status, currentCheckId }: StoredMonitor): void {
  if (status === 'paused') {
    throw new ServiceError('CONFLICT', 'Monitor is paused. Resume it before running a check.')
  }
  if (currentCheckId === null) return
  throw new ServiceError('CONFLICT', 'Monitor check is already running.', {
    facts: { checkId: currentCheckId },
  })
}

/** A new goal enables judging by default. */
function changedBy(monitor: StoredMonitor, changes: MonitorUpdate, now: Date): MonitorSettings {
  const { schedule, targets, webhook, notification, goal } = changes
  const given = Object.fromEntries(
    (['name', 'tags', 'status', 'retentionDays'] as const).flatMap((name) =>
      changes[name] === undefined ? [] : [[name, changes[name]]],
    ),
  )
  const merged = {
    ...monitor,
    ...given,
    ...(targets && { targets: withIds(targets) }),
    ...schedule,
    ...pauseAfter(monitor, changes, now),
    ...(webhook !== undefined && { webhook }),
    ...(goal !== undefined && { goal }),
    notification: notificationAfter(monitor, notification),
    judgeEnabled: changes.judgeEnabled ?? (goal ? true : monitor.judgeEnabled),
    updatedAt: now,
  }
  const hasNewTurns =
    schedule !== undefined || changes.status !== undefined || changes.pausedUntil !== undefined
  if (!hasNewTurns) return merged
  const from = merged.status === 'active' ? now : merged.pausedUntil
  return { ...merged, ...(from ? nextDispatch(merged, from) : noDispatch) }
}

/** Resuming ends a pause; pausing without a time has no end. */
function pauseAfter(
  monitor: StoredMonitor,
  { status, pausedUntil }: MonitorUpdate,
  now: Date,
): Pick<StoredMonitor, 'status' | 'pausedUntil'> {
  const { status: before, pausedUntil: end } = monitor
  if (status === undefined && pausedUntil === undefined) return { status: before, pausedUntil: end }
  if (status === 'active') return { status, pausedUntil: null }
  // Null ends no pause; it only takes its end.
  if (pausedUntil == null) return { status: status ?? before, pausedUntil: null }
  const until = new Date(pausedUntil)
  if (until > now) return { status: 'paused', pausedUntil: until }
  const message = futureNeeded
  throw new ServiceError('BAD_REQUEST', message, {
    details: [{ code: 'custom', path: ['pausedUntil'], message }],
  })
}

/** `{}` leaves the setting unchanged; null removes it. */
function notificationAfter(
  { notification: before }: StoredMonitor,
  change: MonitorUpdate['notification'],
): StoredMonitor['notification'] {
  if (change === null) return {}
  return { ...before, ...change }
}
