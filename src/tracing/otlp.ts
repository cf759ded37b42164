import type { TraceSpan, SpanAttributes, SpanKind } from '#kernel/trace.ts'

/** The process whose spans they are. */
export interface SpanSource {
  readonly service: string
  readonly version: string
  /** Tells processes of one service apart. */
  readonly instance: string
}

/** Numbers of `SpanKind` and of the status of a failed span in OTLP. */
const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 }
const failed = { code: 2 }

/**
 * The body of a request that exports spans: an `ExportTraceServiceRequest` in OTLP's JSON encoding
 * (opentelemetry.io/docs/specs/otlp, ids as hexadecimal digits, times as nanoseconds since 1970). Written here, because the official
 * packages take 28 MB and open connections of their own, past the checks of `net`.
 */
export function writeSpans(spans: readonly TraceSpan[], source: SpanSource): string {
  const { service, version, instance } = source
  const resource = {
    'service.name': service,
    'service.version': version,
    'service.instance.id': instance,
  }
  const request = {
    resourceSpans: [
      {
        resource: { attributes: writeAttributes(resource) },
        scopeSpans: [{ scope: { name: 'weir', version }, spans: spans.map(writeSpan) }],
      },
    ],
  }
  return JSON.stringify(request)
}

const writeSpan = ({ traceId, spanId, parentId, name, kind, ...span }: TraceSpan) => ({
  traceId,
  spanId,
  parentSpanId: parentId,
  name,
  kind: kinds[kind],
  startTimeUnixNano: toNanoseconds(span.startedMs),
  endTimeUnixNano: toNanoseconds(span.endedMs),
  attributes: writeAttributes(span.attributes),
  status: span.isFailed ? failed : {},
})

/** Numbers of 64 bits are texts in JSON. */
const toNanoseconds = (ms: number) => `${BigInt(Math.round(ms)) * 1_000_000n}`

const writeAttributes = (attributes: SpanAttributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: `${value}` },
  }))
