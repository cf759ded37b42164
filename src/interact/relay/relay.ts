import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { judge } from './judge.ts'
import { readRouting, withRouting, type Routing } from './message.ts'
import { splitMessages } from './split-messages.ts'

/** A client of the relay. */
export interface RelayClient {
  /** Takes a command of the client as text. */
  take(text: string): void
  leave(): void
}

/** Receives what the relay sends to one client. */
interface Receiver {
  send(text: string): void
}

/**
 * Lets several clients use one Chromium over its pipes. Each has a browser session of its own and sees the answers and events of its
 * sessions; each of its commands is judged.
 */
export interface Relay {
  /** Adds a client. Fails if there are too many, and if the browser is gone. Clients of the service are not counted. */
  join(receiver: Receiver, kind?: 'tenant' | 'service'): Promise<RelayClient>
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
}

const messageBytesMax = 64 * 1_024 ** 2
const clientsMax = 8
const inFlightMax = 4_000

interface Client extends Receiver {
  readonly kind: 'tenant' | 'service'
  readonly root: string
  readonly sessions: Set<string>
  inFlight: number
  hasLeft: boolean
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

const Command = z.object({
  id: z.int(),
  method: z.string().max(200),
  params: z.unknown().optional(),
  sessionId: z.string().max(100).optional(),
})
const Attached = z.object({ result: z.object({ sessionId: z.string() }) })
const SessionEvent = z.object({
  params: z.object({
    sessionId: z.string(),
    targetInfo: z.object({ targetId: z.string() }).optional(),
  }),
})
const Created = z.object({ result: z.object({ targetId: z.string() }) })
const Activated = z.object({ targetId: z.string() })
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
  clients: number
  readonly pageListeners: (() => void)[]
  last: number
  pageId: string | undefined
}

export function createRelay(options: RelayOptions): Relay {
  const { toBrowser, fromBrowser, onBroken } = options
  const state: State = {
    options,
    waiting: new Map(),
    owners: new Map(),
    targets: new Map(),
    pageListeners: [],
    clients: 0,
    last: 0,
    pageId: undefined,
  }
  splitMessages(fromBrowser, {
    bytesMax: messageBytesMax,
    onMessage: (message) => orBroken(options, () => receive(state, message)),
    onTooLong: onBroken,
  })
  for (const pipe of [toBrowser, fromBrowser]) pipe.on('error', onBroken)
  fromBrowser.once('close', () => answerAll(state))
  return {
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
    else orBroken(options, () => refuse(asked.client, asked, stopped))
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

const refuse = (client: Client, { id, sessionId }: z.output<typeof Command>, message: string) =>
  client.send(JSON.stringify({ id, sessionId, error: { code: -32_000, message } }))

async function join(state: State, receiver: Receiver, kind: Client['kind']): Promise<RelayClient> {
  const counted = kind === 'tenant' ? 1 : 0
  if (counted > 0 && state.clients >= clientsMax)
    throw new Error('The browser has too many clients.')
  state.clients += counted
  try {
    const { sessionId: root } = await ask(state, 'Target.attachToBrowserTarget', {})
    if (typeof root !== 'string') throw new Error('The browser gave no session.')
    const send = (text: string) => receiver.send(text)
    const client: Client = { kind, root, sessions: new Set(), inFlight: 0, hasLeft: false, send }
    own(state, client, root)
    return { take: (text) => take(state, client, text), leave: () => leave(state, client) }
  } catch (thrown) {
    state.clients -= counted
    throw thrown
  }
}

function leave(state: State, client: Client): void {
  if (client.hasLeft) return
  client.hasLeft = true
  if (client.kind === 'tenant') state.clients -= 1
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

/** Sends a message to Chromium under a number of the relay. */
function send(state: State, message: object, waiting: Waiting): void {
  const id = ++state.last
  state.waiting.set(id, waiting)
  state.options.toBrowser.write(`${JSON.stringify({ id, ...message })}\0`)
}

function ask(state: State, method: string, params: object): Promise<Record<string, unknown>> {
  const { fromBrowser } = state.options
  if (fromBrowser.closed) return Promise.reject(new Error(stopped))
  return new Promise((resolve, reject) => {
    const noteAndResolve = (result: Record<string, unknown>) => {
      notePage(state, method, { result })
      resolve(result)
    }
    send(state, { method, params }, { resolve: noteAndResolve, reject })
  })
}

/** Judges a command of a client, and sends it to Chromium or answers that it is refused. */
function take(state: State, client: Client, text: string): void {
  const command = commandOf(text)
  if (!command || client.hasLeft) return
  const { id, method, sessionId } = command
  const { judges = true, fromBrowser } = state.options
  if (fromBrowser.closed) return refuse(client, command, stopped)
  if (sessionId !== undefined && !client.sessions.has(sessionId))
    return refuse(client, command, 'No session with given id')
  if (client.inFlight >= inFlightMax)
    return refuse(client, command, 'Too many commands are in flight.')
  const verdict = judges ? judge(method, command.params) : { params: command.params ?? {} }
  if ('refusal' in verdict) return refuse(client, command, verdict.refusal)
  // The session ends by its own means, not by those of one client.
  if (method === 'Browser.close') return client.send(JSON.stringify({ id, result: {} }))
  if (method === 'Target.activateTarget')
    setPage(state, Activated.safeParse(verdict.params).data?.targetId)
  if (method === 'Page.bringToFront') setPage(state, state.targets.get(sessionId ?? ''))
  client.inFlight += 1
  const message = { method, params: verdict.params, sessionId: sessionId ?? client.root }
  send(state, message, { client, id, sessionId, method })
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
    const { result, error } = OwnAnswer.parse(JSON.parse(message.toString()))
    state.waiting.delete(number)
    if (error) asked.reject(new Error(error.message))
    else asked.resolve(result ?? {})
    return
  }
  state.waiting.delete(number)
  const { client, id, sessionId, method } = asked
  client.inFlight -= 1
  if (method === 'Target.attachToTarget' || method === 'Target.attachToBrowserTarget') {
    const attached = Attached.safeParse(JSON.parse(message.toString()))
    if (attached.success) own(state, client, attached.data.result.sessionId)
  }
  if (method === 'Target.createTarget') notePage(state, method, JSON.parse(message.toString()))
  client.send(withRouting(rest, { id, sessionId }))
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
    const parsed = SessionEvent.parse(JSON.parse(message.toString()))
    const { sessionId: changed, targetInfo } = parsed.params
    if (isAttached) {
      own(state, client, changed)
      state.targets.set(changed, targetInfo?.targetId ?? '')
    } else disown(state, client, changed)
  }
  client.send(withRouting(rest, { sessionId: sessionId === client.root ? undefined : sessionId }))
}

function commandOf(text: string): z.output<typeof Command> | undefined {
  try {
    return Command.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
