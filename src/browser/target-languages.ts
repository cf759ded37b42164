import type { ConnectOverCDPTransport } from 'playwright-core'

/** Commands and events of the DevTools protocol, as far as they are read here. */
interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: {
    readonly sessionId?: string
    readonly browserContextId?: string
    readonly acceptLanguage?: string
    readonly targetInfo?: { readonly type: string; readonly browserContextId?: string }
  }
}

/** A transport that gives workers and frames of other sites the languages of their context. */
export interface TargetLanguages {
  readonly transport: ConnectOverCDPTransport
  /** Languages of a context until it is closed, most preferred first. */
  set(browserContextId: string, languages: readonly string[]): void
}

/** Far above the ids of playwright-core. */
const firstId = 2_000_000_000

/** Targets that do not have the languages of the page by themselves. */
const types = new Set(['worker', 'shared_worker', 'service_worker', 'iframe'])

/**
 * The languages are set before a target runs its first script, which only the session that is attached to it while it starts can do.
 * playwright-core sets one language for frames, none for workers, and detaches from shared workers at once.
 */
export function withTargetLanguages(
  inner: ConnectOverCDPTransport,
  { failed }: { readonly failed: (thrown: unknown) => void },
): TargetLanguages {
  const byContext = new Map<string, string>()
  const bySession = new Map<string, string>()
  /** Sessions of shared workers: their languages last as long as the session. */
  const kept = new Set<string>()
  let id = firstId

  function attached(sessionId: string, targetInfo: { type: string; browserContextId?: string }) {
    const acceptLanguage = byContext.get(targetInfo.browserContextId ?? '')
    if (acceptLanguage === undefined || !types.has(targetInfo.type)) return
    bySession.set(sessionId, acceptLanguage)
    if (targetInfo.type === 'shared_worker') kept.add(sessionId)
    const params = { userAgent: '', acceptLanguage }
    inner.send({ id: id++, sessionId, method: 'Emulation.setUserAgentOverride', params })
  }
  function take(message: object) {
    const { id: answered = 0, method, params = {} }: Message = message
    if (answered >= firstId) return
    const { sessionId, targetInfo } = params
    if (method === 'Target.attachedToTarget' && sessionId && targetInfo)
      attached(sessionId, targetInfo)
    if (method === 'Target.detachedFromTarget' && sessionId) {
      bySession.delete(sessionId)
      kept.delete(sessionId)
    }
    transport.onmessage?.(message)
  }
  /** A message that cannot be handled is skipped, as by the inner transport. */
  function answer(message: object) {
    try {
      take(message)
    } catch (thrown) {
      failed(thrown)
    }
  }

  const transport: ConnectOverCDPTransport = {
    send(message) {
      const { id: asked, sessionId, method, params = {} }: Message = message
      if (method === 'Target.detachFromTarget' && kept.has(params.sessionId ?? '')) {
        setImmediate(answer, { id: asked, ...(sessionId && { sessionId }), result: {} })
        return
      }
      if (method === 'Target.disposeBrowserContext') byContext.delete(params.browserContextId ?? '')
      const acceptLanguage = bySession.get(sessionId ?? '')
      const isOverride = method === 'Emulation.setUserAgentOverride' && acceptLanguage !== undefined
      inner.send(isOverride ? { ...message, params: { ...params, acceptLanguage } } : message)
    },
    close: () => inner.close(),
  }
  Object.assign(inner, { onmessage: take })
  return {
    transport,
    set: (browserContextId, languages) => void byContext.set(browserContextId, languages.join(',')),
  }
}
