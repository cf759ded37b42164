import Agent from 'undici/lib/dispatcher/agent.js'
import { createConnectionPools } from './agents.ts'
import { createDialer } from './dialer.ts'
import { exchangeAgain } from './exchange.ts'
import { NetError } from './failure.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Caller } from '#kernel/caller.ts'
import { traceHeaders } from '#kernel/trace.ts'
import type { Guard } from './guard.ts'
import { isClosedPort } from './ports.ts'
import { isWeb } from './redirect.ts'

export interface PostRequest {
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** POST when absent. */
  readonly method?: 'POST' | 'PUT'
}

export interface PostAnswer {
  readonly status: number
  readonly contentType?: string
  /** The first 16 KB, absent when they are compressed: the request does not ask for that. */
  readonly body?: Uint8Array
}

/**
 * Sends a webhook directly, with certificate validation, and follows no redirects. Throws
 * `NetError`, or the reason of the signal.
 */
export type Post = (request: PostRequest, caller: Caller) => Promise<PostAnswer>

const connectionsMax = 256
const connectionsPerOriginMax = 16
const dialTimeoutMs = 10_000
const keepAliveMs = 4_000
/** The rest of the response is not read. */
const answerBytesMax = 16 * 1024

/** Returns the client for webhooks; every connection passes the guard. */
export function createPost({ guard }: { readonly guard: Guard }): {
  readonly post: Post
} & AsyncDisposable {
  const connections = createSemaphore({
    perTeamMax: connectionsMax,
    waitingMax: connectionsMax * 8,
  })
  const dial = { guard, proxy: undefined, skipTlsVerification: false, connections, dialTimeoutMs }
  const agents = createConnectionPools()
  const getAgent = (teamId: string) =>
    agents.of(teamId, () => {
      return new Agent({
        connect: createDialer({ ...dial, teamId }),
        connections: connectionsPerOriginMax,
        allowH2: true,
        keepAliveTimeout: keepAliveMs,
        keepAliveMaxTimeout: keepAliveMs,
      })
    })
  return {
    async post({ url: text, headers, body, method = 'POST' }, { teamId, signal }) {
      const url = new URL(text)
      if (!isWeb(url)) throw new NetError('request', 'ERR_UNKNOWN_URL_SCHEME')
      if (isClosedPort(url)) throw new NetError('site', 'ERR_UNSAFE_PORT')
      const request = {
        url,
        headers: { ...traceHeaders(), ...headers },
        body,
        method,
        bodyBytesMax: answerBytesMax,
        cutsBody: true,
      }
      const answer = await exchangeAgain(getAgent(teamId), request, signal)
      const { 'content-type': contentType, 'content-encoding': coding } = answer.headers
      return {
        status: answer.status,
        ...(contentType !== undefined && { contentType }),
        ...(coding === undefined && { body: answer.body }),
      }
    },
    [Symbol.asyncDispose]: () => agents[Symbol.asyncDispose](),
  }
}
