import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect, isIPv6, type Socket } from 'node:net'
import { NetError } from './failure.ts'

/** An upstream proxy. It is trusted: the guard does not apply to its own address. */
export interface Proxy {
  readonly kind: ProxyKind
  readonly host: string
  readonly port: number
  /** Empty without credentials. */
  readonly username: string
  readonly password: string
  /** Its country, ISO 3166-1 alpha-2 in lower case, if configured. */
  readonly country?: string
}
type ProxyKind = 'http' | 'https' | 'socks5'

/** Target of a tunnel: an address that the guard has checked, never a name, so that the proxy resolves nothing. */
export interface TunnelEnd {
  readonly address: string
  readonly port: number
}

const kinds: Record<string, { kind: ProxyKind; port: number }> = {
  'http:': { kind: 'http', port: 80 },
  'https:': { kind: 'https', port: 443 },
  'socks5:': { kind: 'socks5', port: 1080 },
}

/** Parses `http://user:password@host:port#de`, https or socks5; `#de` is its country. Errors do not contain credentials. */
export function parseProxy(text: string): Proxy {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const known = kinds[url?.protocol ?? '']
  if (!url?.hostname || !known) {
    throw new Error('A proxy setting is not an http://, https:// or socks5:// URL.')
  }
  const country = url.hash.slice(1).toLowerCase()
  if (country && !/^[a-z]{2}$/.test(country)) {
    throw new Error('The country of a proxy setting is not a two-letter code, as in #de.')
  }
  return {
    kind: known.kind,
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(url.port) || known.port,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(country && { country }),
  }
}

/** Opens a tunnel through the proxy. Throws `NetError` of kind `proxy`, also when the signal aborts. */
export async function openTunnel(
  proxy: Proxy,
  end: TunnelEnd,
  signal: AbortSignal,
): Promise<Socket> {
  try {
    signal.throwIfAborted()
    return await (proxy.kind === 'socks5' ? throughSocks : throughHttp)(proxy, end, signal)
  } catch (cause) {
    throw new NetError('proxy', 'ERR_PROXY_CONNECTION_FAILED', { cause })
  }
}

function throughHttp(proxy: Proxy, end: TunnelEnd, signal: AbortSignal): Promise<Socket> {
  const host = isIPv6(end.address) ? `[${end.address}]` : end.address
  const authority = `${host}:${end.port}`
  const request = (proxy.kind === 'https' ? httpsRequest : httpRequest)({
    host: proxy.host,
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    agent: false,
    headers: { host: authority, ...makeCredentials(proxy) },
  })
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      signal.removeEventListener('abort', abort)
      request.destroy()
      reject(cause)
    }
    const abort = () => fail(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    request.on('error', fail)
    request.once('response', (response) => fail(refusal(response.statusCode)))
    request.once('connect', (response, socket: Socket, head) => {
      if (response.statusCode !== 200) {
        socket.destroy()
        return fail(refusal(response.statusCode))
      }
      signal.removeEventListener('abort', abort)
      // The error listener stays until the next owner has one.
      socket.once('error', fail)
      if (head.length > 0) socket.unshift(head)
      return resolve(socket)
    })
    request.end()
  })
}

const refusal = (status: number | undefined) => new Error(`The proxy answered ${status}.`)

function makeCredentials({ username, password }: Proxy): Record<string, string> {
  if (!username && !password) return {}
  const pair = Buffer.from(`${username}:${password}`).toString('base64')
  return { 'proxy-authorization': `Basic ${pair}` }
}

async function throughSocks(proxy: Proxy, end: TunnelEnd, signal: AbortSignal): Promise<Socket> {
  const { host, port, username, password } = proxy
  // Few services have such a proxy.
  const { SocksClient } = await import('socks')
  signal.throwIfAborted()
  const socket = connect({ host, port, noDelay: true })
  const abort = () => void socket.destroy(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    const tunnel = await SocksClient.createConnection({
      command: 'connect',
      proxy: { host, port, type: 5, ...(username && { userId: username, password }) },
      destination: { host: end.address, port: end.port },
      existing_socket: await connected(socket),
    })
    return tunnel.socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // The error listener stays until the next owner has one.
    socket.once('error', reject)
    socket.once('connect', () => resolve(socket))
  })
}
