import type { Readable, Writable } from 'node:stream'
import type { ConnectOverCDPTransport } from 'playwright-core'

/** A command of the DevTools protocol, as far as we look at it. */
interface Command {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: { readonly url?: string }
}

interface PipeEvents {
  /** The pipe is of no use any more. */
  readonly broken: () => void
  /** One message could not be handled. */
  readonly failed: (thrown: unknown) => void
}

/** A page may log or return a text of any length; the largest picture or document is well below this. */
const messageBytesMax = 128 * 1024 ** 2
/** What is said of a page without being asked for is passed over when it is longer: what the page logs or throws. */
const eventBytesMax = 4 * 1024 ** 2
const eventStart = Buffer.from('{"method"')

/**
 * Speaks the DevTools protocol over the two pipes of a browser: no port that anybody else could connect to.
 * Whatever is asked of us, pages are not sent to files or to the browser's own pages.
 */
export function pipeTransport(
  pipes: { readonly toBrowser: Writable; readonly fromBrowser: Readable },
  { broken: onBroken, failed }: PipeEvents,
): ConnectOverCDPTransport {
  /** A message that cannot be handled is passed over: whoever waits for it waits no longer than for the rest. */
  const handle = (take: () => void) => {
    try {
      take()
    } catch (thrown) {
      failed(thrown)
    }
  }
  /** One at a time, so that what follows from a message has happened when the next one comes. */
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
      if (message.length > 0) handle(() => deliver(JSON.parse(message.toString()) as object))
    }
    if (from < chunk.length) take(chunk.subarray(from))
  })
  for (const pipe of [pipes.toBrowser, pipes.fromBrowser]) pipe.on('error', onBroken)
  return transport
}

const openSchemes = new Set(['http:', 'https:', 'about:', 'data:', 'blob:'])

/** The commands that take a page somewhere; where a page goes by itself, Chromium keeps it from there. */
const travels = new Set(['Page.navigate', 'Target.createTarget'])

function refuse(message: object): object | undefined {
  const { id, sessionId, method = '', params }: Command = message
  const url = params?.url
  if (!travels.has(method) || !url) return undefined
  if (URL.canParse(url) && openSchemes.has(new URL(url).protocol)) return undefined
  const error = { code: -32_000, message: 'Only pages of the web are opened.' }
  return { id, ...(sessionId && { sessionId }), error }
}
