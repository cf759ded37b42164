import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from './random-bytes.ts'

/** What work belongs to; each line of the log has it. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  readonly jobId?: string
}

const current = new AsyncLocalStorage<Trace>()
const shape = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:-|$)/
const zeros = /^0+$/
/** Only later versions may be longer. */
const firstVersion = { prefix: '00-', length: 55 }

/** The trace that a request belongs to by its header `traceparent` (W3C Trace Context), or a new one. */
export function readTrace(header: unknown): Trace {
  const text = typeof header === 'string' ? header : ''
  const [, traceId = '', parentId = ''] = shape.exec(text) ?? []
  const isLonger = text.startsWith(firstVersion.prefix) && text.length !== firstVersion.length
  const isValid = traceId !== '' && !isLonger && !zeros.test(traceId) && !zeros.test(parentId)
  return { traceId: isValid ? traceId : randomBytes(16).toString('hex') }
}

/** Runs work as a part of a trace; without a trace id, of the present one. */
export function withTrace<Result>(
  { traceId, jobId }: { readonly traceId: string | null | undefined; readonly jobId?: string },
  work: () => Result,
): Result {
  const id = traceId ?? current.getStore()?.traceId
  if (id === undefined) return work()
  return current.run({ traceId: id, ...(jobId !== undefined && { jobId }) }, work)
}

export const currentTrace = (): Trace | undefined => current.getStore()

/** The header that tells another service the trace; empty without one. */
export function traceHeaders(): { readonly traceparent?: string } {
  const trace = current.getStore()
  if (!trace) return {}
  return { traceparent: `00-${trace.traceId}-${randomBytes(8).toString('hex')}-01` }
}
