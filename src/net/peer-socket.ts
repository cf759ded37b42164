import { WebSocket } from 'ws'

const handshakeMsMax = 5_000
const messageBytesMax = 32 * 1_024 ** 2

/**
 * Opens a WebSocket to another process of the service, at the address that its operator configured. No guard applies. It is paused:
 * resume it once its listeners are there, because the first messages can arrive together with the handshake. Fails if it is not
 * accepted, and with the reason of the signal.
 */
export async function connectToPeer(url: URL, signal: AbortSignal): Promise<WebSocket> {
  signal.throwIfAborted()
  const socket = new WebSocket(url, {
    handshakeTimeout: handshakeMsMax,
    maxPayload: messageBytesMax,
    perMessageDeflate: false,
  })
  const abort = () => socket.terminate()
  signal.addEventListener('abort', abort)
  socket.once('close', () => signal.removeEventListener('abort', abort))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('open', () => {
    socket.pause()
    resolve()
  })
  socket.on('error', (error) => {
    reject(signal.aborted ? signal.reason : error)
    socket.terminate()
  })
  await promise
  return socket
}
