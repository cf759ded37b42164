import type { Readable } from 'node:stream'
import { createCommandPipe } from './command-pipe.ts'
import { answerAll, receive } from './pass-messages.ts'
import { readTenantCommand, type ReadCommand, type CommandReading } from './read-command.ts'
import {
  disown,
  orBroken,
  own,
  type StateClient,
  type Receiver,
  type RelayOptions,
  type State,
} from './relay-state.ts'
import { ask, take } from './send-commands.ts'
import { splitMessages } from './split-messages.ts'
import { createTraffic, type Traffic } from './traffic.ts'

/** A client of the relay. */
export interface RelayClient {
  /** Takes a command of the client. Calls back when the browser has taken it, or it was refused. */
  take(command: string | ReadCommand, done?: () => void): void
  leave(): void
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
  readonly read: (bytes: Buffer) => CommandReading | Promise<CommandReading>
  /** Sends a command of the service, unjudged. */
  readonly ask: (method: string, params: object) => Promise<Record<string, unknown>>
  /** Target id of the page that was last created or activated. */
  readonly pageId: string | undefined
  /** Calls the listener whenever `pageId` changes. */
  onPage(listener: () => void): void
}

/** A longer command is read in a thread. */
const shortBytesMax = 128 * 1_024
const messageBytesMax = 64 * 1_024 ** 2
const clientsMax = 8

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

const forEach = ({ clients }: State, work: (receiver: Receiver) => void) => {
  for (const { receiver } of clients) work(receiver)
}

/** Reads nothing for a time: the browser waits. */
function rest(pipe: Readable, ms: number): void {
  if (ms === 0) return
  pipe.pause()
  setTimeout(() => pipe.resume(), ms).unref()
}

async function join(
  state: State,
  receiver: Receiver,
  kind: StateClient['kind'],
): Promise<RelayClient> {
  const counted = kind === 'tenant' ? 1 : 0
  if (counted > 0 && state.tenants >= clientsMax)
    throw new Error('The browser has too many clients.')
  state.tenants += counted
  try {
    const { sessionId: root } = await ask(state, 'Target.attachToBrowserTarget', {})
    if (typeof root !== 'string') throw new Error('The browser gave no session.')
    const sessions = new Set<string>()
    const client: StateClient = { kind, root, receiver, sessions, inFlight: 0, hasLeft: false }
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

function leave(state: State, client: StateClient): void {
  if (client.hasLeft) return
  client.hasLeft = true
  state.clients.delete(client)
  if (client.kind === 'tenant') state.tenants -= 1
  for (const sessionId of client.sessions) disown(state, client, sessionId)
  // Without a browser there is nothing to detach from.
  ask(state, 'Target.detachFromTarget', { sessionId: client.root }).catch(() => {})
}
