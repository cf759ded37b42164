import type { Command } from 'commander'
import { readConfig } from '#config.ts'
import { ServiceError, isErrorCode, type ErrorDetail } from '#kernel/errors.ts'
import { callService } from '#net/call-service.ts'

/** Which service a command speaks to. */
export interface ServiceFlags {
  readonly url?: string
  readonly key?: string
}

type Method = Parameters<typeof callService>[1]['method']

/** Asks the service; answers the body. Fails with the error of the API, or with a sentence when nobody answers. */
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

/** The service that runs beside the terminal, unless another is named. */
export function runningService(flags: ServiceFlags): AskService {
  const config = readConfig()
  const { publicUrl, port } = config.http
  const given = config.client.url
  const url = flags.url ?? given ?? publicUrl ?? `http://127.0.0.1:${port}`
  const key = flags.key ?? config.secrets.clientKey
  if (key === undefined) {
    const message =
      'Say which API key to use, with --key or WEIR_KEY. "weir keys create" makes one.'
    throw new ServiceError('UNAUTHORIZED', message)
  }
  return async function ask<Body extends object>(method: Method, path: string, body?: object) {
    const { status, body: reply } = await callService(
      { url, key },
      { method, path, ...(body && { body }) },
    ).catch((cause: unknown) => {
      const message = `No service answers at ${url}. Start one with "weir serve", or name it with --url.`
      throw new ServiceError('SERVICE_UNAVAILABLE', message, { cause })
    })
    if (status < 400) return reply as Body
    const { code = '', error, details } = reply as Partial<ErrorReply>
    throw new ServiceError(isErrorCode(code) ? code : 'UNKNOWN_ERROR', error, { details })
  }
}

interface ErrorReply {
  readonly code: string
  readonly error: string
  readonly details: readonly ErrorDetail[]
}
