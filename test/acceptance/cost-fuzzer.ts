// acceptance: quick
/**
 * No generated schema, page, answer of a model or a search engine, sitemap, robots.txt, mail, workbook or DevTools message takes more
 * than 100 ms of the main thread in one step. fast-check looks for the smallest input that does. CPU time of the main thread is
 * measured, and the smallest of six readings counts, so that other load, collection of memory and the first run of code do not.
 * Control: a step of 300 ms is measured.
 *
 *     node test/acceptance/cost-fuzzer.ts 10000 [seed] [kind]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { generatedCosts, type GeneratedCost } from '#test/fixtures/generated-costs.ts'
import { sendCommands, startScriptedBrowser } from '#test/fixtures/scripted-browser.ts'
import { startSite } from '#test/fixtures/site.ts'
import type { Busyness } from '#test/fixtures/watched-service.ts'
import { startScriptedModel } from '#test/scripted-model.ts'

const cpuMsMax = 100
const readingsMax = 6
const shownCharsMax = 600
const settlingMs = 30

const { positionals } = parseArgs({ allowPositionals: true })
const [casesWanted = isQuick ? '20' : '50', seed = '1', only = ''] = positionals
const kinds = Object.entries(generatedCosts).filter(([kind]) => kind.includes(only))
const numRuns = Math.ceil(Number(casesWanted) / kinds.length)

let given: GeneratedCost | undefined
await using site = await startSite(({ url }, response) => {
  const found = given?.files.find(({ name }) => name === url?.split('?', 1)[0])
  response.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain' })
  response.end(found?.bytes)
})
const noExchange = { command: '', commands: 0, answer: '', event: '', events: 0 }
await using browser = await startScriptedBrowser(() => given?.exchange ?? noExchange)
await using model = await startScriptedModel(() => ({ text: given?.modelAnswer ?? '{}' }))
const settings = {
  WEIR_LLM_PROVIDER: 'compatible',
  WEIR_LLM_MODEL: 'scripted',
  WEIR_LLM_URL: model.urls.compatible,
  WEIR_BROWSER_PAGES_MAX: '0',
  WEIR_SEARCH: 'web',
  WEIR_SEARXNG_URL: site.url,
  WEIR_SEARCH_RESULT_PAGE_URL: `${site.url}/result?q={query}`,
  WEIR_SEARCH_PROVIDERS: 'searxng,result-page',
}
const child = fork(new URL('../fixtures/watched-service.ts', import.meta.url), [
  JSON.stringify(settings),
])
const [service] = (await once(child, 'message')) as [{ readonly url: string; readonly key: string }]

let [cases, broken, worst] = [0, 0, 0]
const faults: string[] = []
for (const [kind, arbitrary] of kinds) {
  const isCheap = fc.asyncProperty(arbitrary, async (input) => {
    cases += 1
    const ms = await measureCost(input)
    worst = Math.max(worst, ms)
    return ms <= cpuMsMax
  })
  const result = await fc.check(isCheap, { numRuns, seed: Number(seed) })
  if (!result.failed) continue
  const [smallest] = result.counterexample ?? []
  faults.push(kind)
  // A request that fails ends the search as well.
  const found = smallest && (await measureCost(smallest).catch(describeFault))
  const what = typeof found === 'number' ? `${found.toFixed(0)} ms` : found
  console.error(
    `${kind}: ${what}, ${describeFault(result.errorInstance)}, seed ${seed}: ${shown(smallest)}`,
  )
}
const control = await readCost(async () => void child.send('stand'))
child.disconnect()
await once(child, 'exit')
report(
  'cost-fuzzer',
  faults.length === 0 && broken === 0 && control > cpuMsMax,
  `${faults.length} of ${kinds.length} kinds above ${cpuMsMax} ms in ${cases} cases (${faults.join(', ') || 'none'}), at most ${worst.toFixed(0)} ms, ${broken} internal errors; control ${control.toFixed(0)} ms`,
)

function describeFault(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const { message, cause } = thrown
  return cause === undefined ? message : `${message} (${describeFault(cause)})`
}

/** Milliseconds of the longest step of the main thread for an input. */
async function measureCost(input: GeneratedCost): Promise<number> {
  given = input
  let least = Infinity
  for (let reading = 0; reading < readingsMax && least > cpuMsMax; reading++) {
    least = Math.min(least, await readCost(() => send(input)))
  }
  return least
}

async function readCost(work: () => Promise<void>): Promise<number> {
  await figures()
  await work()
  // The step that has answered is counted after its end.
  await sleep(settlingMs)
  return (await figures()).cpuMs.max
}

function figures(): Promise<Busyness> {
  return request('figures')
}

/** Sends a message to the watched service and returns its response. */
async function request<Response>(message: string | number): Promise<Response> {
  child.send(message)
  const [answer] = (await once(child, 'message')) as [Response]
  return answer
}

async function send({ path, options, files: [file], exchange }: GeneratedCost): Promise<void> {
  if (exchange) return sendCommands(await request<number>(browser.port), exchange)
  // Otherwise a provider that has failed is not asked again.
  if (path === '/v2/search') await request('ask providers again')
  const headers = { authorization: `Bearer ${service.key}` }
  const body =
    path === '/v2/parse'
      ? makeForm(file, options)
      : JSON.stringify({ ...(path !== '/v2/search' && { url: `${site.url}/` }), ...options })
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { ...headers, ...type },
    body,
  })
  const text = await answer.text()
  if (answer.status >= 500 && !/"code":"(?:SCRAPE_|MAP_|SEARCH_|SERVICE_UNAVAILABLE)/.test(text)) {
    broken += 1
    console.error(path, answer.status, text.slice(0, shownCharsMax))
  }
}

function makeForm(file: GeneratedCost['files'][number] | undefined, options: object): FormData {
  const form = new FormData()
  form.set('options', JSON.stringify(options))
  if (file) form.set('file', new Blob([Buffer.from(file.bytes)], { type: file.type }), file.name)
  return form
}

/** An input without most of its bytes. */
function shown(input: GeneratedCost | undefined): string {
  if (!input) return ''
  const files = input.files.map(
    ({ name, bytes }) => `${name} ${bytes.length} ${Buffer.from(bytes).toString('utf8', 0, 200)}`,
  )
  const short = (_name: string, text: unknown) =>
    typeof text === 'string' ? text.slice(0, shownCharsMax) : text
  return JSON.stringify({ ...input, files }, short).slice(0, 4 * shownCharsMax)
}
