import type { RawData, WebSocket } from 'ws'

const unsentBytesMax = 16 * 1_024 ** 2
/** One side waits while the other has more than this to read. */
const backlogBytesMax = 1_024 ** 2

/** Passes the messages of a client on to the process that runs the session, and its messages back, until either side closes. */
export function passOn(client: WebSocket, upstream: WebSocket): void {
  connect(client, upstream)
  connect(upstream, client)
  upstream.resume()
}

function connect(from: WebSocket, to: WebSocket): void {
  const goOn = () => {
    if (to.bufferedAmount <= backlogBytesMax) from.resume()
  }
  from.on('message', (data: RawData, isBinary: boolean) => {
    if (to.readyState !== to.OPEN) return
    if (to.bufferedAmount > unsentBytesMax) to.terminate()
    else to.send(data, { binary: isBinary }, goOn)
    if (to.bufferedAmount > backlogBytesMax) from.pause()
  })
  from.on('error', () => from.terminate())
  from.on('close', (code, reason) => {
    // Codes of connections that broke cannot be sent.
    if (code >= 1_000 && code < 1_004) to.close(code, reason)
    else to.terminate()
  })
}
