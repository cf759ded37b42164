import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningService } from '#net/call-service.ts'
import { ServiceError, isErrorCode, type ErrorDetail } from '#kernel/errors.ts'
import { endWhenKilled } from './end-when-killed.ts'
import { startService } from './start-service.ts'
import type { Terminal } from './terminal.ts'

/** The whole service for one command: in this process, with a temporary data folder. */
export interface LocalService extends AsyncDisposable {
  /** Opens a port of the loopback interface, for clients that need one. Returns its address and the only key. */
  listen(): Promise<RunningService>
  /** Returns the body. Fails with the error of the API. */
  ask<Body extends object>(method: Method, path: string, body?: object): Promise<Body>
}

type Method = 'GET' | 'POST' | 'DELETE'

interface ErrorReply {
  readonly success: boolean
  readonly error: string
  readonly code: string
  readonly details: readonly ErrorDetail[]
}

/** An interruption cancels the start and, with `endsRequests`, running requests. */
export async function startLocalService(
  { env, interrupted }: Pick<Terminal, 'env' | 'interrupted'>,
  { endsRequests = false } = {},
): Promise<LocalService> {
  await using starting = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'weir-command-'))
  starting.defer(() => rm(dataDir, { recursive: true, force: true }))
  endWhenKilled(dataDir)
  const key = `fc-${randomBytes(16).toString('hex')}`
  const { readConfig } = await import('#config.ts')
  const config = readConfig(env, {
    WEIR_LOG_LEVEL: 'silent',
    WEIR_DATA_DIR: dataDir,
    WEIR_API_KEY: key,
    WEIR_ROLE: 'all',
    DATABASE_URL: '',
    WEIR_HOST: '127.0.0.1',
    WEIR_PORT: '0',
    WEIR_METRICS_PORT: '',
    WEIR_PUBLIC_URL: '',
  })
  // Its only user gets late answers on a busy machine, not refusals.
  const service = starting.use(
    await startService(config, { signal: interrupted, lagMsMax: Infinity }, { isTemporary: true }),
  )
  await service.begin()
  if (endsRequests) {
    service.server.addHook('onRequest', async (_request, reply) => {
      interrupted.addEventListener('abort', () => reply.raw.destroy())
    })
  }
  const stack = starting.move()
  return {
    listen: async () => ({ url: await service.listen(), key }),
    async ask<Body extends object>(method: Method, path: string, body?: object) {
      const answer = await service.server.inject({
        method,
        url: path,
        headers: { authorization: `Bearer ${key}` },
        ...(body && { payload: body }),
      })
      const reply = answer.json<Body & Partial<ErrorReply>>()
      if (answer.statusCode < 400 && reply.success !== false) return reply
      const { code = '', error, details } = reply
      throw new ServiceError(isErrorCode(code) ? code : 'UNKNOWN_ERROR', error, { details })
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
