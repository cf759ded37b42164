import type { Log } from '#kernel/log.ts'
import { createMember, type Lease, type Member } from './fleet-member.ts'
import type { RunningBrowser } from './launch.ts'
import { orAborted } from './or-aborted.ts'

/** The browsers of this process: one that is given out, and older ones that finish what they have begun. */
export interface Fleet extends AsyncDisposable {
  /** Starts a browser when there is none. Throws when it does not start, or the reason of the signal. */
  lease(signal: AbortSignal): Promise<Lease>
  /** Those that run now. */
  readonly running: readonly RunningBrowser[]
  readonly started: number
}

export interface FleetOptions {
  readonly launch: () => Promise<RunningBrowser>
  /** A browser that has shown so many is replaced. */
  readonly pagesPerBrowserMax: number
  /** A browser without pages ends after this time. */
  readonly idleMs: number
  readonly log: Log
}

export function createFleet({ launch, log, ...limits }: FleetOptions): Fleet {
  const members = new Set<Member>()
  const ending = new Set<Promise<void>>()
  let current: Promise<Member> | undefined
  let started = 0

  function end(member: Member) {
    members.delete(member)
    const leaving = member.running
      .end()
      .catch((err: unknown) => log.warn({ err }, 'browser not cleared away'))
      .finally(() => ending.delete(leaving))
    ending.add(leaving)
  }

  async function start(): Promise<Member> {
    const running = await launch()
    started++
    const member = createMember(running, { ...limits, end })
    members.add(member)
    running.gone.addEventListener('abort', () => {
      if (!member.isRetired) log.warn({ pages: member.pages }, 'browser stopped by itself')
      member.retire()
    })
    return member
  }

  function begin(): Promise<Member> {
    const starting = start()
    // The next caller tries again.
    starting.catch(() => (current = undefined))
    return starting
  }

  return {
    async lease(signal) {
      for (;;) {
        const asked = (current ??= begin())
        const member = await orAborted(asked, signal)
        if (!member.isRetired) return member.give()
        if (current === asked) current = undefined
      }
    },
    get running() {
      return [...members].map(({ running }) => running)
    },
    get started() {
      return started
    },
    async [Symbol.asyncDispose]() {
      await current?.catch(() => {})
      for (const member of members) member.retire()
      await Promise.all(ending)
    },
  }
}
