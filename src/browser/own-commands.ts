import type { ConnectOverCDPTransport } from 'playwright-core'

/** Responses of the DevTools protocol, as far as they are read here. */
export interface CommandReply {
  readonly sessionId?: string
  readonly frameTree?: FrameTree
  readonly executionContextId?: number
  readonly result?: { readonly objectId?: string }
  readonly node?: { readonly backendNodeId?: number }
  readonly object?: { readonly objectId?: string }
}

interface FrameTree {
  readonly frame: { readonly id: string }
  readonly childFrames?: readonly FrameTree[]
}

/** Ids of a frame and the frames in it. */
export const listFrames = ({ frame, childFrames = [] }: FrameTree): string[] => [
  frame.id,
  ...childFrames.flatMap(listFrames),
]

/** Sends a command of our own; undefined if it fails or its session ends. */
export type SendCommand = (
  sessionId: string,
  method: string,
  params?: object,
) => Promise<CommandReply | undefined>

interface Command {
  readonly sessionId: string
  readonly answer: (result: CommandReply | undefined) => void
}

/** Far above the ids of playwright-core, and below those of `target-languages.ts`. */
const firstId = 1_000_000_000
const idsEnd = 2_000_000_000

/** Commands in the sessions of playwright-core, which does not get their responses. */
export function createOwnCommands(inner: Pick<ConnectOverCDPTransport, 'send'>) {
  const waiting = new Map<number, Command>()
  let nextId = firstId
  const ask: SendCommand = (sessionId, method, params = {}) => {
    const id = nextId++
    return new Promise((answer) => {
      waiting.set(id, { sessionId, answer })
      inner.send({ id, sessionId, method, params })
    })
  }
  return {
    ask,
    /** Takes a response; false if it is that of another command. */
    take(id: number, result: CommandReply | undefined): boolean {
      if (id < firstId || id >= idsEnd) return false
      waiting.get(id)?.answer(result)
      waiting.delete(id)
      return true
    },
    /** Ends the commands of a session. */
    end(sessionId: string): void {
      for (const [id, command] of waiting) {
        if (command.sessionId !== sessionId) continue
        waiting.delete(id)
        command.answer(undefined)
      }
    },
  }
}
