/**
 * Runs that are never charged, again and again: those that reach their limit, that are cancelled after their first page, whose model
 * fails, and extractions of pages that fail. Each team is refused with 429 before its pages exceed the allowance of the day. Control:
 * the same number of runs with a high allowance reads more.
 */
import { report } from '#test/fixtures/acceptance.ts'
import { agentRuns, call } from '#test/fixtures/agent-runs.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import type { Script } from '#test/scripted-model.ts'

const pagesMax = 20
const runsMax = 30
const pages = Object.fromEntries(
  Array.from({ length: 1_000 }, (_, index) => [`/${index}`, modelPage(`<p>Page ${index}.</p>`)]),
)

let siteUrl = ''
let next = 0
/** Another page each time: the page cache serves the same one again. */
const nextUrl = () => `${siteUrl}/${next++ % 1_000}`
const read: Script = () => call('scrape', { url: nextUrl() })

/** Runs until the first one that is refused, one after the other. */
async function exhaust(unbilledPages: number) {
  let script: Script = read
  await using started = await startModelService((request, index) => script(request, index), pages, {
    WEIR_LLM_CONTEXT: '16384',
    WEIR_LLM_OUTPUT_MAX: '512',
    WEIR_AGENT_UNBILLED_PAGES_PER_DAY: String(unbilledPages),
  })
  const { service, site } = started
  siteUrl = site.url
  const runs = agentRuns(service)
  const attacks: Record<string, readonly [Script, (key: string, id: string) => Promise<unknown>]> =
    {
      limited: [read, (key, id) => runs.finished(id, { key })],
      cancelled: [
        read,
        async (key, id) => {
          const before = site.requests.length
          while (site.requests.length === before) {
            const { body } = await service.ask('GET', `/v2/agent/${id}`, { key })
            if (body.status !== 'processing') return
          }
          await service.ask('DELETE', `/v2/agent/${id}`, { key })
        },
      ],
      failed: [
        (request, index) => (request.results.length < 3 ? read(request, index) : { status: 400 }),
        (key, id) => runs.finished(id, { key }),
      ],
      extracted: [
        () => ({ status: 400 }),
        (key, id) => finishedJob(service, `/v2/extract/${id}`, key),
      ],
    }
  const results = []
  for (const [name, [answer, wait]] of Object.entries(attacks)) {
    script = answer
    const { key } = await addTeam(service.database, { credits: 100_000 })
    const isExtract = name === 'extracted'
    const path = isExtract ? '/v2/extract' : '/v2/agent'
    const makeBody = () =>
      isExtract
        ? { urls: [nextUrl(), nextUrl()], prompt: 'x' }
        : { prompt: 'Read.', maxCredits: 15 }
    const before = site.requests.length
    let status = 200
    for (let count = 0; count < runsMax && status === 200; count += 1) {
      const accepted = await service.ask('POST', path, { key, body: makeBody() })
      status = accepted.status
      if (status === 200) await wait(key, accepted.body.id)
    }
    results.push({ name, status, pages: site.requests.length - before })
  }
  return results
}

const results = await exhaust(pagesMax)
const control = await exhaust(1_000_000)
const shown = (list: typeof results) =>
  list.map(({ name, status, pages: read }) => `${name} ${read} (${status})`).join(', ')
report(
  'agent-allowance',
  results.every(({ status, pages: read }) => status === 429 && read <= pagesMax) &&
    control.every(({ status, pages: read }) => status === 200 && read > pagesMax),
  `pages of runs that are free, at most ${pagesMax}: ${shown(results)}; control without an allowance: ${shown(control)}`,
)
