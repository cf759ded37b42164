import type { Credits } from '#credits/credits.ts'
import { sharedSlots } from '#kernel/fair-share.ts'
import type { Clock } from '#kernel/clock.ts'
import { startDeadline } from '#kernel/deadline.ts'
import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { LeasedItem, Queue } from '#queue/queue.ts'
import { savepoint } from '#storage/savepoint.ts'
import type { EndRun } from './end-run.ts'
import { openJournal, RunOverError, type RunJournal } from './journal.ts'
import { makeCharge } from './money.ts'
import { RunError, type Run, type RunEnd, type RunKind } from './run.ts'
import { runQueue, type RunStore } from './run-store.ts'

/** Does what a run asks for; returns how it ended. Continues from the journal. */
export type RunWork = (
  run: Run,
  context: { readonly journal: RunJournal; readonly signal: AbortSignal },
) => Promise<RunEnd>

interface RunQueueDeps {
  readonly endRun: EndRun
  readonly clock: Clock
  readonly database: Database
  readonly store: RunStore
  readonly credits: Pick<Credits, 'reserved'>
  readonly handlers: Readonly<Record<RunKind, RunWork>>
  /** Runs of one team at once; this process works on some more, for other teams. */
  readonly runsMax: number
  readonly log: Log
}

const runsPerTeamMax = 16
/** Attempts in a row without a new step, after which a run is given up. Those that the process ended as it stopped do not count. */
const stalledMax = 4
/** Processes may end often during a run that makes progress; `stalledMax` ends the others. */
const attemptsMax = 60
const pauseMs = 2_000
const crashed = 'The run ended the process that worked on it several times, so it was given up.'
const broken = 'The run failed because of an error of the service.'

/** A run may take 20 minutes: one team never has all that a process works on. */
export function runLimits(runsMax: number): Queue['limits'] {
  const { slots, reserve } = sharedSlots(runsMax)
  const perTeam = Math.min(runsMax, runsPerTeamMax)
  return { perProcess: slots, reserve, perTeam, retriesPerLane: 1, isOrdered: false }
}

/** The queue of runs, and the runs of this process that a caller may end. */
export function createRunQueue(deps: RunQueueDeps) {
  const { store, handlers, credits } = deps
  const running = new Map<string, AbortController>()

  /** Ends the work on runs that have ended elsewhere. */
  async function stopEnded(): Promise<void> {
    if (running.size === 0) return
    for (const id of await store.ended([...running.keys()]))
      running.get(id)?.abort(new RunOverError())
  }

  const endWith = (run: Run, end: RunEnd) => async (sql: Sql) => {
    await deps.endRun(run, end, sql)
  }

  async function work(run: Run, item: LeasedItem): Promise<RunEnd | undefined> {
    const ended = new AbortController()
    running.set(run.id, ended)
    const leftMs = Math.max(0, run.deadlineAt.getTime() - deps.clock.now().getTime())
    using deadline = startDeadline(leftMs, AbortSignal.any([item.signal, ended.signal]))
    const journal = await openJournal(deps, run.id)
    try {
      return await handlers[run.kind](run, { journal, signal: deadline.signal })
    } catch (thrown) {
      if (thrown instanceof RunOverError || ended.signal.aborted) return undefined
      // Another attempt continues.
      if (item.signal.aborted) throw thrown
      if (deadline.signal.aborted) return failedRun('The run took longer than 20 minutes.', journal)
      if (thrown instanceof RunError) return failedRun(thrown.message, journal)
      throw thrown
    } finally {
      running.delete(run.id)
    }
  }

  const queue: Queue = {
    name: runQueue,
    limits: runLimits(deps.runsMax),
    retryMs: Array.from({ length: attemptsMax }, () => pauseMs),
    async run(item) {
      const run = await store.claimed(item)
      if (run?.state !== 'processing') return async () => {}
      if (run.stalled >= stalledMax) return endWith(run, failedRun(crashed))
      const end = await work(run, item)
      return end ? endWith(run, end) : async () => {}
    },
    giveUp: createGiveUp(deps),
    async committed({ id, teamId }) {
      const run = await store.find({ id, teamId })
      // Work that went on for a moment after the end may have reserved again.
      if (run && run.state !== 'processing') await credits.reserved(makeCharge(run, 0)).release()
    },
  }
  return { queue, stopEnded, stop: (id: string) => running.get(id)?.abort(new RunOverError()) }
}

/** Fails a run; also one that is unreadable, or whose last messages are what fails. */
function createGiveUp({ store, endRun, log }: RunQueueDeps): Queue['giveUp'] {
  return ({ id, attempts }) =>
    async (sql) => {
      log.error({ runId: id }, 'run given up')
      const end = async () => {
        const run = await store.claimed({ id, attempts })
        if (run) await endRun(run, failedRun(broken), sql)
      }
      await savepoint(sql, end).catch((err: unknown) => {
        if (isUnavailable(err)) throw err
        log.warn({ err, runId: id }, 'run given up without its events')
        return store.abandon(id, { state: 'failed', error: broken }, sql)
      })
    }
}

/** A failed run is free. */
const failedRun = (error: string, journal?: Pick<RunJournal, 'spent'>): RunEnd => ({
  state: 'failed',
  error,
  result: {},
  credits: 0,
  tokens: journal?.spent.tokens ?? 0,
  eventData: [],
})
