import type { Readable, Writable } from 'node:stream'
import { setImmediate as pause } from 'node:timers/promises'
import type { ConnectOverCDPTransport } from 'playwright-core'
import { isNavigable } from './is-navigable.ts'

/** A command of the DevTools protocol. */
interface Command {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: { readonly url?: string }
}

interface PipeEvents {
  /** The pipe is broken. */
  readonly broken: () => void
  /** A message could not be handled. */
  readonly failed: (thrown: unknown) => void
}

/** Pages may log or return texts of any length; the largest screenshot or document is well below this. */
const messageBytesMax = 128 * 1024 ** 2
/** Longer events are skipped: log messages and exceptions of the page. */
const eventBytesMax = 4 * 1024 ** 2
/** Longer messages, such as screenshots, are read in several steps. */
const shortBytesMax = 1024 ** 2
const eventStart = Buffer.from('{"method"')

/**
 * Transports the DevTools protocol over two pipes of the browser, so that there is no port to connect to. Commands that would
 * navigate to files or internal pages of the browser are refused.
 */
export function pipeTransport(
  pipes: { readonly toBrowser: Writable; readonly fromBrowser: Readable },
  { broken: onBroken, failed }: PipeEvents,
): ConnectOverCDPTransport {
  /** A message that cannot be handled is skipped. */
  const handle = (take: () => void) => {
    try {
      take()
    } catch (thrown) {
      failed(thrown)
    }
  }
  /** One message at a time, so that its effects are complete before the next one. */
  const deliver = (message: object) =>
    void setImmediate(() => handle(() => transport.onmessage?.(message)))
  const transport: ConnectOverCDPTransport = {
    send(message) {
      const refusal = refuse(message)
      if (refusal) deliver(refusal)
      else pipes.toBrowser.write(`${JSON.stringify(message)}\0`)
    },
    close: onBroken,
  }
  let parts: Buffer[] = []
  let bytes = 0
  let isEvent = false
  let isBroken = false
  const take = (part: Buffer) => {
    parts.push(part)
    bytes += part.length
    const [first] = parts
    isEvent ||= first?.subarray(0, eventStart.length).equals(eventStart) === true
    if (isEvent && bytes > eventBytesMax) parts = []
    if (isEvent || bytes <= messageBytesMax) return
    isBroken = true
    parts = []
    onBroken()
  }
  pipes.fromBrowser.on('data', (chunk: Buffer) => {
    if (isBroken) return
    let from = 0
    for (let to = chunk.indexOf(0); to >= 0; to = chunk.indexOf(0, from)) {
      take(chunk.subarray(from, to))
      const message = Buffer.concat(parts)
      parts = []
      bytes = 0
      isEvent = false
      from = to + 1
      if (message.length > shortBytesMax) {
        pipes.fromBrowser.pause()
        if (from < chunk.length) pipes.fromBrowser.unshift(chunk.subarray(from))
        const long = parseInSteps(message).then((parsed) => transport.onmessage?.(parsed))
        void long.catch(failed).finally(() => pipes.fromBrowser.resume())
        return
      }
      if (message.length > 0) handle(() => deliver(JSON.parse(message.toString()) as object))
    }
    if (from < chunk.length) take(chunk.subarray(from))
  })
  for (const pipe of [pipes.toBrowser, pipes.fromBrowser]) pipe.on('error', onBroken)
  return transport
}

/** Yields to the event loop between the steps. */
async function parseInSteps(bytes: Buffer): Promise<object> {
  await pause()
  const text = bytes.toString()
  await pause()
  const message = JSON.parse(text) as object
  await pause()
  return message
}

/** Commands that navigate; Chromium itself prevents pages from navigating to other schemes. */
const travels = new Set(['Page.navigate', 'Target.createTarget'])

function refuse(message: object): object | undefined {
  const { id, sessionId, method = '', params }: Command = message
  if (!travels.has(method) || isNavigable(params?.url ?? '')) return undefined
  const error = { code: -32_000, message: 'Only pages of the web are opened.' }
  return { id, ...(sessionId && { sessionId }), error }
}
