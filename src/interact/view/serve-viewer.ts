import type { WebSocket } from 'ws'
import { parseForeignJson } from '#kernel/foreign-json.ts'
import type { Cast, Frame, OpenPages } from './cast.ts'
import { makeCommand, ViewerMessage } from './input.ts'

export interface Viewing {
  readonly cast: Cast
  /** Whether input is passed on; otherwise it is dropped. */
  readonly hasControl: boolean
  /** Aborts when the session ends; its reason says why. */
  readonly gone: AbortSignal
  readonly onInput: () => void
}

/** Pictures that are sent and not yet drawn. A newer picture replaces the one that waits. */
const undrawnMax = 2
const messageBytesMax = 131_072
/** Commands of one viewer without an answer; further input is dropped. */
const inFlightMax = 200
/** A viewer that draws nothing for so long has gone. */
const silenceMsMax = 60_000

/** Sends the pictures of a session to a viewer, as fast as it draws them, until either side closes. */
export function serveViewer(socket: WebSocket, viewing: Viewing): void {
  const { cast, hasControl, gone } = viewing
  const notify = (message: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  const pictures = createPictures(socket)
  const act = createActions(viewing, notify)
  const watching = cast.watch({
    ofAllPages: false,
    onFrame: (frame) => pictures.offer(frame),
    onPages: (pages: OpenPages) => notify({ type: 'pages', ...pages, hasControl }),
  })
  const end = () => {
    const { reason } = gone
    notify({ type: 'ended', reason: reason instanceof Error ? reason.message : '' })
    socket.close(1_000)
  }
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    watching[Symbol.dispose]()
    pictures.stop()
    gone.removeEventListener('abort', end)
  })
  socket.on('message', (data, isBinary) => {
    const message = isBinary || !Buffer.isBuffer(data) ? undefined : readMessage(data)
    if (!message) socket.terminate()
    else if (message.type === 'drawn') pictures.drawn()
    else if (hasControl) act(message)
  })
  gone.addEventListener('abort', end)
  if (gone.aborted) end()
}

function readMessage(data: Buffer): ViewerMessage | undefined {
  if (data.length > messageBytesMax) return undefined
  try {
    return ViewerMessage.safeParse(parseForeignJson(data.toString())).data
  } catch {
    return undefined
  }
}

/** Sends pictures to one viewer. */
function createPictures(socket: WebSocket) {
  let undrawn = 0
  let next: Frame | undefined
  let silence: NodeJS.Timeout | undefined
  const send = () => {
    if (!next || undrawn >= undrawnMax || socket.readyState !== socket.OPEN) return
    undrawn += 1
    silence ??= setTimeout(() => socket.terminate(), silenceMsMax)
    socket.send(next.jpeg)
    next = undefined
  }
  const stop = () => {
    clearTimeout(silence)
    silence = undefined
  }
  return {
    stop,
    offer(frame: Frame) {
      next = frame
      send()
    },
    drawn() {
      undrawn = Math.max(0, undrawn - 1)
      stop()
      send()
      if (undrawn > 0) silence ??= setTimeout(() => socket.terminate(), silenceMsMax)
    },
  }
}

/** Of an empty page, of which there is no picture. */
const noSize = { width: 0, height: 0 }

type Action = Exclude<ViewerMessage, { readonly type: 'drawn' }>

/** Passes the input of one viewer on, in its order. */
function createActions({ cast, onInput }: Viewing, notify: (message: object) => void) {
  let inFlight = 0
  const act = async (message: Action) => {
    if (message.type === 'show') return cast.show(message.pageId)
    if (message.type === 'move') return move(cast, message.by)
    const { method, params } = makeCommand(message, cast.frame ?? noSize)
    const { errorText } = await cast.command(method, params)
    if (typeof errorText === 'string') throw new Error(`The page did not open: ${errorText}`)
  }
  const fail = (message: Action, thrown: unknown) => {
    if (message.type !== 'open' && message.type !== 'move') return
    notify({ type: 'problem', text: thrown instanceof Error ? thrown.message : String(thrown) })
  }
  return (message: Action) => {
    if (inFlight >= inFlightMax) return
    onInput()
    inFlight += 1
    // Input that a page does not take, because it closes for example, is lost as in every browser.
    void act(message)
      .catch((thrown: unknown) => fail(message, thrown))
      .finally(() => (inFlight -= 1))
  }
}

interface History {
  readonly currentIndex: number
  readonly entries: readonly { readonly id: number }[]
}

async function move(cast: Cast, by: 'back' | 'forward' | 'reload'): Promise<void> {
  if (by === 'reload') return void (await cast.command('Page.reload', {}))
  const history = (await cast.command('Page.getNavigationHistory', {})) as unknown as History
  const { currentIndex, entries } = history
  const entry = entries[currentIndex + (by === 'back' ? -1 : 1)]
  if (entry) await cast.command('Page.navigateToHistoryEntry', { entryId: entry.id })
}
