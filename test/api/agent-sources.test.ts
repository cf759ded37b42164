import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentRuns, call, inTurn, millPages, millSchema } from '#test/fixtures/agent-runs.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startModelService } from '#test/fixtures/model-service.ts'
import type { Script } from '#test/scripted-model.ts'

/** What the model does; each test sets it. */
let script: Script = () => ({})

const started = await startModelService((request, index) => script(request, index), millPages, {
  WEIR_LLM_CONTEXT: '16384',
})
disposeAfterTests(started)
const { run, loadTrace } = agentRuns(started.service)

/** The paths of sources. */
const listPaths = (sources: readonly { readonly url: string }[]) =>
  sources.map(({ url }) => new URL(url).pathname)

test('an answer names only the sources that state some of it', async () => {
  const read = ['/mill', '/town'].map((path) =>
    call('scrape', { url: `${started.site.url}${path}` }),
  )
  const answers = async (given: object, ...more: object[]) => {
    const finishes = [given, ...more].map((input) => call('finish', input))
    script = inTurn(...read, ...finishes)
    const { id, data } = await run({ prompt: 'Who built it?' })
    const named = listPaths(data.sources)
    return { named, answer: data.answer, events: await loadTrace(id) }
  }
  const answer = 'It was built by John Carter in 1820.'
  const both = await answers({ answer, sources: [1, 2] })
  assert.deepEqual([both.named, both.answer], [['/mill'], answer])
  assert.ok(both.events.some((event) => 'message' in event && /not named/.test(event.message)))
  assert.deepEqual(
    (await answers({ answer: 'The village has 236 people.', sources: [1, 2] })).named,
    ['/town'],
  )
  // Named without reason: sent back, and corrected.
  const sentBack = await answers({ answer, sources: [2] }, { answer, sources: [1] })
  assert.deepEqual(sentBack.named, ['/mill'])
  // Never corrected: no source is named.
  assert.deepEqual((await answers({ answer: 'Ada Byron built it.', sources: [1, 2] })).named, [])
  // In other words, with a quote.
  const quotes = [{ source: 2, words: 'a village of 236 people' }]
  const quoted = await answers({ answer: 'It is tiny.', sources: [1, 2], quotes })
  assert.deepEqual(quoted.named, ['/town'])
})

test('data name only the sources that hold a value of them', async () => {
  const read = ['/mill', '/town'].map((path) =>
    call('scrape', { url: `${started.site.url}${path}` }),
  )
  const data = { builder: 'John Carter', year: 1820 }
  for (const sources of [[1, 2], []]) {
    script = inTurn(...read, call('finish', { data, sources }))
    const { id } = await run({ prompt: 'Who built it?', schema: millSchema })
    const events = await loadTrace(id)
    const last = events.findLast(({ type }) => type === 'artifact.updated')
    assert.ok(last && 'artifact' in last)
    const path = `/v2/agent/${id}/snapshots/${last.artifact.snapshotId}`
    const { body } = await started.service.ask('GET', path)
    assert.deepEqual(listPaths(JSON.parse(body.snapshot).sources), ['/mill'])
  }
})
