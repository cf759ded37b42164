import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import type { CommandPipe } from './command-pipe.ts'
import type { CommandReading, CommandTask } from './read-command.ts'
import type { Traffic } from './traffic.ts'

/** Receives what the relay sends to one client. */
export interface Receiver {
  send(message: string | Buffer): void
  /** The browser takes no commands for now: the client should send none until `resume`. */
  pause?(): void
  resume?(): void
}

export interface RelayOptions {
  readonly toBrowser: Writable
  readonly fromBrowser: Readable
  /** The pipe is broken, or a message was too long. */
  readonly onBroken: () => void
  /** For acceptance checks that measure the box alone. */
  readonly judges?: boolean
  readonly traffic?: Traffic
  /** Reads long commands in a thread; they are read here when absent. */
  readonly readLong?: ReadLong | undefined
}

/** Reads a long command. Fails if it takes too long. */
export type ReadLong = (task: CommandTask) => Promise<CommandReading>

export interface StateClient {
  readonly receiver: Receiver
  readonly kind: 'tenant' | 'service'
  readonly root: string
  readonly sessions: Set<string>
  inFlight: number
  hasLeft: boolean
}

export type Waiting =
  | {
      readonly resolve: (result: Record<string, unknown>) => void
      readonly reject: (error: Error) => void
    }
  | {
      readonly client: StateClient
      readonly id: number
      readonly sessionId: string | undefined
      readonly method: string
    }

/** What the relay knows. */
export interface State {
  readonly options: RelayOptions
  /** Commands without an answer, by the number that Chromium sees. */
  readonly waiting: Map<number, Waiting>
  readonly owners: Map<string, StateClient>
  /** Target ids of sessions. */
  readonly targets: Map<string, string>
  readonly clients: Set<StateClient>
  /** Clients that are counted before they have joined. */
  tenants: number
  readonly pipe: CommandPipe
  readonly pageListeners: (() => void)[]
  last: number
  pageId: string | undefined
}

export const stopped = 'The browser stopped.'

/** Chromium writes nothing that fails, unless a page has taken it over. */
export function orBroken({ onBroken }: RelayOptions, work: () => void): void {
  try {
    work()
  } catch {
    onBroken()
  }
}

export function own({ owners }: State, client: StateClient, sessionId: string): void {
  if (client.hasLeft) return
  client.sessions.add(sessionId)
  owners.set(sessionId, client)
}

export function disown({ owners, targets }: State, client: StateClient, sessionId: string): void {
  client.sessions.delete(sessionId)
  owners.delete(sessionId)
  targets.delete(sessionId)
}

const Created = z.object({ result: z.object({ targetId: z.string() }) })
/** The page that was created last is the one that programs start with. */
export function notePage(state: State, method: string, answered: unknown): void {
  if (method !== 'Target.createTarget') return
  setPage(state, Created.safeParse(answered).data?.result.targetId)
}

export function setPage(state: State, pageId: string | undefined): void {
  if (pageId === undefined || pageId === state.pageId) return
  state.pageId = pageId
  for (const listener of state.pageListeners) listener()
}
