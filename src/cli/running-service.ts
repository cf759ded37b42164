import type { Command } from 'commander'
import { ServiceError, isErrorCode, type ErrorDetail } from '#kernel/errors.ts'
import type { callService, RunningService } from '#net/call-service.ts'
import { ServiceAccessError } from './command-error.ts'
import type { Terminal } from './terminal.ts'

/** The service that a command uses. */
export interface ServiceFlags {
  readonly url?: string
  readonly key?: string
}

type Settings = Pick<Terminal, 'env'>

type Method = Parameters<typeof callService>[1]['method']

/** Sends a request. Returns the body. Fails with the error of the API, or with a sentence if the service does not respond. */
export type AskService = <Body extends object>(
  method: Method,
  path: string,
  body?: object,
) => Promise<Body>

export const withServiceFlags = (command: Command): Command =>
  command
    .option(
      '--url <url>',
      'the running service (WEIR_URL); when absent WEIR_PUBLIC_URL, or where WEIR_PORT listens',
    )
    .option('--key <key>', 'an API key for it (WEIR_KEY)')

/** The key for the running service; undefined if none is set. */
export async function findKey(
  { key }: ServiceFlags,
  { env }: Settings,
): Promise<string | undefined> {
  const { readConfig } = await import('#config.ts')
  return key ?? readConfig(env).secrets.clientKey
}

/** Whether the address or the key of a running service is set. */
export async function isServiceNamed(flags: ServiceFlags, settings: Settings): Promise<boolean> {
  const { readConfig } = await import('#config.ts')
  const url = flags.url ?? readConfig(settings.env).client.url
  return url !== undefined || (await findKey(flags, settings)) !== undefined
}

/** The local service, unless another is given. Throws `ServiceAccessError` without a key. */
export async function makeService(
  flags: ServiceFlags,
  settings: Settings,
): Promise<RunningService> {
  const { readConfig } = await import('#config.ts')
  const { client, http } = readConfig(settings.env)
  const url = flags.url ?? client.url ?? http.publicUrl ?? `http://127.0.0.1:${http.port}`
  const key = await findKey(flags, settings)
  if (key !== undefined) return { url, key }
  const message = 'Set an API key with --key or WEIR_KEY. "weir keys create" creates one.'
  throw new ServiceAccessError(message)
}

/** Sends requests to the local service, unless another is given. */
export function runningService(flags: ServiceFlags, settings: Settings): AskService {
  let service: Promise<RunningService> | undefined
  return async function ask<Body extends object>(method: Method, path: string, body?: object) {
    service ??= makeService(flags, settings)
    const { url, key } = await service
    const { callService } = await import('#net/call-service.ts')
    const { status, body: reply } = await callService(
      { url, key },
      { method, path, ...(body && { body }) },
    ).catch((cause: unknown) => {
      const message = `No service answers at ${url}. Start one with "weir serve", or name it with --url.`
      throw new ServiceAccessError(message, { cause })
    })
    if (status < 400) return reply as Body
    if (status === 401) throw new ServiceAccessError((reply as Partial<ErrorReply>).error)
    const { code = '', error, details } = reply as Partial<ErrorReply>
    throw new ServiceError(isErrorCode(code) ? code : 'UNKNOWN_ERROR', error, { details })
  }
}

interface ErrorReply {
  readonly code: string
  readonly error: string
  readonly details: readonly ErrorDetail[]
}
