/**
 * Expensive input from callers and sites does not block the main thread for long, and `/health/live` responds throughout. JSON
 * schemas are filled by rules and by a scripted model, one at a time, and each takes little of the main thread in all. CPU time is
 * measured, so that other load does not count. Control: the same kinds of input, processed by naive code in processes with a time
 * limit.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { browserUnderTest } from '#test/fixtures/browsers.ts'
import { report } from '#test/fixtures/acceptance.ts'
import {
  browserInputs,
  hostileInputs,
  schemaAnswer,
  schemaInputs,
  type HostileInput,
} from '#test/fixtures/hostile-inputs.ts'
import { serveHostile } from '#test/fixtures/hostile-site.ts'
import { lateReadings } from '#test/fixtures/naive-readings.ts'
import { startSite } from '#test/fixtures/site.ts'
import { until } from '#test/fixtures/until.ts'
import type { Busyness } from '#test/fixtures/watched-service.ts'
import { startScriptedModel } from '#test/scripted-model.ts'

const p99MsMax = 100
/** Duration of the longest task for one input alone. */
const cpuMsMax = 200
const atOnce = 4
/** Duration of the longest task for one schema, and of all tasks for it. */
const schemaMsMax = { longest: 100, all: 300 }
const jobMsMax = 20_000
/** Longer jobs are cancelled, because only their start is measured. */
const pagesMax = 1_000
const readingMsMax = 1_000
const [quietMs, quietShareMax] = [2_000, 0.01]
const isVerbose = process.argv.includes('--each')
const [, , , only = ''] = process.argv

let delivered = 0
await using site = await startSite(serveHostile, { host: '0.0.0.0' })
await using receiver = await startSite((delivery, response) => {
  delivery.resume().on('end', () => {
    delivered += 1
    response.end()
  })
})
await using model = await startScriptedModel(({ texts }) => ({
  text: schemaAnswer(JSON.stringify(texts)),
}))
const modelSettings = {
  WEIR_LLM_PROVIDER: 'compatible',
  WEIR_LLM_MODEL: 'scripted',
  WEIR_LLM_URL: model.urls.compatible,
  WEIR_LLM_CONTEXT: '131072',
}
let { child, service } = await startWatched({})
const headers = () => ({
  authorization: `Bearer ${service.key}`,
  'content-type': 'application/json',
})
const inputs = [
  ...hostileInputs(site.port, receiver.url),
  ...(browserUnderTest() ? browserInputs(site.port) : []),
].filter(({ name }) => name.includes(only))

const [warm] = browserInputs(site.port)
if (warm) await send({ ...warm, name: 'warm' })
await busyness()
await sleep(2_000)
const idle = await busyness()
let [asked, healthy, answered] = [0, 0, 0]
const watch = setInterval(() => void askHealth(), 100)
const waiting = [...inputs]
await Promise.all(
  Array.from({ length: isVerbose ? 1 : atOnce }, async () => {
    for (let input = waiting.shift(); input; input = waiting.shift()) {
      if (isVerbose) await busyness()
      if (await send(input)) answered += 1
      if (isVerbose) sayBusyness(input, await busyness())
    }
  }),
)
const busy = await busyness()
const schemas = await sendEach(schemaInputs(site.port, false))
await stopWatched()
;({ child, service } = await startWatched(modelSettings))
schemas.push(...(await sendEach(schemaInputs(site.port, true))))
clearInterval(watch)
await stopWatched()
const longest = Math.max(...schemas.map(({ cpuMs }) => cpuMs.max))
const most = Math.max(...schemas.map(({ cpuMs }) => cpuMs.all))

const control = await lateReadings(readingMsMax)
report(
  'hostile-main-thread',
  answered === inputs.length &&
    busy.cpuMs.p99 <= p99MsMax &&
    busy.cpuMs.max <= cpuMsMax &&
    schemas.length > 0 &&
    schemas.every(({ isAnswered }) => isAnswered) &&
    longest <= schemaMsMax.longest &&
    most <= schemaMsMax.all &&
    control.names.every((name) => !name.startsWith('schema: ') || control.late.includes(name)) &&
    healthy === asked &&
    control.late.length > control.names.length / 2,
  `${answered} of ${inputs.length} answered, busy p99 ${ms(busy.cpuMs.p99)}, longest ${ms(busy.cpuMs.max)} (idle ${ms(idle.cpuMs.max)}), delay p99 ${ms(busy.delayMs.p99)} (idle ${ms(idle.delayMs.p99)}), ${schemas.length} schemas: longest ${ms(longest)}, at most ${ms(most)} for one; /health/live ${healthy} of ${asked}; control ${control.late.length} of ${control.names.length} naive readings not finished after ${ms(readingMsMax)}`,
)

async function startWatched(settings: object) {
  const started = fork(new URL('../fixtures/watched-service.ts', import.meta.url), [
    JSON.stringify(settings),
  ])
  const [ready] = (await once(started, 'message')) as [
    { readonly url: string; readonly key: string },
  ]
  return { child: started, service: ready }
}

async function stopWatched(): Promise<void> {
  child.disconnect()
  await once(child, 'exit')
}

/**
 * Sends one after the other, twice: the first request of a kind loads code, and what was sent before has its pages indexed. What the
 * service and the questions for its health take without a request is not counted.
 */
async function sendEach(each: readonly HostileInput[]) {
  const sent: (Busyness & { readonly isAnswered: boolean })[] = []
  for (const input of each.filter(({ name }) => name.includes(only))) {
    let isAnswered = await send(input)
    const idleShare = await quiet()
    const startedAt = performance.now()
    isAnswered = (await send(input)) && isAnswered
    const { cpuMs, delayMs } = await busyness()
    const all = cpuMs.all - idleShare * (performance.now() - startedAt)
    const figures = { cpuMs: { ...cpuMs, all }, delayMs }
    if (isVerbose) sayBusyness(input, figures)
    sent.push({ ...figures, isAnswered })
  }
  return sent
}

/** Waits until the main thread has little to do, and begins to measure. Returns the share of its time that it is busy then. */
async function quiet(): Promise<number> {
  let share = 1
  const isQuiet = async () => {
    await sleep(quietMs)
    share = (await busyness()).cpuMs.all / quietMs
    return share < quietShareMax
  }
  await busyness()
  await until(isQuiet, { withinMs: jobMsMax, everyMs: 0 })
  return share
}

function ms(figure: number): string {
  return `${figure.toFixed(0)} ms`
}

function sayBusyness({ name }: HostileInput, { cpuMs, delayMs }: Busyness): void {
  console.error(`${name}: busy ${ms(cpuMs.max)}, all ${ms(cpuMs.all)}, delay ${ms(delayMs.max)}`)
}

async function askHealth(): Promise<void> {
  const { pid } = child
  const answer = await request(`${service.url}/health/live`).catch(() => undefined)
  await answer?.body.dump()
  // A service that was stopped meanwhile does not count.
  if (!child.connected || child.pid !== pid) return
  asked += 1
  if (answer?.statusCode === 200) healthy += 1
}

/** Whether no response is an internal error; waits for jobs and their results. */
async function send({ path, body, name, times = 1 }: HostileInput): Promise<boolean> {
  for (let time = 0; time < times; time += 1) {
    const before = delivered
    const payload = JSON.stringify(body)
    const answer = await request(`${service.url}${path}`, {
      method: 'POST',
      headers: headers(),
      body: payload,
    })
    const text = await answer.body.text()
    if (isVerbose) console.error(name, answer.statusCode, text.length, text.slice(-150))
    if (answer.statusCode >= 500 && !text.includes('SCRAPE_')) return false
    const { id } = JSON.parse(text) as { readonly id?: string }
    const isJob = id !== undefined && (path === '/v2/crawl' || path === '/v2/batch/scrape')
    if (isJob) await ended(`${service.url}${path}/${id}`)
    if ('webhook' in body)
      await until(() => delivered > before + 3, { withinMs: jobMsMax, everyMs: 100 })
  }
  return true
}

/** Waits for a job, cancels it if it is long, and reads its documents. */
async function ended(url: string): Promise<void> {
  const isOver = async () => {
    const { body } = await request(`${url}?limit=1`, { headers: headers() })
    const { status, total } = (await body.json()) as { status?: string; total?: number }
    if (status === 'scraping' && Number(total) > pagesMax) {
      await (await request(url, { method: 'DELETE', headers: headers() })).body.dump()
    }
    return status !== 'scraping'
  }
  await until(isOver, { withinMs: jobMsMax, everyMs: 100 })
  await (await request(url, { headers: headers() })).body.dump()
}

async function busyness(): Promise<Busyness> {
  child.send('figures')
  const [figures] = (await once(child, 'message')) as [Busyness]
  return figures
}
