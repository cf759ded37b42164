import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, inTurn } from '#test/fixtures/agent-runs.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { httpClients } from '#test/fixtures/mcp-clients.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { startPublicClients } from '#test/fixtures/public-clients.ts'
import { preparePythonSdk, runPython } from '#test/fixtures/python-package.ts'
import type { Script } from '#test/scripted-model.ts'
import { firstKey } from '#test/service.ts'

let script: Script = () => ({})

const started = await startModelService(
  (request, index) => script(request, index),
  { '/mill': modelPage('<p>The mill was built in 1820 by John Carter.</p>') },
  { WEIR_LLM_CONTEXT: '16384' },
)
const clients = await startPublicClients(await started.service.listen())
disposeAfterTests(started, clients)

const command = (...args: readonly string[]) => clients.command('agent', ...args)

const schema = { type: 'object', properties: { builder: { type: 'string' } } }
const wholeRun = () =>
  inTurn(
    call('scrape', { url: `${started.site.url}/mill` }),
    call('finish', { data: { builder: 'John Carter' }, sources: [1] }),
  )
const idIn = (out: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(out)?.[0] ?? ''

test('the public command line client runs, watches and cancels the agent', async () => {
  script = wholeRun()
  const asked = ['--schema', JSON.stringify(schema), '--urls', `${started.site.url}/mill`]
  const more = ['--max-credits', '100', '--wait', '--poll-interval', '0.2', '--json']
  const out = await command('Who built the mill?', ...asked, ...more)
  const data = JSON.parse(out) as { status: string; data: unknown }
  assert.deepEqual([data.status, data.data], ['completed', { builder: 'John Carter' }])

  script = () => ({ hangs: true })
  const id = idIn(await command('Wait.'))
  assert.match(await command(id, '--status'), /processing/)
  assert.match(await command(id, '--cancel'), /cancel/i)
  assert.match(await command(id, '--status', '--json'), /"status": ?"failed"/)
})

test('the public MCP server runs the agent and continues its thread', async () => {
  await using mcp = await clients.startMcp()
  interface Answer {
    readonly id: string
    readonly threadId: string
    readonly threadTurn: number
    readonly status: string
    readonly data: unknown
    readonly message?: string
    readonly suggestions?: unknown
  }
  const use = async (name: string, given: Record<string, unknown>) =>
    (await mcp.call(name, given)) as Answer
  async function finished(id: string): Promise<Answer> {
    for (;;) {
      const status = await use('firecrawl_agent_status', { id })
      if (status.status !== 'processing') return status
      await sleep(50)
    }
  }

  script = wholeRun()
  const urls = [`${started.site.url}/mill`]
  const begun = await use('firecrawl_agent', {
    prompt: 'Who built the mill?',
    urls,
    schema,
    effort: 'low',
    maxCredits: 100,
    strictConstrainToURLs: true,
  })
  const ended = await finished(begun.id)
  assert.deepEqual([ended.status, ended.data], ['completed', { builder: 'John Carter' }])

  await using ours = await httpClients['sdk 2, 2026-07-28'](`${clients.url}/mcp`)
  const mine = await ours.call('firecrawl_agent_status', { id: begun.id })
  assert.deepEqual(
    JSON.parse(mine.texts[0] ?? ''),
    await use('firecrawl_agent_status', { id: begun.id }),
  )
  script = wholeRun()
  const again = await ours.call('firecrawl_agent', { prompt: 'Who built the mill?', urls, schema })
  assert.equal(again.isError, false, again.texts[0])
  assert.equal((await finished(JSON.parse(again.texts[0] ?? '').id)).status, 'completed')

  const suggestions = [{ label: 'Tickets', prompt: 'What do tickets cost?' }]
  script = inTurn(call('finish', { answer: 'In 1820.', sources: [], suggestions }))
  const { threadId } = begun
  const next = await use('firecrawl_agent', { prompt: 'And when?', threadId, mode: 'chat' })
  assert.deepEqual([next.threadId, next.threadTurn], [threadId, 2])
  const said = await finished(next.id)
  assert.deepEqual(said.suggestions, suggestions)
})

const python = `
import json, os
from firecrawl import Firecrawl
client = Firecrawl(api_key=os.environ["API_KEY"], api_url=os.environ["API_URL"])
page = os.environ["TARGET"]
schema = {"type": "object", "properties": {"builder": {"type": "string"}}}
ran = client.agent([page], prompt="Who built the mill?", schema=schema, max_credits=100,
    strict_constrain_to_urls=True, effort="low", mode="extract", poll_interval=1)
listed = client.list_agents().agents[0]
trace = client.get_agent_trace(listed.id, live_view=True)
artifact = [one.artifact for one in trace.events if one.type == "artifact.updated"][0]
snapshot = client.get_agent_snapshot(listed.id, artifact.snapshot_id)
thread = client.get_agent_thread(ran.thread_id, include_data=True).thread
waiting = client.start_agent(prompt="Wait.", thread_id=ran.thread_id, mode="chat")
cancelled = client.cancel_agent(waiting.id)
stopped = client.get_agent_status(waiting.id)
extracted = client.extract([page], schema=schema, prompt="the mill", show_sources=True, poll_interval=1)
print(json.dumps({
    "ran": [ran.success, ran.status, ran.data],
    "listed": [listed.status, listed.options.prompt],
    "trace": [trace.events[0].type, trace.events[-1].type, "1820" in snapshot.snapshot],
    "thread": [thread.status, [[run.turn, run.status, run.data] for run in thread.runs]],
    "cancelled": [waiting.thread_turn, cancelled, stopped.status, stopped.credits_used],
    "extracted": [extracted.success, extracted.data, extracted.sources],
}))
`

test('the public Python SDK makes every call of the agent, and extracts', async (t) => {
  const program = await preparePythonSdk()
  if (program === undefined) return t.skip('the Python SDK cannot be installed here')
  script = (request, index) => {
    if (request.tools.length === 0) return { text: '{"builder":"John Carter"}' }
    const isSecond = request.texts.some(({ text }) => text.includes('Wait.'))
    return isSecond ? { hangs: true } : wholeRun()(request, index)
  }
  const page = `${started.site.url}/mill`
  const names = { API_KEY: firstKey, API_URL: clients.url, TARGET: page }
  const found = { builder: 'John Carter' }
  assert.deepEqual(await runPython(program, python, names), {
    ran: [true, 'completed', found],
    listed: ['completed', 'Who built the mill?'],
    trace: ['run.started', 'run.finished', true],
    thread: ['idle', [[1, 'succeeded', found]]],
    cancelled: [2, true, 'failed', 0],
    extracted: [true, found, { builder: [page] }],
  })
})
