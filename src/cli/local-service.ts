import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#config.ts'
import { ServiceError, isErrorCode, type ErrorDetail } from '#kernel/errors.ts'

/** The whole service for one command: in this process, with a data folder that goes with it, and no port. */
export interface LocalService extends AsyncDisposable {
  /** Answers the body. Fails with the error of the API. */
  ask<Body extends object>(method: Method, path: string, options?: AskOptions): Promise<Body>
}

interface AskOptions {
  readonly body?: object
  /** Gives up waiting; the service sees it as a client that has left. */
  readonly signal?: AbortSignal
}

type Method = 'GET' | 'POST' | 'DELETE'

interface ErrorReply {
  readonly success: boolean
  readonly error: string
  readonly code: string
  readonly details: readonly ErrorDetail[]
}

/** The signal ends the start alone. */
export async function startLocalService(interrupted: AbortSignal): Promise<LocalService> {
  await using starting = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'weir-command-'))
  starting.defer(() => rm(dataDir, { recursive: true, force: true }))
  const key = `fc-${randomBytes(16).toString('hex')}`
  const config = readConfig(undefined, {
    WEIR_LOG_LEVEL: 'silent',
    WEIR_DATA_DIR: dataDir,
    WEIR_API_KEY: key,
    WEIR_ROLE: 'all',
    DATABASE_URL: '',
  })
  const { compose } = await import('#compose.ts')
  const service = starting.use(await compose(config, { signal: interrupted }))
  const stack = starting.move()
  return {
    async ask<Body extends object>(
      method: Method,
      path: string,
      { body, signal }: AskOptions = {},
    ) {
      const answer = await service.server.inject({
        method,
        url: path,
        headers: { authorization: `Bearer ${key}` },
        ...(body && { payload: body }),
        ...(signal && { signal }),
      })
      const reply = answer.json<Body & Partial<ErrorReply>>()
      if (answer.statusCode < 400 && reply.success !== false) return reply
      const { code = '', error, details } = reply
      throw new ServiceError(isErrorCode(code) ? code : 'UNKNOWN_ERROR', error, { details })
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
