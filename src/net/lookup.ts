import type { LookupAddress } from 'node:dns'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Waiter } from '#kernel/waiter.ts'
import { startLookupProcess, type LookupProcess } from './lookup/lookup-process.ts'

/** All addresses of a name, as the operating system sees it (hosts file included). Rejects when there are none. */
export type Lookup = (host: string, waiter: Waiter) => Promise<readonly LookupAddress[]>

interface LookupOptions {
  /** Look-ups of one team at once; there are some more for others. */
  readonly perTeamMax?: number
  /** Of one team; more are refused. */
  readonly waitingMax?: number
  /** Over waiting and looking up. */
  readonly timeoutMs?: number
}

/**
 * Looks names up in a process of its own, which starts with the first one. Teams take turns; equal names of a team
 * under way share one query. `docs/decisions/0018-dns-lookups-in-a-child-process.md` says why.
 */
export function createLookup({
  perTeamMax = 24,
  waitingMax = 2_000,
  timeoutMs = 10_000,
}: LookupOptions = {}): Lookup & AsyncDisposable {
  const semaphore = createSemaphore({ perTeamMax, waitingMax })
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>()
  let running: LookupProcess | undefined

  async function query(host: string, teamId: string): Promise<readonly LookupAddress[]> {
    // A query cannot be cancelled: its slot is free when it has ended, however long its callers wait.
    using slot = await semaphore.acquire({ teamId, signal: AbortSignal.timeout(timeoutMs) })
    void slot
    if (!running || running.isOver) running = startLookupProcess()
    return await running.query(host)
  }

  function share(host: string, teamId: string): Promise<readonly LookupAddress[]> {
    const name = `${teamId} ${host}`
    const shared = underWay.get(name)
    if (shared) return shared
    const started = query(host, teamId).finally(() => underWay.delete(name))
    underWay.set(name, started)
    return started
  }

  const lookup: Lookup = (host, { teamId, signal }) =>
    orAbort(share(host, teamId), AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
  return Object.assign(lookup, {
    async [Symbol.asyncDispose]() {
      await running?.[Symbol.asyncDispose]()
    },
  })
}

/** The caller stops waiting; the work goes on. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
