import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { TLSSocket } from 'node:tls'
import { makeCertificate } from '#net/make-certificate.ts'

/** How a connection identifies its browser context; both connectionsByRoute use a random secret. */
export type Admission = 'name' | 'credentials'

/** Configuration of a browser context, with its secret. */
export interface Ticket {
  /** Proxy URL. With admission by name, its host is the secret. */
  readonly server: string
  readonly username?: string
  readonly password?: string
}

/** The listening side of the proxy, which identifies the session of a request. */
export interface ProxyListener {
  readonly server: Server
  /** Creates a secret: the key that `readKey` returns for it, and the configuration of the browser context. */
  issue(port: number): { readonly key: string; readonly ticket: Ticket }
  readKey(request: IncomingMessage): string
  /** The response to a request without a known key. */
  readonly refusal: { readonly status: number; readonly headers: Readonly<Record<string, string>> }
  /** Absent with admission by credentials. */
  readonly publicKeyHash?: string
}

const requestHeaderBytesMax = 256 * 1024
const handshakeMsMax = 10_000
const serverOptions = { maxHeaderSize: requestHeaderBytesMax, requestTimeout: 0 }

/** Suffix of all proxy names; browsers are started with a rule that resolves it to the proxy. */
export const proxyDomain = 'proxy.weir.invalid'

/**
 * A TLS server that identifies a session by the server name (SNI): 192 random bits, known only to this process and the browser
 * context. Unknown names are refused in the handshake. Works with every build of Chromium, because no authentication dialogue is
 * needed. The key is generated at each start, so that no site can have it.
 */
export function listenerByName(isKnown: (key: string) => boolean): ProxyListener {
  const certificate = makeCertificate([`*.${proxyDomain}`])
  const server = createTlsServer({
    ...serverOptions,
    ...certificate,
    handshakeTimeout: handshakeMsMax,
    // Both sides run on one machine: the fastest key exchange is sufficient.
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
    readKey: ({ socket }) =>
      socket instanceof TLSSocket && typeof socket.servername === 'string' ? socket.servername : '',
    refusal: { status: 403, headers: {} },
    publicKeyHash: hashOfPublicKey(certificate.cert),
  }
}

/** A plain server with Basic authentication, for remote browsers. */
export function listenerByCredentials(url: (port: number) => string): ProxyListener {
  // Sites cannot send this challenge, because it is random.
  const challenge = `Basic realm="weir-${randomBytes(12).toString('hex')}"`
  return {
    server: createServer(serverOptions),
    issue(port) {
      const username = randomBytes(9).toString('base64url')
      const password = randomBytes(24).toString('base64url')
      const key = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      return { key, ticket: { server: url(port), username, password } }
    },
    readKey: ({ headers }) => headers['proxy-authorization'] ?? '',
    refusal: { status: 407, headers: { 'proxy-authenticate': challenge } },
  }
}

/** In the format of `--ignore-certificate-errors-spki-list`. */
function hashOfPublicKey(certificate: string): string {
  const { publicKey } = new X509Certificate(certificate)
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('base64')
}
