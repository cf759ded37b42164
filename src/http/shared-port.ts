import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { Log } from '#kernel/log.ts'
import { keepAccepting } from './keep-accepting.ts'

interface App {
  readonly server: Server
  listen(place: Place): Promise<string>
}

interface Place {
  readonly host: string
  readonly port: number
}

/**
 * Several listening sockets of one port: from each, one connection is accepted in a turn of the event loop. Behind a single one, a new
 * client waits for as many turns as there are clients before it.
 */
export interface SharedPort {
  /** Opens the port for a server, and returns its URL. Fails as `listen` does, with `EADDRINUSE` if anything listens there. */
  listen(app: App, place: Place): Promise<string>
  /** Closes all sockets except that of the server itself. */
  close(): void
}

/** About as many as clients that connect at once; an idle one costs nothing. */
const sockets = 32
/** Elsewhere, sockets of the same port do not share its connections. */
const canShare = process.platform === 'linux'

export function createSharedPort(log: Pick<Log, 'error'>): SharedPort {
  const others: Server[] = []

  async function addSocket(app: App, place: Place): Promise<void> {
    // With the options of a server for HTTP.
    const other = createServer({ allowHalfOpen: true, noDelay: true })
    other.on('connection', (socket) => app.server.emit('connection', socket))
    keepAccepting(other, log)
    others.push(other)
    await listenAt(other, { ...place, reusePort: true })
  }

  return {
    async listen(app, place) {
      if (!canShare) return app.listen(place)
      await assertFree(place)
      const shared = { ...place, reusePort: true }
      const url = await app.listen(shared)
      const { port } = app.server.address() as AddressInfo
      while (others.length < sockets - 1) await addSocket(app, { ...place, port })
      return url
    },
    close() {
      for (const other of others) other.close()
    },
  }
}

/** A port that another program shares as well would be given to both. */
async function assertFree(place: Place): Promise<void> {
  if (place.port === 0) return
  const server = createServer()
  await listenAt(server, place)
  server.close()
  await once(server, 'close')
}

async function listenAt(
  server: Server,
  place: Place & { readonly reusePort?: boolean },
): Promise<void> {
  server.listen(place)
  await once(server, 'listening')
}
