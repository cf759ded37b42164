/**
 * A batch whose pages are answered by a language model, in a service that is killed during the calls: every answered page is
 * charged once, whatever the number of calls, and pages without a usable answer are free. Control: the model was asked again for
 * interrupted pages.
 * PAGES=200 KILLS=6 node test/acceptance/crash-answers.ts
 */
import { setTimeout } from 'node:timers/promises'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { ask, creditsLeft } from '#test/fixtures/ask.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'
import { startScriptedModel } from '#test/scripted-model.ts'

const pages = Number(process.env['PAGES'] ?? (isQuick ? 30 : 120))
const kills = Number(process.env['KILLS'] ?? (isQuick ? 2 : 3))
const pagePrice = 5
const answerMs = 400

const isUnanswered = (at: number) => at % 10 === 9
const site = await startPages(
  Object.fromEntries(
    Array.from({ length: pages }, (_, at) => [
      `/${at}`,
      `<title>Page ${at}</title><main><h1>Page ${at}</h1><p>${isUnanswered(at) ? 'Without answer.' : 'A sentence.'}</p></main>`,
    ]),
  ),
)
await using model = await startScriptedModel(({ texts }) => ({
  waitsFor: setTimeout(answerMs),
  text: texts.some(({ text }) => text.includes('Without answer.'))
    ? 'no data'
    : '{"title": "Page"}',
}))
const env = {
  WEIR_LLM_PROVIDER: 'compatible',
  WEIR_LLM_MODEL: 'scripted',
  WEIR_LLM_URL: model.urls.compatible,
  WEIR_HOST_PAGES_MAX: '4',
  WEIR_LOG_LEVEL: 'error',
}
await using weir = await startWeir({ env })

interface Status {
  readonly status: string
  readonly completed: number
  readonly creditsUsed: number
}

const before = await creditsLeft(weir)
const urls = Array.from({ length: pages }, (_, at) => `${site.url}/${at}`)
const formats = ['markdown', { type: 'json', prompt: 'The title' }]
const { id } = await ask<{ id: string }>(weir, 'POST /v2/batch/scrape', { urls, formats })
const status = () => ask<Status>(weir, `GET /v2/batch/scrape/${id}?limit=1`)

let killed = 0
for (let kill = 1; kill <= kills; kill++) {
  // While calls of several pages are under way.
  const calls = model.requests.length + pages / (kills + 2)
  while (model.requests.length < calls) await setTimeout(10)
  await weir.restart()
  killed += 1
}
await until(async () => (await status()).status !== 'scraping')
const last = await status()
type Errors = { readonly errors: readonly unknown[] }
const { errors } = await ask<Errors>(weir, `GET /v2/batch/scrape/${id}/errors`)
const charged = before - (await creditsLeft(weir))
await weir.kill('SIGTERM')
await site[Symbol.asyncDispose]()

const answered = urls.filter((_, at) => !isUnanswered(at)).length
// Two calls for each page without a usable answer.
const again = model.requests.length - answered - (pages - answered) * 2
report(
  'crash-answers',
  last.status === 'completed' &&
    last.completed === answered &&
    errors.length === pages - answered &&
    charged === answered * pagePrice &&
    last.creditsUsed === charged &&
    killed === kills &&
    again > 0,
  `${last.completed} of ${answered} pages answered, ${charged} credits for ${answered * pagePrice}, ${errors.length} of ${pages - answered} without an answer and free, ${killed} kills; control: ${again} calls were made again`,
)
