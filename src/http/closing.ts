import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ServiceError } from '#kernel/errors.ts'
import type { Pressure } from './pressure.ts'

/** The way out: from the first moment new work is refused, what runs may finish, then connections end. */
export interface Closing {
  isClosing(): boolean
  /** Counts an exchange until the answer is called. Fails with `SERVICE_UNAVAILABLE` once closing has begun. */
  enter(): () => void
}

/** The longest waits of closing, one after the other. */
export interface ClosingTimes {
  /** For requests that are worked on. */
  readonly drainMsMax: number
  /** For requests whose body is arriving or whose answer is being read; part of the above. */
  readonly transferMsMax: number
  /** For connections to end by themselves; then they are destroyed. */
  readonly graceMs: number
}

const lookMs = 20

/** Keeps the door open while draining, so that a load balancer reads 503 instead of a refused connection. */
export function createClosing(
  app: FastifyInstance,
  pressure: Pressure,
  times: ClosingTimes,
): Closing {
  let isClosing = false
  let exchanges = 0
  const connections = trackConnections(app)
  app.addHook('preClose', async () => {
    isClosing = true
    const startedAt = performance.now()
    const isBusy = () => {
      const ms = performance.now() - startedAt
      const maySend = exchanges > 0 && ms < times.transferMsMax
      return maySend || (pressure.inFlight() > 0 && ms < times.drainMsMax)
    }
    while (isBusy()) await sleep(lookMs)
    setTimeout(() => {
      for (const socket of connections) socket.destroy()
    }, times.graceMs).unref()
  })
  // Without this a client that keeps its connection open holds up the stop until its keep-alive runs out.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  return {
    isClosing: () => isClosing,
    enter() {
      if (isClosing) throw new ServiceError('SERVICE_UNAVAILABLE', 'The service is stopping.')
      exchanges += 1
      return () => {
        exchanges -= 1
      }
    },
  }
}

/** Every open connection, also those that were upgraded and those that have not sent a request yet. */
function trackConnections({ server }: FastifyInstance): ReadonlySet<Socket> {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}
