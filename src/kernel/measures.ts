import Counter from 'prom-client/lib/counter.js'
import Histogram from 'prom-client/lib/histogram.js'

export type Measures = ReturnType<typeof createMeasures>

/** What parts of the service measure of their own work, for `/metrics`. */
export function createMeasures() {
  const registers: [] = []
  const pages = new Histogram({
    name: 'weir_page_duration_seconds',
    help: 'Time that pages of jobs were worked on, by outcome: done, failed, waiting (to be tried again), released.',
    labelNames: ['outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  const claims = new Histogram({
    name: 'weir_claim_duration_seconds',
    help: 'Time of claims of pages.',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  const claimed = new Counter({
    name: 'weir_pages_claimed_total',
    help: 'Pages of jobs that this process has claimed.',
    registers,
  })
  const queries = new Histogram({
    name: 'weir_database_duration_seconds',
    help: 'Time of statements and transactions, with the wait for a connection, by kind: query, transaction, write.',
    labelNames: ['kind'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15],
    registers,
  })
  const modelCalls = new Histogram({
    name: 'weir_llm_call_duration_seconds',
    help: 'Time of calls of the language model, by outcome: answered, failed.',
    labelNames: ['outcome'],
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers,
  })
  return {
    metrics: [pages, claims, claimed, queries, modelCalls],
    page: (outcome: string, seconds: number) => pages.observe({ outcome }, seconds),
    claim(count: number, seconds: number) {
      claims.observe(seconds)
      claimed.inc(count)
    },
    query: (kind: string, seconds: number) => queries.observe({ kind }, seconds),
    modelCall: (outcome: string, seconds: number) => modelCalls.observe({ outcome }, seconds),
  }
}

/** Calls `ended` with the seconds that the work took, whether it succeeded or failed. */
export async function timed<Result>(
  work: () => Promise<Result>,
  ended: (seconds: number, result: Result | undefined) => void,
): Promise<Result> {
  const startedAt = performance.now()
  let result: Result | undefined
  try {
    result = await work()
    return result
  } finally {
    ended((performance.now() - startedAt) / 1_000, result)
  }
}
