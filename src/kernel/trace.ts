import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from './random-bytes.ts'

/** What work belongs to; each line of the log has it. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  readonly jobId?: string
}

/** What a span is about; URLs are in none, because they may carry secrets. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A piece of work of a trace, when it has ended. Times are milliseconds since 1970. */
export interface TraceSpan {
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** The piece of work that it is a part of. */
  readonly parentId: string | undefined
  readonly name: string
  readonly kind: SpanKind
  readonly startedMs: number
  readonly endedMs: number
  readonly attributes: SpanAttributes
  readonly isFailed: boolean
}

/** Who asks whom: `server` is asked, `client` asks another service. */
export type SpanKind = 'server' | 'client' | 'internal'

/** The span that work is in. */
interface Place {
  readonly trace: Trace
  readonly spanId: string | undefined
}

/** What a span of this process is begun with. */
export interface BegunSpan extends Pick<TraceSpan, 'spanId' | 'parentId' | 'startedMs'> {
  readonly trace: Trace
}

const current = new AsyncLocalStorage<Place>()
const recorders = new Set<(span: TraceSpan) => void>()
const shape = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:-|$)/
const zeros = /^0+$/
/** Only later versions may be longer. */
const firstVersion = { prefix: '00-', length: 55 }

/** The span of a request: a part of what its header `traceparent` (W3C Trace Context) names, or the first of a new trace. */
export function beginRequest(header: unknown): BegunSpan {
  const text = typeof header === 'string' ? header : ''
  const [, traceId = '', parentId = ''] = shape.exec(text) ?? []
  const isLonger = text.startsWith(firstVersion.prefix) && text.length !== firstVersion.length
  const isValid = traceId !== '' && !isLonger && !zeros.test(traceId) && !zeros.test(parentId)
  return {
    trace: { traceId: isValid ? traceId : randomBytes(16).toString('hex') },
    spanId: newSpanId(),
    parentId: isValid ? parentId : undefined,
    startedMs: Date.now(),
  }
}

/** Runs work as a part of a span. */
export const withinSpan = <Result>({ trace, spanId }: BegunSpan, work: () => Result): Result =>
  current.run({ trace, spanId }, work)

/** Runs work as a part of a trace; without a trace id, of the present one. */
export function withTrace<Result>(
  { traceId, jobId }: { readonly traceId: string | null | undefined; readonly jobId?: string },
  work: () => Result,
): Result {
  const present = current.getStore()
  const id = traceId ?? present?.trace.traceId
  if (id === undefined) return work()
  const trace = { traceId: id, ...(jobId !== undefined && { jobId }) }
  const spanId = present?.trace.traceId === id ? present.spanId : undefined
  return current.run({ trace, spanId }, work)
}

export const currentTrace = (): Trace | undefined => current.getStore()?.trace

/** The header that tells another service the trace, and the span that it is a part of; empty without one. */
export function traceHeaders(): { readonly traceparent?: string } {
  const place = current.getStore()
  if (!place) return {}
  return { traceparent: `00-${place.trace.traceId}-${place.spanId ?? newSpanId()}-01` }
}

/** Calls `record` with every span that ends in this process from now on, until it is disposed. */
export function recordSpans(record: (span: TraceSpan) => void): Disposable {
  recorders.add(record)
  return { [Symbol.dispose]: () => void recorders.delete(record) }
}

/**
 * Runs work as a span of the present trace. `describe` gets its result, or nothing when it failed. Outside of a trace, or where no part of
 * the process records spans, it only runs.
 */
export async function inSpan<Result>(
  { name, kind = 'internal' }: { readonly name: string; readonly kind?: SpanKind },
  work: () => Promise<Result>,
  describe: (result: Result) => SpanAttributes = () => ({}),
): Promise<Result> {
  const present = current.getStore()
  if (!present || recorders.size === 0) return work()
  const { trace, spanId: parentId } = present
  const span = { trace, spanId: newSpanId(), parentId, startedMs: Date.now() }
  let attributes: SpanAttributes | undefined
  try {
    const result = await withinSpan(span, work)
    attributes = describe(result)
    return result
  } finally {
    endSpan(span, { name, kind, attributes: attributes ?? {}, isFailed: !attributes })
  }
}

/** Ends a span that was begun. */
export function endSpan(
  { trace: { traceId, jobId }, ...begun }: BegunSpan,
  ended: Pick<TraceSpan, 'name' | 'kind' | 'attributes' | 'isFailed'>,
): void {
  const attributes =
    jobId === undefined ? ended.attributes : { ...ended.attributes, 'weir.job_id': jobId }
  for (const record of recorders)
    record({ ...begun, ...ended, traceId, attributes, endedMs: Date.now() })
}

const newSpanId = () => randomBytes(8).toString('hex')
