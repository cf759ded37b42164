import type { FastifyInstance } from 'fastify'
import type { Closing } from './closing.ts'

const answerMsMax = 3_000
const operational = { config: { isOperational: true } }

/** True for every part that can work now, by name. */
export type IsReady = () => Promise<Readonly<Record<string, boolean>>>

/** `/health/live`: the process answers. `/health/ready`: every part it needs does too, or 503 naming the one that does not. */
export function mountHealth(app: FastifyInstance, isReady: IsReady, closing: Closing): void {
  app.get('/health/live', operational, () => ({ status: 'ok' }))
  app.get('/health/ready', operational, async (_request, reply) => {
    const parts = { ...(await withinTime(isReady)), service: !closing.isClosing() }
    const isOk = Object.values(parts).every(Boolean)
    if (!isOk) reply.code(503).header('retry-after', 1)
    return { status: isOk ? 'ok' : 'unavailable', parts }
  })
}

/** A part that does not say is a part that does not work. */
async function withinTime(isReady: IsReady): Promise<Readonly<Record<string, boolean>>> {
  const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, boolean>>>()
  const timer = setTimeout(() => resolve({ checks: false }), answerMsMax)
  try {
    return await Promise.race([isReady().catch(() => ({ checks: false })), promise])
  } finally {
    clearTimeout(timer)
  }
}
