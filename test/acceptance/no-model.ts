/**
 * Without a language model, prompts and the agent are refused with the name of the setting, before anything is created, reserved or
 * charged, and an extraction is filled by rules. Control: the same requests where a model is configured.
 */
import { setTimeout } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { startModelService } from '#test/fixtures/model-service.ts'
import { countCredits } from '#test/fixtures/session-cost.ts'
import { startService } from '#test/service.ts'

const missing = await missingForSessions()
if (missing !== undefined) {
  process.stdout.write(`no-model: skipped: ${missing}\n`)
  process.exit(0)
}

type Service = Awaited<ReturnType<typeof startService>>
const env = { WEIR_BROWSER_PAGES_MAX: '1' }
const html = 'data:text/html,<title>Shop</title>'
const lamp = `<html lang="en"><head><title>Lamp</title><script type="application/ld+json">
  {"@context":"https://schema.org","@type":"Product","name":"Lamp","offers":{"@type":"Offer","price":"12.50","priceCurrency":"EUR"}}
  </script></head><body><main><h1>Lamp</h1><p>Price: 12.50 EUR</p></main></body></html>`

/** Sends the prompt to a session of its own and to the page of a scrape. */
async function prompt(service: Service, url: string) {
  const body = { prompt: 'What is the title?' }
  const { body: created } = await service.ask('POST', '/v2/interact', { body: {} })
  const scraped = await service.ask('POST', '/v2/scrape', { body: { url } })
  const before = await countRows(service)
  const replies = [
    await service.ask('POST', `/v2/interact/${created.id}/execute`, { body }),
    await service.ask('POST', `/v2/scrape/${scraped.body.data.metadata.scrapeId}/interact`, {
      body,
    }),
    await service.ask('POST', '/v2/agent', { body: { ...body, urls: [url] } }),
  ]
  const added = (await countRows(service)) - before
  const { body: ended } = await service.ask('DELETE', `/v2/interact/${created.id}`)
  return {
    replies,
    added,
    credits: Number(ended.creditsBilled),
    sessionDurationMs: Number(ended.sessionDurationMs),
  }
}

/** Extracts the price of a page; returns it with the warning. */
async function extract(service: Service, url: string) {
  const schema = { type: 'object', properties: { price: { type: 'number' } } }
  const { body: begun } = await service.ask('POST', '/v2/extract', {
    body: { urls: [url], schema },
  })
  for (;;) {
    const { body } = await service.ask('GET', `/v2/extract/${begun.id}`)
    if (body.status !== 'processing') return { price: body.data.price, warning: body.warning }
    await setTimeout(50)
  }
}

/** Runs, threads, sessions, slots and reserved credits. */
async function countRows({ database }: Service): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `select (select count(*) from browser_sessions)::int + (select count(*) from slots)::int
       + (select count(*) from agent_runs)::int + (select count(*) from agent_threads)::int + (select coalesce(sum(amount), 0) from credit_reservations)::int as n`,
  )
  return row?.n ?? 0
}

await using modelled = await startModelService(
  ({ schema }) => ({ usage: null, text: schema ? '{"price":12.5}' : 'Shop' }),
  { '/': html, '/lamp': lamp },
  env,
)
const page = `${modelled.site.url}/`
const lampUrl = `${modelled.site.url}/lamp`
await using plain = await startService({ env })
const without = await prompt(plain, page)
const control = await prompt(modelled.service, page)
const byRules = await extract(plain, lampUrl)
const byModel = await extract(modelled.service, lampUrl)

const refused = without.replies.filter(
  ({ status, body }) => status === 503 && String(body.error).includes('WEIR_LLM_PROVIDER'),
).length
const answered = control.replies.filter(
  ({ status, body }) => status === 200 && (body.output === 'Shop' || body.threadId),
).length
const count = without.replies.length
report(
  'no-model',
  refused === count &&
    without.added === 0 &&
    without.credits === countCredits(without, 2) &&
    answered === count &&
    byRules.price === 12.5 &&
    /rules|model/i.test(byRules.warning ?? '') &&
    byModel.price === 12.5 &&
    byModel.warning === undefined &&
    control.credits === countCredits(control, 7),
  `${refused} of ${count} prompts and goals refused with the setting's name, ${without.added} rows and credits added, the session cost ${without.credits}; an extraction by rules gave ${byRules.price}; ` +
    `control: ${answered} of ${count} accepted, ${control.credits} credits, ${byModel.price} by the model`,
)
