import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginRequest, currentTrace, traceHeaders, withTrace } from './trace.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'

const accepted = [
  `00-${id}-00f067aa0ba902b7-01`,
  `00-${id}-00f067aa0ba902b7-00`,
  `cc-${id}-00f067aa0ba902b7-01-later`,
]
for (const header of accepted) {
  test(`${header} is followed`, () => assert.equal(beginRequest(header).trace.traceId, id))
}

const refused = [
  undefined,
  '',
  [`00-${id}-00f067aa0ba902b7-01`],
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${id}-${'0'.repeat(16)}-01`,
  `ff-${id}-00f067aa0ba902b7-01`,
  `00-${id.toUpperCase()}-00f067aa0ba902b7-01`,
  `00-${id}-00f067aa0ba902b7`,
  `00-${id}-00f067aa0ba902b7-01-more`,
  `00-${id}-00f067aa0ba902b7-011`,
]
for (const header of refused) {
  test(`${String(header)} begins a trace of its own`, () => {
    const { traceId } = beginRequest(header).trace
    assert.match(traceId, /^[\da-f]{32}$/)
    assert.notEqual(traceId, id)
  })
}

test('work and what it starts belong to the trace, and nothing else does', async () => {
  const seen = await withTrace({ traceId: id, jobId: 'job' }, async () => {
    await new Promise(setImmediate)
    return { trace: currentTrace(), headers: traceHeaders() }
  })

  assert.deepEqual(seen.trace, { traceId: id, jobId: 'job' })
  assert.match(seen.headers.traceparent ?? '', new RegExp(`^00-${id}-[\\da-f]{16}-01$`))
  assert.deepEqual([currentTrace(), traceHeaders()], [undefined, {}])
})
