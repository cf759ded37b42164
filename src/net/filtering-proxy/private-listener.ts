import { createServer, type Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'
import { forwardRequest } from './forward.ts'
import type { OpenSession } from './proxy-session.ts'
import { openTunnelFor } from './tunnel.ts'

const requestHeaderBytesMax = 256 * 1024

/** Serves the proxy on a listening socket that only one browser can reach: whatever arrives there belongs to its session. */
export function servePrivately(listening: Server, session: OpenSession): HttpServer {
  const server = createServer({ maxHeaderSize: requestHeaderBytesMax, requestTimeout: 0 })
  server.on('request', (request, response) => void forwardRequest(session, request, response))
  server.on('connect', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    void openTunnelFor(session, request, { socket, head })
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.on('error', () => server.close())
  session.ended.addEventListener('abort', () => {
    server.close()
    server.closeAllConnections()
  })
  return server.listen(listening)
}
