import type { LookupAddress } from 'node:dns'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Caller } from '#kernel/caller.ts'
import { orAborted } from '#kernel/or-aborted.ts'
import { startLookupProcess, type LookupProcess } from './lookup/lookup-process.ts'

/** Resolves a name as the operating system does, including the hosts file. Rejects if there is no address. */
export type Lookup = (host: string, caller: Caller) => Promise<readonly LookupAddress[]>

interface LookupOptions {
  /** Maximum of concurrent lookups of one team; all teams together may have some more. */
  readonly perTeamMax?: number
  /** Maximum of waiting lookups of one team. */
  readonly waitingMax?: number
  /** Includes the wait. */
  readonly timeoutMs?: number
}

/**
 * Resolves names in a child process, which starts with the first lookup. Teams are served round-robin; concurrent lookups of a
 * name share a query per team. Reasons: `docs/decisions/0018-dns-lookups-in-a-child-process.md`.
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
    // A query cannot be cancelled: it occupies its slot until it has ended.
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
    orAborted(share(host, teamId), AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
  return Object.assign(lookup, {
    async [Symbol.asyncDispose]() {
      await running?.[Symbol.asyncDispose]()
    },
  })
}
