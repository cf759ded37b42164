import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { createGate } from '#kernel/gate.ts'

/** All addresses of a name, as the operating system sees it (hosts file included). Rejects when there are none. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>

interface LookupOptions {
  /** Each running look-up holds a thread of Node's pool, which files and zlib need as well. */
  readonly runningMax?: number
  readonly waitingMax?: number
  readonly timeoutMs?: number
}

/** Look-ups with a bounded number at once; equal names under way share one query. */
export function createLookup({
  runningMax = 3,
  waitingMax = 2_000,
  timeoutMs = 20_000,
}: LookupOptions = {}): Lookup {
  const gate = createGate({ insideMax: runningMax, waitingMax })
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>()

  async function query(host: string): Promise<readonly LookupAddress[]> {
    const leave = await gate.enter(AbortSignal.timeout(timeoutMs))
    return new Promise((resolve, reject) => {
      systemLookup(host, { all: true, order: 'verbatim' }, (error, addresses) => {
        leave()
        if (error) reject(error)
        else resolve(addresses)
      })
    })
  }

  function share(host: string): Promise<readonly LookupAddress[]> {
    const shared = underWay.get(host)
    if (shared) return shared
    const started = query(host).finally(() => underWay.delete(host))
    underWay.set(host, started)
    return started
  }

  return (host, signal) => orAbort(share(host), signal)
}

/** The operating system's look-up cannot be cancelled; the caller can stop waiting for it. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
