import type { Log } from '#kernel/log.ts'
import { recordSpans, type TraceSpan } from '#kernel/trace.ts'
import type { ServerFetch } from '#net/call-server.ts'
import { writeSpans, type SpanSource } from './otlp.ts'

interface ExportOptions {
  /** Where spans are sent. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly call: ServerFetch
  readonly source: SpanSource
  readonly log: Log
}

const batchMax = 512
/** Spans that wait; later ones are left out, and counted. */
const waitingMax = 4_096
const everyMs = 5_000
const answerMsMax = 10_000
/** What is left when the process ends is sent within this time. */
const lastMsMax = 2_000

/**
 * Sends the spans of this process to a collector, in batches. What the collector does not take is left out: the log says how many, once a
 * minute. Sends what is left when it is disposed.
 */
export function exportSpans(options: ExportOptions): AsyncDisposable {
  const { log } = options
  let waiting: TraceSpan[] = []
  const lost = createLossReport(log)
  const ending = new AbortController()
  const recording = recordSpans((span) => {
    if (waiting.length < waitingMax) waiting.push(span)
    else lost.add(1, 'too many spans wait')
  })

  async function send(msMax: number): Promise<void> {
    for (let batch = take(); batch.length > 0; batch = take()) {
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(msMax)])
      const failure = await post(batch, options, signal)
      if (failure !== undefined) return lost.add(batch.length, failure)
    }
  }

  function take(): TraceSpan[] {
    const batch = waiting.slice(0, batchMax)
    waiting = waiting.slice(batchMax)
    return batch
  }

  let sending = Promise.resolve()
  const timer = setInterval(() => {
    // After the one before, which may take longer than the interval.
    sending = sending.then(() => send(answerMsMax))
  }, everyMs).unref()

  return {
    async [Symbol.asyncDispose]() {
      recording[Symbol.dispose]()
      clearInterval(timer)
      // What is being sent has the same time.
      const late = setTimeout(() => ending.abort(), lastMsMax)
      await sending
      await send(lastMsMax)
      clearTimeout(late)
      if (waiting.length > 0) lost.add(waiting.length, 'the process ends')
      lost.report()
    },
  }
}

/** Returns why the collector did not take the spans. */
async function post(
  spans: readonly TraceSpan[],
  { url, headers, call, source }: ExportOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const body = writeSpans(spans, source)
    const sent = { ...headers, 'content-type': 'application/json' }
    const answer = await call(url, { method: 'POST', headers: sent, body, signal })
    return answer.ok ? undefined : `the collector answered ${answer.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const reportEveryMs = 60_000

function createLossReport(log: Log) {
  let [count, last, reportedAt] = [0, '', -Infinity]
  function report(): void {
    if (count === 0) return
    log.warn({ spans: count, reason: last }, 'spans were not exported')
    reportedAt = performance.now()
    count = 0
  }
  return {
    report,
    add(spans: number, reason: string): void {
      count += spans
      last = reason
      if (performance.now() - reportedAt >= reportEveryMs) report()
    },
  }
}
