import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { createCommandPipe, type CommandPipe } from './command-pipe.ts'
import { parseMessage, readRouting, writeRefusal, withRouting, type Routing } from './message.ts'
import {
  readCommand,
  readTenantCommand,
  type ReadCommand,
  type Reading,
  type ReadTask,
} from './read-command.ts'
import { splitMessages } from './split-messages.ts'
import { createTraffic, type Traffic } from './traffic.ts'

/** A client of the relay. */
export interface RelayClient {
  /** Takes a command of the client. Calls back when the browser has taken it, or it was refused. */
  take(command: string | ReadCommand, done?: () => void): void
  leave(): void
}

/** Receives what the relay sends to one client. */
interface Receiver {
  send(message: string | Buffer): void
  /** The browser takes no commands for now: the client should send none until `resume`. */
  pause?(): void
  resume?(): void
}

/**
 * Lets several clients use one Chromium over its pipes. Each has a browser session of its own and sees the answers and events of its
 * sessions; each of its commands is judged.
 */
export interface Relay {
  /** Adds a client. Fails if there are too many, and if the browser is gone. Clients of the service are not counted. */
  join(receiver: Receiver, kind?: 'tenant' | 'service'): Promise<RelayClient>
  /** What passes through the relay. */
  readonly traffic: Traffic
  /** Reads a command of a tenant, a long one in a thread. */
  readonly read: (bytes: Buffer) => Reading | Promise<Reading>
  /** Sends a command of the service, unjudged. */
  readonly ask: (method: string, params: object) => Promise<Record<string, unknown>>
  /** Target id of the page that was last created or activated. */
  readonly pageId: string | undefined
  /** Calls the listener whenever `pageId` changes. */
  onPage(listener: () => void): void
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
export type ReadLong = (task: ReadTask) => Promise<Reading>

/** A longer command is read in a thread. */
const shortBytesMax = 128 * 1_024
const messageBytesMax = 64 * 1_024 ** 2
const clientsMax = 8
const inFlightMax = 4_000

interface Client {
  readonly receiver: Receiver
  readonly kind: 'tenant' | 'service'
  readonly root: string
  readonly sessions: Set<string>
  inFlight: number
  hasLeft: boolean
}

type Sent = Pick<ReadCommand, 'members' | 'sessionId'>

interface WhenTaken {
  /** Called when the browser has taken the command. */
  readonly done?: () => void
}

type Waiting =
  | {
      readonly resolve: (result: Record<string, unknown>) => void
      readonly reject: (error: Error) => void
    }
  | {
      readonly client: Client
      readonly id: number
      readonly sessionId: string | undefined
      readonly method: string
    }

const Attached = z.object({ result: z.object({ sessionId: z.string() }) })
const SessionEvent = z.object({
  params: z.object({
    sessionId: z.string(),
    targetInfo: z.object({ targetId: z.string() }).optional(),
  }),
})
const Created = z.object({ result: z.object({ targetId: z.string() }) })
const OwnAnswer = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
})

/** What the relay knows. */
interface State {
  readonly options: RelayOptions
  /** Commands without an answer, by the number that Chromium sees. */
  readonly waiting: Map<number, Waiting>
  readonly owners: Map<string, Client>
  /** Target ids of sessions. */
  readonly targets: Map<string, string>
  readonly clients: Set<Client>
  /** Clients that are counted before they have joined. */
  tenants: number
  readonly pipe: CommandPipe
  readonly pageListeners: (() => void)[]
  last: number
  pageId: string | undefined
}

export function createRelay(options: RelayOptions): Relay {
  const { toBrowser, fromBrowser, onBroken, traffic = createTraffic() } = options
  const { judges = true, readLong } = options
  const state: State = {
    options,
    waiting: new Map(),
    owners: new Map(),
    targets: new Map(),
    pageListeners: [],
    clients: new Set(),
    tenants: 0,
    pipe: createCommandPipe(toBrowser, {
      onFull: () => forEach(state, (receiver) => receiver.pause?.()),
      onFree: () => forEach(state, (receiver) => receiver.resume?.()),
    }),
    last: 0,
    pageId: undefined,
  }
  splitMessages(fromBrowser, {
    bytesMax: messageBytesMax,
    onMessage: (message) => orBroken(options, () => receive(state, message)),
    onTooLong: onBroken,
  })
  fromBrowser.on('data', ({ length }: Buffer) => rest(fromBrowser, traffic.spend(length)))
  for (const pipe of [toBrowser, fromBrowser]) pipe.on('error', onBroken)
  fromBrowser.once('close', () => answerAll(state))
  return {
    traffic,
    read: (bytes) =>
      readLong && bytes.length > shortBytesMax
        ? readLong({ bytes, judges })
        : readTenantCommand({ bytes, judges }),
    ask: (method, params) => ask(state, method, params),
    join: (receiver, kind = 'tenant') => join(state, receiver, kind),
    onPage: (listener) => void state.pageListeners.push(listener),
    get pageId() {
      return state.pageId
    },
  }
}

const stopped = 'The browser stopped.'

/** Nothing waits any longer for a browser that has stopped. */
function answerAll({ waiting, options }: State): void {
  for (const [number, asked] of waiting) {
    waiting.delete(number)
    if ('reject' in asked) asked.reject(new Error(stopped))
    else orBroken(options, () => asked.client.receiver.send(writeRefusal(asked, stopped)))
  }
}

/** Chromium writes nothing that fails, unless a page has taken it over. */
function orBroken({ onBroken }: RelayOptions, work: () => void): void {
  try {
    work()
  } catch {
    onBroken()
  }
}

const forEach = ({ clients }: State, work: (receiver: Receiver) => void) => {
  for (const { receiver } of clients) work(receiver)
}

/** Reads nothing for a time: the browser waits. */
function rest(pipe: Readable, ms: number): void {
  if (ms === 0) return
  pipe.pause()
  setTimeout(() => pipe.resume(), ms).unref()
}

async function join(state: State, receiver: Receiver, kind: Client['kind']): Promise<RelayClient> {
  const counted = kind === 'tenant' ? 1 : 0
  if (counted > 0 && state.tenants >= clientsMax)
    throw new Error('The browser has too many clients.')
  state.tenants += counted
  try {
    const { sessionId: root } = await ask(state, 'Target.attachToBrowserTarget', {})
    if (typeof root !== 'string') throw new Error('The browser gave no session.')
    const sessions = new Set<string>()
    const client: Client = { kind, root, receiver, sessions, inFlight: 0, hasLeft: false }
    state.clients.add(client)
    own(state, client, root)
    if (state.pipe.isFull) receiver.pause?.()
    return {
      take: (given, done = () => {}) => take(state, client, { given, done }),
      leave: () => leave(state, client),
    }
  } catch (thrown) {
    state.tenants -= counted
    throw thrown
  }
}

function leave(state: State, client: Client): void {
  if (client.hasLeft) return
  client.hasLeft = true
  state.clients.delete(client)
  if (client.kind === 'tenant') state.tenants -= 1
  for (const sessionId of client.sessions) disown(state, client, sessionId)
  // Without a browser there is nothing to detach from.
  ask(state, 'Target.detachFromTarget', { sessionId: client.root }).catch(() => {})
}

function own({ owners }: State, client: Client, sessionId: string): void {
  if (client.hasLeft) return
  client.sessions.add(sessionId)
  owners.set(sessionId, client)
}

function disown({ owners, targets }: State, client: Client, sessionId: string): void {
  client.sessions.delete(sessionId)
  owners.delete(sessionId)
  targets.delete(sessionId)
}

/** Sends a message to Chromium under a number of the relay, for what waits for its answer. */
function send(state: State, { members, sessionId }: Sent, waiting: Waiting & WhenTaken): void {
  const id = ++state.last
  state.waiting.set(id, waiting)
  const session = sessionId === undefined ? '' : `"sessionId":${JSON.stringify(sessionId)},`
  state.pipe.write(`{"id":${id},${session}`, members, waiting.done)
}

function ask(state: State, method: string, params: object): Promise<Record<string, unknown>> {
  const { fromBrowser } = state.options
  if (fromBrowser.closed) return Promise.reject(new Error(stopped))
  return new Promise((resolve, reject) => {
    const noteAndResolve = (result: Record<string, unknown>) => {
      notePage(state, method, { result })
      resolve(result)
    }
    const members = JSON.stringify({ method, params }).slice(1)
    send(state, { members }, { resolve: noteAndResolve, reject })
  })
}

/** Sends a command of a client to Chromium, or answers that it is refused. */
function take(
  state: State,
  client: Client,
  { given, done }: { readonly given: string | ReadCommand; readonly done: () => void },
): void {
  const { judges = true } = state.options
  const command =
    typeof given === 'string' ? readCommand({ bytes: Buffer.from(given), judges }) : given
  if (!command || client.hasLeft) return done()
  const answer = answerCommand(state, client, command)
  if (answer !== undefined) {
    client.receiver.send(answer)
    return done()
  }
  const { id, method, sessionId, members, targetId } = command
  if (method === 'Target.activateTarget') setPage(state, targetId)
  if (method === 'Page.bringToFront') setPage(state, state.targets.get(sessionId ?? ''))
  client.inFlight += 1
  const sent = { members, sessionId: sessionId ?? client.root }
  send(state, sent, { client, id, sessionId, method, done })
}

/** The answer to a command that is not sent to Chromium. */
function answerCommand(
  { options: { fromBrowser } }: State,
  { sessions, inFlight }: Client,
  { id, method, sessionId, refusal }: ReadCommand,
): string | undefined {
  const refused = (message: string) => writeRefusal({ id, sessionId }, message)
  if (fromBrowser.closed) return refused(stopped)
  if (sessionId !== undefined && !sessions.has(sessionId))
    return refused('No session with given id')
  if (inFlight >= inFlightMax) return refused('Too many commands are in flight.')
  if (refusal !== undefined) return refused(refusal)
  // The session ends by its own means, not by those of one client.
  return method === 'Browser.close' ? JSON.stringify({ id, result: {} }) : undefined
}

function receive(state: State, message: Buffer): void {
  const routing = readRouting(message)
  if (!routing) return
  if (routing.id === undefined) passEvent(state, message, routing)
  else passAnswer(state, message, { ...routing, id: routing.id })
}

function passAnswer(
  state: State,
  message: Buffer,
  { rest, id: number }: Routing & { readonly id: number },
): void {
  const asked = state.waiting.get(number)
  if (!asked) return
  if ('resolve' in asked) {
    // What cannot be read is still waited for, and fails when the browser has ended.
    const { result, error } = OwnAnswer.parse(parseMessage(message))
    state.waiting.delete(number)
    if (error) asked.reject(new Error(error.message))
    else asked.resolve(result ?? {})
    return
  }
  state.waiting.delete(number)
  const { client, id, sessionId, method } = asked
  client.inFlight -= 1
  if (method === 'Target.attachToTarget' || method === 'Target.attachToBrowserTarget') {
    const attached = Attached.safeParse(parseMessage(message))
    if (attached.success) own(state, client, attached.data.result.sessionId)
  }
  if (method === 'Target.createTarget') notePage(state, method, parseMessage(message))
  client.receiver.send(withRouting(rest, { id, sessionId }))
}

/** The page that was created last is the one that programs start with. */
function notePage(state: State, method: string, answered: unknown): void {
  if (method !== 'Target.createTarget') return
  setPage(state, Created.safeParse(answered).data?.result.targetId)
}

function setPage(state: State, pageId: string | undefined): void {
  if (pageId === undefined || pageId === state.pageId) return
  state.pageId = pageId
  for (const listener of state.pageListeners) listener()
}

function passEvent(state: State, message: Buffer, { method, sessionId, rest }: Routing): void {
  const client = state.owners.get(sessionId ?? '')
  if (!client) return
  const isAttached = method === 'Target.attachedToTarget'
  if (isAttached || method === 'Target.detachedFromTarget') {
    const parsed = SessionEvent.parse(parseMessage(message))
    const { sessionId: changed, targetInfo } = parsed.params
    if (isAttached) {
      own(state, client, changed)
      state.targets.set(changed, targetInfo?.targetId ?? '')
    } else disown(state, client, changed)
  }
  client.receiver.send(
    withRouting(rest, { sessionId: sessionId === client.root ? undefined : sessionId }),
  )
}
