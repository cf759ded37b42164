import { createServer, type Server } from 'node:http'
import type { Readable } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { devToolsPort } from '#interact/box/code-box.ts'
import type { Relay, RelayClient } from './relay.ts'
import { createRate, type Traffic } from './traffic.ts'

const commandBytesMax = 16 * 1_024 ** 2
/** A command costs at least what reading one of this length costs. */
const commandBytesMin = 2_048
/** A client that reads more slowly than this much is disconnected. */
const unsentBytesMax = 16 * 1_024 ** 2
/** Close codes of a WebSocket. */
const tooBig = 1_009
const tryLater = 1_013

/** Connects a WebSocket to the relay as a client, until either side closes. `wire` is the connection below it. */
export function serveClient(socket: WebSocket, wire: Readable, relay: Relay): void {
  const flow = createFlow(socket, wire, relay.traffic)
  const waiting: Buffer[] = []
  let client: RelayClient | undefined
  let isReading = false

  async function readAll(): Promise<void> {
    if (isReading || !client) return
    isReading = true
    for (let bytes = waiting.shift(); bytes; bytes = waiting.shift()) {
      const { length } = bytes
      const command = relay.read(bytes)
      const read = command instanceof Promise ? await flow.pauseDuring(command) : command
      if (read === 'too big')
        return socket.close(tooBig, 'The command is nested too deeply, or has too many values.')
      if (read) client.take(read, () => flow.settle(length))
      else flow.settle(length)
    }
    isReading = false
  }

  socket.on('error', () => socket.terminate())
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return
    // Messages are not split into several buffers, and the protocol has no binary ones.
    if (isBinary || !Buffer.isBuffer(data)) return socket.terminate()
    flow.spend(data.length)
    waiting.push(data)
    // What fails ends its client, not the process.
    readAll().catch(() => socket.terminate())
  })
  const send = (message: string | Buffer) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > unsentBytesMax || relay.traffic.isFull) socket.terminate()
    else flow.send(message)
  }
  const join = async () => {
    const { pause, resume } = flow
    const joined = await relay.join({ send, pause, resume })
    socket.on('close', () => joined.leave())
    if (socket.readyState !== socket.OPEN) joined.leave()
    client = joined
    await readAll()
  }
  const refuse = () => socket.close(tryLater, 'The browser cannot be used.')
  flow.pauseDuring(join()).catch(refuse)
}

/** Counts what a client sends and receives, and lets it wait: for the browser, for what may pass per second, and for a reading. */
function createFlow(socket: WebSocket, wire: Readable, traffic: Traffic) {
  let held = 0
  let pauses = 0
  const hold = (bytes: number) => {
    if (socket.readyState === socket.CLOSED) return
    held += bytes
    traffic.hold(bytes)
  }
  const pause = () => {
    pauses += 1
    socket.pause()
  }
  const resume = () => {
    pauses -= 1
    if (pauses === 0) socket.resume()
  }
  wire.on('data', ({ length }: Buffer) => {
    hold(length)
    if (traffic.isFull) socket.close(tryLater, 'Your sessions have too many bytes in flight.')
  })
  socket.on('close', () => {
    traffic.hold(-held)
    held = 0
  })
  return {
    pause,
    resume,
    settle: (bytes: number) => hold(-(bytes + headerBytes(bytes))),
    spend(bytes: number) {
      const waitMs = traffic.spend(Math.max(bytes, commandBytesMin))
      if (waitMs === 0) return
      pause()
      setTimeout(resume, waitMs).unref()
    },
    async pauseDuring<Result>(work: Promise<Result>): Promise<Result> {
      pause()
      return work.finally(resume)
    },
    send(message: string | Buffer) {
      const bytes = Buffer.byteLength(message)
      hold(bytes)
      socket.send(message, { binary: false }, () => hold(-bytes))
    },
  }
}

/** Of a message in one frame, as clients send it. */
function headerBytes(bytes: number): number {
  if (bytes < 126) return 6
  return bytes < 65_536 ? 8 : 14
}

/** Clients of the protocol, and requests that are about to become one. */
const connectionsMax = 64
const requestsPerConnectionMax = 16
const connectionRate = { perSecond: 100, burst: 1_000 }

/** Each connection that is accepted takes time, also one that is closed at once: above this many, the port is closed. */
function limitAccepting(server: Server): void {
  const spend = createRate(connectionRate)
  const count = () => {
    if (spend(1) > 0 && server.listening) server.close()
  }
  server.on('connection', count)
  server.on('drop', count)
}

const clientSockets = () =>
  new WebSocketServer({
    noServer: true,
    maxPayload: commandBytesMax,
    perMessageDeflate: false,
    // One command of a client in a turn of the event loop: a chunk can contain thousands.
    allowSynchronousEvents: false,
  })

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
  server.maxConnections = connectionsMax
  server.maxRequestsPerSocket = requestsPerConnectionMax
  limitAccepting(server)
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (request.headers.origin === undefined)
      sockets.handleUpgrade(request, socket, head, (open) => serveClient(open, socket, relay))
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
