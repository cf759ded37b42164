import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIPv6, type Socket } from 'node:net'
import { NetError } from './failure.ts'

/** An upstream proxy of the operator. It is trusted: the guard does not apply to its own address. */
export interface Proxy {
  readonly isTls: boolean
  readonly host: string
  readonly port: number
  /** Value of Proxy-Authorization; absent without credentials. */
  readonly authorization: string | undefined
}

/** Reads `http://user:password@host:port` or https. Throws a sentence without the credentials. */
export function parseProxy(text: string): Proxy {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('A proxy setting is not an http:// or https:// URL.')
  }
  const isTls = url.protocol === 'https:'
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    isTls,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTls ? 443 : 80),
    authorization:
      credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  }
}

/**
 * Opens a tunnel to a pinned address. The proxy is given the address, never the name,
 * so that it cannot resolve it to something else. Throws `NetError` of kind `proxy`.
 */
export function openTunnel(
  proxy: Proxy,
  target: { readonly address: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const host = isIPv6(target.address) ? `[${target.address}]` : target.address
  const authority = `${host}:${target.port}`
  const request = (proxy.isTls ? httpsRequest : httpRequest)({
    host: proxy.host,
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    agent: false,
    headers: {
      host: authority,
      ...(proxy.authorization && { 'proxy-authorization': proxy.authorization }),
    },
  })
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      signal.removeEventListener('abort', abort)
      request.destroy()
      reject(new NetError('proxy', 'ERR_PROXY_CONNECTION_FAILED', { cause }))
    }
    const abort = () => fail(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    request.once('error', fail)
    request.once('response', (response) => fail(new Error(`Status ${response.statusCode}`)))
    request.once('connect', (response, socket: Socket, head) => {
      if (response.statusCode !== 200) {
        socket.destroy()
        return fail(new Error(`Status ${response.statusCode}`))
      }
      signal.removeEventListener('abort', abort)
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    request.end()
  })
}
