import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TraceEvent, TraceEventBody } from '#features/agent/trace.ts'
import { agentRuns, call } from '#test/fixtures/agent-runs.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { numberIn } from '#test/fixtures/observed-pages.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { html } from '#fixtures/refusals/refusal-page.ts'
import { startSite } from '#test/fixtures/site.ts'
import type { Script, Step } from '#test/scripted-model.ts'

const missing = await missingForSessions()
const skip = missing === undefined ? false : `skipped: ${missing}`

/** Status 200, as many checks for robots have. */
const challenge = html('Just a moment...', '<script>window._cf_chl_opt={}</script>')

/** What a reader does, by the results that it has. */
let reader: (results: readonly string[]) => Step = () => ({})
const url = (path: string) => site.url + path

/** The orchestrator gives one task to a reader, and finishes. */
const delegating = (results: readonly string[]): Step =>
  results.length > 0
    ? call('finish', { answer: results[0] ?? '', sources: [] })
    : call('delegate', { tasks: [{ goal: 'Use the browser.' }] })
let orchestrator = delegating

const script: Script = ({ tools, results }) => {
  if (tools.includes('report')) {
    try {
      return reader(results)
    } catch (thrown) {
      return call('report', { text: `${String(thrown)} ${results.at(-1) ?? ''}` })
    }
  }
  return orchestrator(results)
}

const other = await startSite((_request, response) => response.end('secret'))
const site = await startPages({
  '/form': modelPage(
    `<label>Name <input id="name"></label> <button>Show</button> <a href="/more">More</a> <a href="${other.url}/">Away</a> <a href="${other.url}/" target="_blank">Window</a><p id="out"></p>
     <script>document.querySelector('button').onclick = () => { document.querySelector('#out').textContent = 'The number of ' + document.querySelector('#name').value + ' is 4711.' }</script>`,
  ),
  '/more': modelPage('<p>More of it.</p>'),
  '/moved': { status: 302, headers: { location: '/form' } },
  '/away': { status: 302, headers: { location: `${other.url}/` } },
  '/docs/': article('Docs').replace('</main>', '<a href="/docs/a">A</a> <a href="/x">X</a></main>'),
  '/docs/a': article('Docs A'),
  '/x': article('X'),
  '/refused': challenge,
  '/mixed/': article('Mixed').replace(
    '</main>',
    '<a href="/mixed/a">A</a> <a href="/mixed/refused">B</a></main>',
  ),
  '/mixed/a': article('Mixed A'),
  '/mixed/refused': challenge,
})
const started = await startModelService(
  script,
  {},
  { WEIR_LLM_CONTEXT: '32768', WEIR_BROWSER_PAGES_MAX: '1' },
)
disposeAfterTests(other, site, started)

const runs = () => agentRuns(started.service)
const done = call('report', { text: 'Done.' })
const act = (action: string, element: string, text?: string) =>
  call('act', { action, element, ...(text !== undefined && { text }) })

test(
  'a reader uses a browser, notes what it read there, and the trace has its session',
  { skip },
  async () => {
    const [reached, seenLive] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const steps: ((page: string) => Step)[] = [
      () => call('open', { url: url('/form') }),
      (page) => act('fill', numberIn(page, 'Name'), 'Ada'),
      () => call('look', {}),
      (page) => act('click', numberIn(page, '"Show"')),
      () => call('read', {}),
      () => call('note', { records: [{ number: '4711' }], sources: [1] }),
      () => {
        reached.resolve()
        return { ...done, waitsFor: seenLive.promise }
      },
    ]
    const seen: string[][] = []
    reader = (results) => {
      seen.push([...results])
      return steps[results.length]?.(results.at(-1) ?? '') ?? done
    }
    const { id } = await runs().start({ prompt: 'The number of Ada?' })
    const ending = runs().finished(id)
    await Promise.race([reached.promise, ending])
    const { body } = await started.service.ask('GET', `/v2/agent/${id}/trace?liveView=true`)
    const live = body.activeBrowserSessions as { id: string; liveViewUrl: string }[]
    seenLive.resolve()
    const ended = await ending
    assert.equal(ended.status, 'completed', ended.error)
    assert.match(ended.data.answer, /Done/)
    const results = seen.at(-1) ?? []
    assert.match(results[4] ?? '', /The number of Ada is 4711/)
    assert.match(results[5] ?? '', /1 noted/)
    assert.ok(ended.creditsUsed >= 2)
    const [session] = live
    assert.ok(session)
    const { id: sessionId, liveViewUrl, ...shown } = session
    assert.deepEqual(shown, { viewport: { width: 1_280, height: 720 } })
    assert.match(liveViewUrl, new RegExp(`/live/${sessionId}/`))

    const events = await runs().loadTrace(id)
    const sessions = events.filter(({ type }) => type.startsWith('browser.session.'))
    assert.deepEqual(
      sessions.map(({ type, agent }) => [type, agent.role]),
      [
        ['browser.session.started', 'browser'],
        ['browser.session.finished', 'browser'],
      ],
    )
    const rows = await started.service.database.query<{ state: string; billed: number }>(
      `select state, credits_billed as billed from browser_sessions where run_id = $1`,
      [id],
    )
    assert.deepEqual(rows, [{ state: 'destroyed', billed: 0 }])
    assert.equal((await started.service.ask('GET', `/v2/interact/${sessionId}`)).status, 404)
    const list = await started.service.ask('GET', '/v2/interact')
    assert.deepEqual(list.body.sessions, [])
  },
)

test(
  'in a strict run the browser opens the named pages alone, whatever leads elsewhere',
  { skip },
  async () => {
    const steps: ((page: string) => Step)[] = [
      () => call('open', { url: url('/moved') }),
      (page) => act('click', numberIn(page, 'link "More"')),
      () => call('look', {}),
      (page) => act('click', numberIn(page, 'link "Away"')),
      () => call('look', {}),
      (page) => act('click', numberIn(page, 'link "Window"')),
      () => call('open', { url: `${other.url}/` }),
      () => call('open', { url: url('/away') }),
      () => call('look', {}),
      () => done,
    ]
    let last: readonly string[] = []
    reader = (results) => {
      last = results
      return steps[results.length]?.(results.at(-1) ?? '') ?? done
    }
    const urls = [url('/moved'), url('/away')]
    const ended = await runs().run({ prompt: 'Use it.', urls, strictConstrainToURLs: true })
    assert.equal(ended.status, 'completed', ended.error)
    assert.match(ended.data.answer, /Done/)
    assert.match(last[0] ?? '', new RegExp(`<${url('/form')}>`))
    assert.doesNotMatch(last.join('\n'), /More of it/)
    assert.match(last[6] ?? '', /may read these pages alone/)
    assert.match(last[7] ?? '', /could not be opened/)
    assert.match(last[8] ?? '', new RegExp(`<${url('/form')}>`))
    assert.equal(other.connections.total, 0)
    assert.ok(!site.requests.some((request) => request.url === '/more'))
  },
)

test(
  'without an open page each tool of the browser says so, and the run goes on',
  { skip },
  async () => {
    const steps = [
      call('look', {}),
      act('wait', ''),
      call('link', { element: 'e1' }),
      call('read', {}),
    ]
    let last: readonly string[] = []
    reader = (results) => {
      last = results
      return steps[results.length] ?? done
    }
    const ended = await runs().run({ prompt: 'Look.' })
    assert.equal(ended.status, 'completed', ended.error)
    assert.equal(last.length, steps.length)
    for (const text of last) assert.match(text, /The browser is not open, or it was lost/)
  },
)

test('a reader reads several pages of a site, below the first one', async () => {
  let last: readonly string[] = []
  reader = (results) => {
    last = results
    return results.length === 0 ? call('crawl', { url: url('/docs/') }) : done
  }
  const ended = await runs().run({ prompt: 'Read the docs.' })
  assert.equal(ended.status, 'completed', ended.error)
  assert.match(last[0] ?? '', /Source 1: Docs\n.*\nSource 2: Docs A/)
  assert.doesNotMatch(last[0] ?? '', /\/x/)
})

test('a page that the site refuses is no source of a run', async () => {
  let last: readonly string[] = []
  const steps = [
    call('scrape', { url: url('/refused') }),
    call('crawl', { url: url('/mixed/') }),
    call('note', { records: [{ title: 'Just a moment' }], sources: [3] }),
  ]
  reader = (results) => {
    last = results
    return steps[results.length] ?? done
  }
  const ended = await runs().run({ prompt: 'Read the pages.' })
  assert.equal(ended.status, 'completed', ended.error)
  assert.match(last[0] ?? '', /did not return the page: challenge/)
  assert.match(last[1] ?? '', /Source 1: Mixed\n.*\nSource 2: Mixed A/)
  assert.doesNotMatch(last[1] ?? '', /moment|refused/)
  assert.doesNotMatch(last[2] ?? '', /1 noted/)
})

test('a refusal in the browser of a run is no source', { skip }, async () => {
  let last: readonly string[] = []
  const steps = [
    call('open', { url: url('/refused') }),
    call('read', {}),
    call('open', { url: url('/more') }),
    call('read', {}),
  ]
  reader = (results) => {
    last = results
    return steps[results.length] ?? done
  }
  const ended = await runs().run({ prompt: 'Look at the pages.' })
  assert.equal(ended.status, 'completed', ended.error)
  assert.match(last[1] ?? '', /did not return the page: challenge/)
  assert.doesNotMatch(last[1] ?? '', /Source \d/)
  assert.match(last[3] ?? '', /Source 1: .*[^]*More of it/)
})

test(
  'the trace of a run that a caller ends has all kinds of events, and an end of all that began',
  { skip },
  async (t) => {
    t.after(() => (orchestrator = delegating))
    const waits = Promise.withResolvers<void>()
    const steps = [
      { text: 'First a plan.', ...call('plan', { steps: ['Use the browser.'] }) },
      delegating([]),
    ]
    orchestrator = (results) => steps[results.length] ?? {}
    const readerSteps = [
      call('open', { url: url('/form') }),
      call('scrape', { url: url('/absent') }),
      call('scrape', { url: url('/more') }),
    ]
    reader = (results) => {
      if (results.length === readerSteps.length) waits.resolve()
      return readerSteps[results.length] ?? { hangs: true }
    }
    const { id } = await runs().start({ prompt: 'Show everything.' })
    await waits.promise
    const ended = await started.service.ask('DELETE', `/v2/agent/${id}`)
    assert.equal(ended.status, 200)
    const events = await runs().loadTrace(id)
    for (const one of events) TraceEvent.parse(one)
    const kinds = TraceEventBody.options.map(({ shape }) => shape.type.value)
    assert.equal(kinds.length, 13)
    assert.deepEqual(new Set(events.map(({ type }) => type)), new Set<string>(kinds))
    const ends = events.slice(-5).map((one) => [one.type, one.agent.role, readOutcome(one)])
    assert.deepEqual(ends, [
      ['run.cancel_requested', 'system', undefined],
      ['browser.session.finished', 'browser', undefined],
      ['agent.finished', 'subagent', 'cancelled'],
      ['agent.finished', 'orchestrator', 'cancelled'],
      ['run.finished', 'system', 'cancelled'],
    ])
  },
)

const readOutcome = (event: TraceEvent) => ('outcome' in event ? event.outcome : undefined)
