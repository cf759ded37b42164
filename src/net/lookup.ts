import { lookup as systemLookup, type LookupAddress } from 'node:dns'

/** All addresses of a name, as the operating system sees it (hosts file included). Rejects when there are none. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>

interface LookupOptions {
  /** Each running look-up holds a thread of Node's pool, which files and zlib need as well. */
  readonly concurrencyMax?: number
  readonly waitingMax?: number
}

/** Look-ups with a bounded number at once; equal names under way share one query. */
export function createLookup({
  concurrencyMax = 3,
  waitingMax = 2_000,
}: LookupOptions = {}): Lookup {
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>()
  const waiting: (() => void)[] = []
  let running = 0

  function leave() {
    running--
    waiting.shift()?.()
  }

  async function enter(): Promise<void> {
    if (running >= concurrencyMax) {
      if (waiting.length >= waitingMax) throw new Error('Too many names are being looked up.')
      await new Promise<void>((resolve) => void waiting.push(resolve))
    }
    running++
  }

  async function query(host: string): Promise<readonly LookupAddress[]> {
    await enter()
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
