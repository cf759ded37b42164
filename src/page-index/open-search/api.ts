import { parseForeignJson } from '#kernel/foreign-json.ts'
import { IndexUnavailableError } from '#page-index/page-index.ts'

/** Sends a request: POST with a body, GET without. The client of `net/` is one. */
export type CallServer = (
  request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  },
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>

export interface OpenSearchApi {
  /** Returns the parsed answer. Throws `IndexUnavailableError` when there is none, or another status than 2xx. */
  call(path: string, body?: object | string): Promise<unknown>
}

const waitMsMax = 30_000
/** A page of results of the largest request. */
const sizesMax = { depth: 100, members: 400_000, values: 400_000 }

/** A server that speaks the REST API of OpenSearch; user and password may be part of its URL. */
export function createOpenSearchApi(url: string, callServer: CallServer): OpenSearchApi {
  const { origin, pathname, username, password } = new URL(url)
  const base = `${origin}${pathname.replace(/\/$/, '')}`
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization =
    username === '' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
  return {
    async call(path, body) {
      const isLines = typeof body === 'string'
      const headers = {
        ...authorization,
        accept: 'application/json',
        ...(body !== undefined && {
          'content-type': isLines ? 'application/x-ndjson' : 'application/json',
        }),
      }
      const text = isLines ? body : body && JSON.stringify(body)
      const request = { url: `${base}/${path}`, headers, ...(text !== undefined && { body: text }) }
      const answer = await callServer(request, AbortSignal.timeout(waitMsMax)).catch(
        (cause: unknown) => {
          throw new IndexUnavailableError('OpenSearch cannot be reached.', { cause })
        },
      )
      if (answer.status < 200 || answer.status > 299) {
        throw new IndexUnavailableError(`OpenSearch answered with status ${answer.status}.`)
      }
      return parseForeignJson(answer.body, sizesMax)
    },
  }
}
