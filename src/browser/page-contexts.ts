import type { ConnectOverCDPTransport } from 'playwright-core'
import { createFrameContexts } from './frame-contexts.ts'
import { createOwnCommands, type CommandReply } from './own-commands.ts'

/** Commands, responses and events of the DevTools protocol, as far as they are read here. */
interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly result?: CommandReply
  readonly params?: {
    readonly sessionId?: string
    readonly frameId?: string
    readonly worldName?: string
    readonly targetInfo?: { readonly type: string }
    readonly frame?: { readonly id: string }
  }
}

interface Session {
  readonly contexts: ReturnType<typeof createFrameContexts>
  /** Whether playwright-core has asked for the contexts. */
  isEnabled: boolean
}

const driven = new Set(['page', 'iframe', 'worker', 'service_worker'])

/**
 * Keeps the domain `Runtime` disabled: while it is enabled, the browser reads the stack of errors that a page writes to the console,
 * which a page can notice. playwright-core enables it to learn the execution contexts of frames. Here they are asked for
 * instead, whenever a frame has another document, and reported to playwright-core in the same events.
 */
export function withPageContexts(
  inner: ConnectOverCDPTransport,
  { failed }: { readonly failed: (thrown: unknown) => void },
): ConnectOverCDPTransport {
  const sessions = new Map<string, Session>()
  /** Commands that attach for a purpose of our own: such sessions are left alone. */
  const attaching = new Set<number>()
  const commands = createOwnCommands(inner)

  function open(sessionId: string): void {
    const report = (method: string, params: object) =>
      transport.onmessage?.({ sessionId, method, params })
    const contexts = createFrameContexts({ sessionId, ask: commands.ask, report })
    sessions.set(sessionId, { contexts, isEnabled: false })
  }
  function observeTargets({ method, params = {} }: Message): void {
    const { sessionId = '', targetInfo } = params
    if (method === 'Target.attachedToTarget' && driven.has(targetInfo?.type ?? '')) open(sessionId)
    if (method !== 'Target.detachedFromTarget') return
    sessions.delete(sessionId)
    commands.end(sessionId)
  }
  function observeFrames({ sessionId = '', method, params = {} }: Message): void {
    const session = sessions.get(sessionId)
    if (!session?.isEnabled) return
    const frameId = params.frame?.id ?? params.frameId ?? ''
    if (method === 'Page.frameNavigated' || method === 'Page.frameAttached')
      session.contexts.learn(frameId).catch(failed)
    if (method === 'Page.frameDetached') session.contexts.forget(frameId)
  }
  function take(message: Message): void {
    const { id = 0, result } = message
    if (commands.take(id, result)) return
    if (attaching.delete(id)) sessions.delete(result?.sessionId ?? '')
    observeTargets(message)
    transport.onmessage?.(message)
    observeFrames(message)
  }

  /** A message that cannot be handled is skipped, as by the inner transport. */
  function answer(message: Message): void {
    try {
      transport.onmessage?.(message)
    } catch (thrown) {
      failed(thrown)
    }
  }

  const transport: ConnectOverCDPTransport = {
    send(message) {
      const { id = 0, sessionId = '', method, params }: Message = message
      const session = sessions.get(sessionId)
      if (method === 'Target.attachToTarget') attaching.add(id)
      if (params?.worldName !== undefined) session?.contexts.setWorld(params.worldName)
      if (!session || method !== 'Runtime.enable') return inner.send(message)
      session.isEnabled = true
      setImmediate(answer, { id, sessionId, result: {} })
      session.contexts.learnAll().catch(failed)
    },
    close: () => inner.close(),
  }
  Object.assign(inner, { onmessage: take })
  return transport
}
