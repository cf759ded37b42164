import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '#kernel/errors.ts'
import type { LoadShedding } from './load-shedding.ts'

/** Graceful shutdown: new work is refused at once, running requests may finish, then connections end. */
export interface Closing {
  isClosing(): boolean
  /** Counts an exchange until the returned function is called. Fails with `SERVICE_UNAVAILABLE` after closing has started. */
  enter(): () => void
  /** Starts to close. Resolves when running requests have finished or their time is up. */
  drain(): Promise<void>
}

/** Time limits of the phases of closing. */
export interface ClosingTimes {
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
  let isClosing = false
  let exchanges = 0
  const connections = trackConnections(server)
  return {
    isClosing: () => isClosing,
    enter() {
      if (isClosing) throw new ServiceError('SERVICE_UNAVAILABLE', 'The service is stopping.')
      exchanges += 1
      return () => {
        exchanges -= 1
      }
    },
    async drain() {
      isClosing = true
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
