// acceptance: quick
/**
 * Without a language model, prompts are refused with the name of the setting, before anything is created, reserved or charged. Control:
 * the same prompts where a model is configured.
 */
import { report } from '#test/fixtures/acceptance.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { startModelService } from '#test/fixtures/model-service.ts'
import { startService } from '#test/service.ts'

const missing = await missingForSessions()
if (missing !== undefined) {
  process.stdout.write(`no-model: skipped: ${missing}\n`)
  process.exit(0)
}

type Service = Awaited<ReturnType<typeof startService>>
const env = { WEIR_BROWSER_PAGES_MAX: '1' }
const html = 'data:text/html,<title>Shop</title>'

/** Sends the prompt to a session of its own and to the page of a scrape. */
async function prompt(service: Service, url: string) {
  const body = { prompt: 'What is the title?' }
  const { body: created } = await service.ask('POST', '/v2/interact', { body: {} })
  const scraped = await service.ask('POST', '/v2/scrape', { body: { url } })
  const before = await rowsOf(service)
  const replies = [
    await service.ask('POST', `/v2/interact/${created.id}/execute`, { body }),
    await service.ask('POST', `/v2/scrape/${scraped.body.data.metadata.scrapeId}/interact`, {
      body,
    }),
  ]
  const added = (await rowsOf(service)) - before
  const { body: ended } = await service.ask('DELETE', `/v2/interact/${created.id}`)
  return { replies, added, credits: Number(ended.creditsBilled) }
}

/** Sessions, slots and reserved credits. */
async function rowsOf({ database }: Service): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `select (select count(*) from browser_sessions)::int + (select count(*) from slots)::int
       + (select coalesce(sum(amount), 0) from credit_reservations)::int as n`,
  )
  return row?.n ?? 0
}

await using modelled = await startModelService(
  () => ({ usage: null, text: 'Shop' }),
  { '/': html },
  env,
)
const page = `${modelled.site.url}/`
await using plain = await startService({ env })
const without = await prompt(plain, page)
const control = await prompt(modelled.service, page)

const refused = without.replies.filter(
  ({ status, body }) => status === 503 && String(body.error).includes('WEIR_LLM_PROVIDER'),
).length
const answered = control.replies.filter(
  ({ status, body }) => status === 200 && body.output === 'Shop',
).length
const count = without.replies.length
report(
  'no-model',
  refused === count &&
    without.added === 0 &&
    without.credits === 2 &&
    answered === count &&
    control.credits === 7,
  `${refused} of ${count} prompts refused with the setting's name, ${without.added} rows and credits added, the session cost ${without.credits}; ` +
    `control: ${answered} of ${count} answered, ${control.credits} credits`,
)
