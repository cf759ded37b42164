import { createServer, type Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { devToolsPort } from '#interact/box/code-box.ts'
import { exceededSize } from '#kernel/json-size.ts'
import type { Relay } from './relay.ts'

const commandBytesMax = 16 * 1_024 ** 2
/** Chromium reads nothing that is nested deeper. The process reads and writes a command in one step, which must be short. */
const commandSizesMax = { depth: 300, members: 20_000, values: 150_000 }
/** A client that reads more slowly than this much is disconnected. */
const unsentBytesMax = 16 * 1_024 ** 2
const earlyMax = 100
/** Close code of a WebSocket: the message is too big. */
const tooBig = 1_009

/** Connects a WebSocket to the relay as a client, until either side closes. */
export function serveClient(socket: WebSocket, relay: Relay): void {
  const early: string[] = []
  let take = (text: string) => {
    if (early.push(text) > earlyMax) socket.terminate()
  }
  socket.on('error', () => socket.terminate())
  socket.on('message', (data, isBinary) => {
    // Messages are not split into several buffers, and the protocol has no binary ones.
    if (isBinary || !Buffer.isBuffer(data)) socket.terminate()
    else if (exceededSize(data, commandSizesMax))
      socket.close(tooBig, 'The command is nested too deeply, or has too many values.')
    else orTerminate(socket, () => take(data.toString()))
  })
  const send = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > unsentBytesMax) socket.terminate()
    else socket.send(text)
  }
  const join = async () => {
    const client = await relay.join({ send })
    socket.on('close', () => client.leave())
    if (socket.readyState !== socket.OPEN) client.leave()
    take = (text) => client.take(text)
    for (const text of early) client.take(text)
  }
  join().catch(() => socket.close(1_013, 'The browser cannot be used.'))
}

/** What a listener throws ends its client, not the process. */
function orTerminate(socket: WebSocket, work: () => void): void {
  try {
    work()
  } catch {
    socket.terminate()
  }
}

const clientSockets = () =>
  new WebSocketServer({ noServer: true, maxPayload: commandBytesMax, perMessageDeflate: false })

/**
 * Serves the DevTools protocol to the programs of one box, on a listening socket that the box hands over. Refuses requests with an
 * origin: they come from a page, not from a program.
 */
export function createDevToolsServer(relay: Relay): Server {
  const sockets = clientSockets()
  const address = `ws://127.0.0.1:${devToolsPort}/`
  const server = createServer((request, response) => {
    const isVersion = request.url === '/json/version' || request.url === '/json/version/'
    const isPage = request.url === '/json/page'
    if (request.headers.origin !== undefined || !(isVersion || isPage)) {
      response.writeHead(404).end()
      return
    }
    const version = { Browser: 'Chrome', 'Protocol-Version': '1.3', webSocketDebuggerUrl: address }
    const body = isPage ? { pageId: relay.pageId } : version
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (request.headers.origin === undefined)
      sockets.handleUpgrade(request, socket, head, (open) => serveClient(open, relay))
    else socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  // A connection that cannot be accepted, for example without free file descriptors.
  server.on('error', () => server.close())
  server.on('close', () => {
    for (const open of sockets.clients) open.terminate()
  })
  return server
}
