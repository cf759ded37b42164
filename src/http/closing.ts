import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '#kernel/errors.ts'
import type { LoadShedding } from './load-shedding.ts'

/**
 * Graceful shutdown: for a while requests are still taken, and each response ends its connection, so that load balancers send the next
 * one elsewhere; then new work is refused, running requests may finish, and connections end.
 */
export interface Closing {
  /** From its beginning. */
  isClosing(): boolean
  /** Counts an exchange until the returned function is called. Fails with `SERVICE_UNAVAILABLE` when work is refused. */
  enter(): () => void
  /** Starts to close. Resolves when running requests have finished or their time is up. */
  drain(): Promise<void>
}

/** Time limits of the phases of closing. */
export interface ClosingTimes {
  /** How long requests are still taken; before the others. */
  readonly leavingMs: number
  /** Ends that time. */
  readonly hurried?: AbortSignal | undefined
  /** For requests that are being handled. */
  readonly drainMsMax: number
  /** For requests whose body is arriving or whose response is being read; part of the above. */
  readonly transferMsMax: number
  /** For connections to end by themselves; then they are destroyed. */
  readonly graceMs: number
}

const pollMs = 20

/** Accepts connections while draining, so that a load balancer reads 503 instead of a refused connection. */
export function createClosing(
  server: Server,
  loadShedding: Pick<LoadShedding, 'inFlight'>,
  times: ClosingTimes,
): Closing {
  let state: 'open' | 'leaving' | 'refusing' = 'open'
  let exchanges = 0
  const connections = trackConnections(server)
  return {
    isClosing: () => state !== 'open',
    enter() {
      if (state === 'refusing')
        throw new ServiceError('SERVICE_UNAVAILABLE', 'The service is stopping.')
      exchanges += 1
      return () => {
        exchanges -= 1
      }
    },
    async drain() {
      state = 'leaving'
      await sleep(times.leavingMs, undefined, { signal: times.hurried }).catch(() => {})
      state = 'refusing'
      const startedAt = performance.now()
      const isBusy = () => {
        const ms = performance.now() - startedAt
        const isTransferring = exchanges > 0 && ms < times.transferMsMax
        return isTransferring || (loadShedding.inFlight() > 0 && ms < times.drainMsMax)
      }
      while (isBusy()) await sleep(pollMs)
      setTimeout(() => {
        for (const socket of connections) socket.destroy()
      }, times.graceMs).unref()
    },
  }
}

/** All open connections, including upgraded ones and those without a request yet. */
function trackConnections(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}
