import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ServiceError } from '#kernel/errors.ts'
import type { Pressure } from './pressure.ts'

const drainMsMax = 25_000
const lookMs = 20

/** The way out: from the first moment new work is refused, what runs may finish, then connections end. */
export interface Closing {
  isClosing(): boolean
  /** Fails with `SERVICE_UNAVAILABLE` once closing has begun. */
  refuseNewWork(): void
}

/** Keeps the door open while draining, so that a load balancer reads 503 instead of a refused connection. */
export function createClosing(app: FastifyInstance, pressure: Pressure): Closing {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    const deadline = Date.now() + drainMsMax
    while (pressure.inFlight() > 0 && Date.now() < deadline) await sleep(lookMs)
    if (pressure.inFlight() > 0) app.server.closeAllConnections()
  })
  // Without this a client that keeps its connection open holds up the stop until its keep-alive runs out.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  return {
    isClosing: () => isClosing,
    refuseNewWork() {
      if (isClosing) throw new ServiceError('SERVICE_UNAVAILABLE', 'The service is stopping.')
    },
  }
}
