import { z } from 'zod'
import type { Closing } from './closing.ts'
import { json, type PublicEndpoint } from './endpoint.ts'

const checkMsMax = 3_000

const Live = z.object({ status: z.literal('ok') })
const Ready = z.object({
  status: z.enum(['ok', 'unavailable']),
  parts: z.record(z.string(), z.boolean()),
})

/** Whether each component of the service is ready, by name. */
export type IsReady = () => Promise<Readonly<Record<string, boolean>>>

/**
 * `/health/live` returns 200 while the process responds. `/health/ready` returns 200 when every part is ready, otherwise
 * 503 and the parts that are not.
 */
export function healthEndpoints(
  isReady: IsReady,
  closing: Pick<Closing, 'isClosing'>,
): PublicEndpoint[] {
  const shared = { access: 'public', method: 'GET', isOperational: true } as const
  return [
    {
      ...shared,
      path: '/health/live',
      reply: json(Live),
      handle: async () => ({ status: 'ok' }),
    },
    {
      ...shared,
      path: '/health/ready',
      reply: {
        ...json(Ready),
        getStatus: (value) => (Ready.parse(value).status === 'ok' ? 200 : 503),
      },
      async handle() {
        const parts = { ...(await withinTime(isReady)), service: !closing.isClosing() }
        return { status: Object.values(parts).every(Boolean) ? 'ok' : 'unavailable', parts }
      },
    },
  ]
}

/** A check that fails or takes too long counts as not ready. */
async function withinTime(isReady: IsReady): Promise<Readonly<Record<string, boolean>>> {
  const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, boolean>>>()
  const timer = setTimeout(() => resolve({ checks: false }), checkMsMax)
  try {
    return await Promise.race([isReady().catch(() => ({ checks: false })), promise])
  } finally {
    clearTimeout(timer)
  }
}
