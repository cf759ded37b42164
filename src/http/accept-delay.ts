import type { AddressInfo, Server, Socket } from 'node:net'

const sampleMs = 250

/** How long new connections wait until this process accepts them. */
export interface AcceptDelay extends Disposable {
  /** In milliseconds, the lower of the last two samples, or the time that one has waited. */
  waitMs(): number
}

/** Opens a connection to an address that this process listens on. */
export type ConnectToSelf = (address: AddressInfo) => Socket

/**
 * Measures the queue of connections in the kernel by connecting to the server itself, as the delay of the event loop does not show
 * it: few connections are accepted in each turn of the loop, and while turns are short, thousands can wait.
 */
export function watchAcceptDelay(server: Server, connectToSelf: ConnectToSelf): AcceptDelay {
  let previousMs = 0
  let lastMs = 0
  let pending: { readonly socket: Socket; readonly at: number; turns: number } | undefined

  function sample(): void {
    const address = server.address()
    if (pending) pending.turns += 1
    if (pending || address === null || typeof address === 'string') return
    const at = performance.now()
    const socket = connectToSelf(address)
    pending = { socket, at, turns: 0 }
    socket.unref().on('error', () => {})
    socket.once('close', () => (pending = undefined))
  }
  server.on('connection', ({ remotePort }: Socket) => {
    if (!pending || remotePort !== pending.socket.localPort) return
    previousMs = lastMs
    lastMs = performance.now() - pending.at
    pending.socket.destroy()
  })
  const timer = setInterval(sample, sampleMs).unref()

  return {
    waitMs() {
      // A single long step is no overload: the loop has turned, and the connection still waits.
      const waitedMs = pending && pending.turns > 1 ? performance.now() - pending.at : 0
      return Math.max(Math.min(lastMs, previousMs), waitedMs)
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      pending?.socket.destroy()
    },
  }
}
