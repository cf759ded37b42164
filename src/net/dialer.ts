import { connect as tcpConnect, isIP, type LookupFunction, type Socket } from 'node:net'
import { callbackify } from 'node:util'
import type { buildConnector } from 'undici'
import createConnector from 'undici/lib/core/connect.js'
import { NetError, toNetError } from './failure.ts'
import type { AcquiredSlot, Semaphore } from '#kernel/semaphore.ts'
import type { Destination, Guard, PinnedAddress } from './guard.ts'
import { openTunnel, type Proxy } from './proxy.ts'

export interface DialerOptions {
  readonly guard: Guard
  readonly proxy: Proxy | undefined
  readonly skipTlsVerification: boolean
  /** Limits open connections; each occupies its slot until it is closed. */
  readonly connections: Semaphore
  /** The team of the connections. */
  readonly teamId: string
  /** Covers DNS lookup, connection, proxy and TLS handshake. */
  readonly dialTimeoutMs: number
}

const attemptTimeoutMs = 500
const keepAliveProbeMs = 60_000

/**
 * Returns the connector of a pool. It resolves the host once, passes every address to the guard, connects only to a checked
 * address, and checks the peer address again. All outgoing connections use it.
 */
export function createDialer(options: DialerOptions): buildConnector.connector {
  const handshake = createConnector({
    rejectUnauthorized: !options.skipTlsVerification,
    allowH2: true,
    preferH2: true,
    timeout: options.dialTimeoutMs,
  })

  async function dial(target: buildConnector.Options): Promise<Socket> {
    const signal = AbortSignal.timeout(options.dialTimeoutMs)
    const isTls = target.protocol === 'https:'
    const port = Number(target.port) || (isTls ? 443 : 80)
    const destination = { host: target.hostname, port }
    const caller = { teamId: options.teamId, signal }
    let slot: AcquiredSlot | undefined
    try {
      const acquired = (slot = await options.connections.acquire(caller))
      const addresses = await options.guard.resolve(destination, caller)
      const plain = await reach(destination, addresses, signal)
      const socket = isTls ? await secure(handshake, { target, socket: plain }, signal) : plain
      if (socket.destroyed) acquired[Symbol.dispose]()
      else socket.once('close', () => acquired[Symbol.dispose]())
      return socket
    } catch (error) {
      slot?.[Symbol.dispose]()
      if (error === signal.reason) throw new NetError('site', 'ERR_CONNECTION_TIMED_OUT')
      throw toNetError(error)
    }
  }

  async function reach(
    destination: Destination,
    addresses: readonly PinnedAddress[],
    signal: AbortSignal,
  ): Promise<Socket> {
    const { port } = destination
    if (options.proxy) {
      // A proxy gets one address; IPv4 works with every proxy.
      const { address = '' } = addresses.find(({ family }) => family === 4) ?? addresses[0] ?? {}
      return openTunnel(options.proxy, { address, port }, signal)
    }
    const socket = await connectTo(addresses, port, signal)
    const peer = socket.remoteAddress ?? ''
    if (!options.guard.isAllowed(peer, destination)) {
      socket.destroy()
      throw new NetError('address', 'ERR_NAME_NOT_RESOLVED')
    }
    return socket
  }

  const dialThen = callbackify(dial)
  return (target, callback) =>
    dialThen(target, (error, socket) => {
      if (error) return callback(error, null)
      try {
        callback(null, socket)
      } catch {
        // The caller has been notified already and cannot use it.
        socket.destroy()
      }
    })
}

/** Tries the addresses in order (RFC 8305, without another DNS lookup). */
function connectTo(
  addresses: readonly PinnedAddress[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const pinned: LookupFunction = (_name, options, done) => {
    if (options.all) done(null, [...addresses])
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family)
  }
  const socket = tcpConnect({
    host: 'pinned.invalid',
    port,
    lookup: pinned,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveProbeMs,
  })
  return new Promise((resolve, reject) => {
    const abort = () => void socket.destroy(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const settle = () => signal.removeEventListener('abort', abort)
    socket.once('error', (error) => {
      settle()
      reject(error)
    })
    socket.once('connect', () => {
      // The error listener stays until the next owner has one.
      settle()
      resolve(socket)
    })
  })
}

/** TLS over an existing socket. The certificate is checked against the host name, not the address. */
function secure(
  handshake: buildConnector.connector,
  { target, socket }: { target: buildConnector.Options; socket: Socket },
  signal: AbortSignal,
): Promise<Socket> {
  const servername = isIP(target.hostname) ? undefined : target.hostname.replace(/\.$/, '')
  return new Promise((resolve, reject) => {
    const abort = () => void socket.destroy(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    handshake(
      { ...target, ...(servername && { servername }), httpSocket: socket },
      (error, secured) => {
        signal.removeEventListener('abort', abort)
        if (secured) return resolve(secured)
        socket.destroy()
        reject(error ?? new Error('no socket'))
      },
    )
  })
}
