import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { NetError } from '#net/failure.ts'
import { isClosedPort } from '#net/ports.ts'
import type { OpenSession } from './proxy-session.ts'

/** The response for unreachable and refused targets. */
const refusal = 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
const agreement = 'HTTP/1.1 200 Connection established\r\n\r\n'

/** CONNECT: dials the target through the guard and passes bytes in both directions until one side ends. */
export async function openTunnelFor(
  session: OpenSession,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): Promise<void> {
  if (!session.attach(socket)) return void socket.destroy()
  try {
    const upstream = await dial(session, request.url ?? '')
    if (socket.destroyed || !session.attach(upstream)) {
      socket.destroy()
      upstream.destroy()
      return
    }
    join(session, socket, upstream)
    socket.write(agreement)
    if (head.length > 0) upstream.write(head)
  } catch (error) {
    session.failed(error)
    socket.end(refusal)
  }
}

/** The policy sees the origin only: the path is encrypted. */
async function dial(session: OpenSession, authority: string): Promise<Socket> {
  const target = URL.canParse(`http://${authority}`) ? new URL(`http://${authority}`) : undefined
  const port = target?.port || '80'
  if (!target?.hostname) throw new NetError('request', 'ERR_INVALID_URL')
  if (isClosedPort(target)) throw new NetError('site', 'ERR_UNSAFE_PORT')
  const hostname = target.hostname.replaceAll(/^\[|\]$/g, '')
  await session.admitTo(`https://${target.host}/`)
  return await new Promise((resolve, reject) => {
    // Without TLS: encryption is between the browser and the site.
    session.connections.dial({ protocol: 'http:', hostname, port }, (error, connected) => {
      if (connected) resolve(connected)
      else reject(error ?? new NetError('site', 'ERR_FAILED'))
    })
  })
}

function join(session: OpenSession, socket: Duplex, upstream: Socket): void {
  upstream.on('data', (chunk: Buffer) => session.count(chunk.length))
  upstream.on('error', () => socket.destroy())
  upstream.on('close', () => socket.destroy())
  socket.on('close', () => upstream.destroy())
  upstream.pipe(socket)
  socket.pipe(upstream)
}
