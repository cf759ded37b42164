/**
 * Pages that crash the process or throw outside of every operation, in a job with other pages; a supervisor restarts the
 * service. Such a page fails after the third crash (the fourth if its cause is unknown), and all others are delivered. An error
 * within one operation fails that operation and no process. Control: the number of crashes must be above zero.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { article } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const innocentPages = 20
const answerMs = 100
const deathsMax = 12

await using site = await startSite((_request, response) => {
  void setTimeout(answerMs).then(() =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(article('Page')),
  )
})
const preload = join(import.meta.dirname, '../fixtures/faulty-pages.ts')

interface Outcome {
  readonly deaths: number
  readonly exitCodes: readonly (number | null)[]
  readonly delivered: number
  readonly codes: readonly string[]
}

/** Runs a batch with such a page among others until it has ended. */
async function batchWith(path: string): Promise<Outcome> {
  const env = { WEIR_LOG_LEVEL: 'error', NODE_OPTIONS: `--import ${preload}` }
  const exitCodes: (number | null)[] = []
  await using weir = await startWeir({ env })
  const urls = Array.from({ length: innocentPages }, (_, page) => `${site.url}/${page}`)
  urls.splice(innocentPages / 2, 0, site.url + path)
  const { id } = await ask<{ id: string }>(weir, '/v2/batch/scrape', { urls, maxAge: 0 })
  for (;;) {
    const job = await findStatus(weir, id)
    if (job && job.status !== 'scraping') {
      const { errors } = await ask<{ errors: { code: string }[] }>(
        weir,
        `/v2/batch/scrape/${id}/errors`,
      )
      const codes = errors.map(({ code }) => code)
      return { deaths: exitCodes.length, exitCodes, delivered: job.completed, codes }
    }
    if (!job) {
      if (weir.child.exitCode === null && weir.child.signalCode === null) {
        await once(weir.child, 'exit')
      }
      exitCodes.push(weir.child.exitCode)
      if (exitCodes.length > deathsMax) throw new Error('The service crashes repeatedly.')
      await weir.restart()
    }
    await setTimeout(50)
  }
}

/** Undefined if the service has crashed or is stopping. */
const findStatus = (weir: WeirProcess, id: string) =>
  weir.child.exitCode === null && weir.child.signalCode === null
    ? ask<{ status: string; completed: number }>(weir, `/v2/batch/scrape/${id}?limit=1`).catch(
        () => undefined,
      )
    : undefined

async function ask<Body>(weir: WeirProcess, path: `/${string}`, sent?: object): Promise<Body> {
  const target = `${sent ? 'POST' : 'GET'} ${path}` as const
  const { status, body } = await send<Body>(weir, target, { body: sent })
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  return body
}

const outside = await batchWith('/outside')
const inside = await batchWith('/inside')
const killed = await batchWith('/kill')

const isGivenUp = ({ delivered, codes }: Outcome) =>
  delivered === innocentPages && codes.join() === 'SCRAPE_RETRY_LIMIT'
const isRight =
  isGivenUp(outside) &&
  outside.deaths === 3 &&
  outside.exitCodes.every((code) => code === 1) &&
  inside.deaths === 0 &&
  inside.delivered === innocentPages &&
  inside.codes.join() === 'UNKNOWN_ERROR' &&
  isGivenUp(killed) &&
  killed.deaths === 4
const told = ({ deaths, delivered, codes }: Outcome) =>
  `${deaths} deaths, ${delivered} of ${innocentPages} others delivered, ${codes.join() || 'no error'}`
report(
  'process-deaths',
  isRight,
  `fault outside: ${told(outside)}, exit codes ${outside.exitCodes.join(' ')}; ` +
    `fault of one page: ${told(inside)}; killed: ${told(killed)}; ` +
    `control: ${outside.deaths} deaths`,
)
