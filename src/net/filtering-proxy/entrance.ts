import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { TLSSocket } from 'node:tls'
import { makeCertificate } from '#net/make-certificate.ts'

/** How a browser shows which of its contexts a connection belongs to; both ways carry a random secret. */
export type Admission = 'name' | 'credentials'

/** What a browser context is told, so that it reaches the proxy and is known there. */
export interface Ticket {
  /** Proxy URL. With admission by name, its host is the secret. */
  readonly server: string
  readonly username?: string
  readonly password?: string
}

/** The listening side of the proxy: the server, and how it tells whose a request is. */
export interface Entrance {
  readonly server: Server
  /** Makes a new secret: the key that `keyOf` answers for it, and what the browser is told. */
  issue(port: number): { readonly key: string; readonly ticket: Ticket }
  keyOf(request: IncomingMessage): string
  /** Answers a request without a known key. */
  readonly refusal: { readonly status: number; readonly headers: Readonly<Record<string, string>> }
  /** Absent with admission by credentials. */
  readonly publicKeyHash?: string
}

const requestHeaderBytesMax = 256 * 1024
const handshakeMsMax = 10_000
const serverOptions = { maxHeaderSize: requestHeaderBytesMax, requestTimeout: 0 }

/** All names of proxies end like this; browsers that we start map them to the address of the proxy. */
export const proxyDomain = 'proxy.weir.invalid'

/**
 * A TLS server that knows its visitors by the server name they ask for: 192 random bits, which only we and the browser
 * context know. Unknown names end in the handshake. Works with every build of Chromium, because a browser sends the
 * name by itself: nothing is asked and answered. The key is made anew each time, so that no site can have it.
 */
export function entranceByName(isKnown: (key: string) => boolean): Entrance {
  const certificate = makeCertificate([`*.${proxyDomain}`])
  const server = createTlsServer({
    ...serverOptions,
    ...certificate,
    handshakeTimeout: handshakeMsMax,
    // Both sides are on one machine: the cheapest exchange of keys is good enough.
    ecdhCurve: 'X25519',
    ciphers: 'TLS_AES_128_GCM_SHA256',
    minVersion: 'TLSv1.3',
    SNICallback(name, decide) {
      if (isKnown(name)) decide(null)
      else decide(new Error('unknown name'))
    },
  })
  return {
    server,
    issue(port) {
      const key = `${randomBytes(24).toString('hex')}.${proxyDomain}`
      return { key, ticket: { server: `https://${key}:${port}` } }
    },
    keyOf: ({ socket }) =>
      socket instanceof TLSSocket && typeof socket.servername === 'string' ? socket.servername : '',
    refusal: { status: 403, headers: {} },
    publicKeyHash: hashOfPublicKey(certificate.cert),
  }
}

/** A plain server that asks for a name and a password, for browsers that others start. */
export function entranceByCredentials(url: (port: number) => string): Entrance {
  // Nobody but our own proxy can send this challenge.
  const challenge = `Basic realm="weir-${randomBytes(12).toString('hex')}"`
  return {
    server: createServer(serverOptions),
    issue(port) {
      const username = randomBytes(9).toString('base64url')
      const password = randomBytes(24).toString('base64url')
      const key = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      return { key, ticket: { server: url(port), username, password } }
    },
    keyOf: ({ headers }) => headers['proxy-authorization'] ?? '',
    refusal: { status: 407, headers: { 'proxy-authenticate': challenge } },
  }
}

/** As `--ignore-certificate-errors-spki-list` wants it. */
function hashOfPublicKey(certificate: string): string {
  const { publicKey } = new X509Certificate(certificate)
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('base64')
}
