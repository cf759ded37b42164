/**
 * Tasks on pages that need a browser, solved by the whole agent: an orchestrator gives each to a reader, whose model is replaced by rules
 * that see only what a model would see. Control: the same where the server has no browser sessions.
 * node benchmarks/agent/pages/run.ts [SEEDS]
 */
import { agentRuns, call } from '#test/fixtures/agent-runs.ts'
import { startModelService } from '#test/fixtures/model-service.ts'
import { observedTasks, type Hands, type ObservedTask } from '#test/fixtures/observed-pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import type { ModelRequest } from '#test/fixtures/model-protocols.ts'
import type { Step } from '#test/scripted-model.ts'

const seeds = Number(process.argv[2] ?? 1)
/** Says in its title what is to be done, and tells the site when that has been done. */
const frame = (html: string, seed: number) => `<!doctype html><script>const seed = ${seed}</script>
  ${html}<script>document.title = window.goal; setInterval(() => isDone && fetch('/done'), 50)</script>`

let isDone = false
await using site = await startSite(({ url = '' }, response) => {
  const [, kind, at = '0', seed = '1'] = url.split('/')
  if (kind === 'done') isDone = true
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(kind === 'task' ? frame(observedTasks[Number(at)]?.html ?? '', Number(seed)) : '')
})

/** Rules as a model: each of their steps is the reply to a request, and its result comes with the next one. */
function startRules(task: ObservedTask, url: string) {
  let step = Promise.withResolvers<Step>()
  let result = Promise.withResolvers<string>()
  async function use(wanted: Step): Promise<string> {
    result = Promise.withResolvers()
    step.resolve(wanted)
    return result.promise
  }
  async function play(): Promise<void> {
    const opened = await use(call('open', { url }))
    const [, goal = ''] = /^Page: (.*) <http/m.exec(opened) ?? []
    let text = opened
    const hands: Hands = {
      text: () => text,
      look: async () => (text = await use(call('look', {}))),
      act: async (action, element, of) => {
        await use(call('act', { action, element, ...(of !== undefined && { text: of }) }))
      },
    }
    await task.solve(hands, goal).catch(() => {})
    await use(call('report', { text: 'Done.' }))
  }
  void play()
  return async function answer({ results }: ModelRequest): Promise<Step> {
    const last = results.at(-1)
    if (last !== undefined) {
      step = Promise.withResolvers()
      result.resolve(last)
    }
    return step.promise
  }
}

let rules: (request: ModelRequest) => Promise<Step>
async function model(request: ModelRequest): Promise<Step> {
  if (request.tools.includes('report')) return rules(request)
  return request.results.length > 0
    ? call('finish', { answer: 'Done.', sources: [] })
    : call('delegate', { tasks: [{ goal: 'Do what the page says.' }] })
}

/** Tasks that are solved. */
async function solve(pagesMax: string): Promise<number> {
  const settings = { WEIR_LLM_CONTEXT: '65536', WEIR_BROWSER_PAGES_MAX: pagesMax }
  await using started = await startModelService(model, {}, settings)
  const runs = agentRuns(started.service)
  let solved = 0
  for (const [index, task] of observedTasks.entries()) {
    for (let seed = 1; seed <= seeds; seed++) {
      isDone = false
      rules = startRules(task, `${site.url}/task/${index}/${seed}`)
      await runs.run({ prompt: task.name, effort: 'high', maxCredits: 10_000 })
      if (isDone) solved += 1
    }
  }
  return solved
}

const solved = await solve('2')
const control = await solve('0')
console.log(
  `${solved} of ${observedTasks.length * seeds} tasks solved by readers with a browser; control, without browser sessions: ${control}`,
)
