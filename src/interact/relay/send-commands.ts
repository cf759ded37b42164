import { writeRefusal } from './message.ts'
import { readCommand, type ReadCommand } from './read-command.ts'
import {
  notePage,
  setPage,
  stopped,
  type StateClient,
  type State,
  type Waiting,
} from './relay-state.ts'

const inFlightMax = 4_000

type Sent = Pick<ReadCommand, 'members' | 'sessionId'>

interface WhenTaken {
  /** Called when the browser has taken the command. */
  readonly done?: () => void
}

/** Sends a message to Chromium under a number of the relay, for what waits for its answer. */
function send(state: State, { members, sessionId }: Sent, waiting: Waiting & WhenTaken): void {
  const id = ++state.last
  state.waiting.set(id, waiting)
  const session = sessionId === undefined ? '' : `"sessionId":${JSON.stringify(sessionId)},`
  state.pipe.write(`{"id":${id},${session}`, members, waiting.done)
}

/** Sends a command of the service, and waits for its answer. Fails with the error of the browser, and when it has stopped. */
export function ask(
  state: State,
  method: string,
  params: object,
): Promise<Record<string, unknown>> {
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
export function take(
  state: State,
  client: StateClient,
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
  { sessions, inFlight }: StateClient,
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
