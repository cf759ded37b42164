/**
 * Tasks on pages that need a browser, solved by the whole agent: an orchestrator gives each to a reader, whose model is replaced by rules
 * that see only what a model would see. FOLDER is `miniwob/html` of the Python package `miniwob`, whose tasks are taken, too. Controls: the same where the server has no browser sessions, and a model that opens each page and does nothing.
 * node benchmarks/agent/pages/run.ts [SEEDS [FOLDER]]
 */
import { agentRuns, call } from '#test/fixtures/agent-runs.ts'
import { miniwobRules } from '#test/fixtures/miniwob-rules.ts'
import { miniwobFolder, startMiniwobSite } from '#test/fixtures/miniwob-site.ts'
import type { ModelRequest } from '#test/fixtures/model-protocols.ts'
import { startModelService } from '#test/fixtures/model-service.ts'
import { observedTasks } from '#test/fixtures/observed-pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import type { Step } from '#test/scripted-model.ts'
import { startRules, type Solve } from './rules-model.ts'

interface Task {
  readonly name: string
  readonly solve: Solve
  readonly makeUrl: (seed: number) => string
  readonly looksAtAll: boolean
}

const seeds = Number(process.argv[2] ?? 1)
const folder = process.argv[3] ?? miniwobFolder
/** The task that was begun last has been solved. */
let isSolved = false

/** Says in its title what is to be done, and tells the site when that has been done. */
const frame = (html: string, seed: number) => `<!doctype html><script>const seed = ${seed}</script>
  ${html}<script>document.title = window.goal; setInterval(() => isDone && fetch('/done'), 50)</script>`

await using site = await startSite(({ url = '' }, response) => {
  const [, kind, at = '0', seed = '1'] = url.split('/')
  if (kind === 'done') isSolved = true
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(kind === 'task' ? frame(observedTasks[Number(at)]?.html ?? '', Number(seed)) : '')
})
const ownTasks = observedTasks.map((task, at): Task => ({
  name: task.name,
  solve: (hands, goal) => task.solve(hands, goal),
  makeUrl: (seed) => `${site.url}/task/${at}/${seed}`,
  looksAtAll: false,
}))

await using stack = new AsyncDisposableStack()
async function startMiniwob(pages: string): Promise<Task[]> {
  const { url } = stack.use(await startMiniwobSite(pages, (solved) => (isSolved = solved)))
  return Object.entries(miniwobRules).map(([name, solve]) => {
    return {
      name,
      solve,
      makeUrl: (seed) => `${url}/miniwob/${name}.html?${seed}`,
      looksAtAll: true,
    }
  })
}

let rules: (request: ModelRequest) => Promise<Step>
async function model(request: ModelRequest): Promise<Step> {
  if (request.tools.includes('report')) return rules(request)
  return request.results.length > 0
    ? call('finish', { answer: 'Done.', sources: [] })
    : call('delegate', { tasks: [{ goal: 'Do what the page says.' }] })
}

const doNothing: Solve = () => Promise.resolve()

/** Solved tasks with their seeds. */
async function listSolved(tasks: readonly Task[], { pagesMax = '2', acts = true }) {
  const settings = { WEIR_LLM_CONTEXT: '65536', WEIR_BROWSER_PAGES_MAX: pagesMax }
  await using started = await startModelService(model, {}, settings)
  const runs = agentRuns(started.service)
  const solved = new Set<string>()
  for (const { name, solve, makeUrl, looksAtAll } of tasks) {
    for (let seed = 1; seed <= seeds; seed++) {
      isSolved = false
      rules = startRules({ url: makeUrl(seed), solve: acts ? solve : doNothing, looksAtAll })
      await runs.run({ prompt: name, effort: 'high', maxCredits: 10_000 })
      if (isSolved) solved.add(`${name} ${seed}`)
    }
  }
  return solved
}

async function measure(kind: string, tasks: readonly Task[]): Promise<void> {
  const solved = await listSolved(tasks, {})
  const withoutBrowser = await listSolved(tasks, { pagesMax: '0' })
  const idle = await listSolved(tasks, { acts: false })
  for (const { name } of tasks) {
    const marks = Array.from({ length: seeds }, (_, at) => solved.has(`${name} ${at + 1}`))
    console.log(`  ${marks.map((isRight) => (isRight ? 'solved' : 'FAILED')).join(' ')}  ${name}`)
  }
  console.log(
    `${kind}: ${solved.size} of ${tasks.length * seeds} tasks solved by readers with a browser; ` +
      `controls: ${withoutBrowser.size} without browser sessions, ${idle.size} by a model that never acts`,
  )
}

await measure('own pages', ownTasks)
if (folder === undefined) console.log('MiniWoB++: skipped: no folder was named')
else await measure('MiniWoB++', await startMiniwob(folder))
