/**
 * The calls of `fuzz-api` to the whole service, in a network namespace without a route: no request causes an internal error.
 * Control: the same service with an error injected into its database.
 */
import { compose } from '#compose.ts'
import { readConfig } from '#config.ts'
import type { Database } from '#storage/database.ts'
import { testDatabase } from '#test/database.ts'
import { sample } from 'fast-check'
import { report } from '#test/fixtures/acceptance.ts'
import { createFuzzer } from '#test/fixtures/fuzzer.ts'
import { generatedCalls } from '#test/fixtures/generated-calls.ts'
import { jsonBodies, naughtyTexts } from '#test/fixtures/naughty-calls.ts'
import { enterNamespace } from '#test/fixtures/namespace.ts'
import { firstKey, startService } from '#test/service.ts'

enterNamespace()
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
/** Number of hostile texts; each run uses another one. */
const thinning = Number(process.env['THINNING'] ?? 20)

const controlRuns = 1_000

await using service = await startService({ env: { WEIR_ALLOWED_PRIVATE_CIDRS: '' } })
const document = (await service.server.inject({ url: '/v2/openapi.json' })).json()
const url = 'http://127.0.0.1/'
/** Valid body of each operation, apart from the text under test. */
const bases: readonly (readonly [RegExp, object])[] = [
  [/^\/v2\/scrape/, { url, lockdown: true }],
  [/^\/v2\/batch/, { urls: [url] }],
  [/^\/v2\/crawl/, { url, limit: 1 }],
  [/^\/v2\/map/, { url, sitemap: 'skip' }],
  [/^\/v2\/(?!scrape|batch|crawl|map)/, {}],
]
const { tally, sendAll } = createFuzzer(service.server, firstKey)

function* thinned<Item>(items: Iterable<Item>): Generator<Item> {
  let count = seed % thinning
  for (const item of items) if (count++ % thinning === 0) yield item
}

await sendAll(jsonBodies(document))
for (const [path, base] of bases) {
  const paths = Object.fromEntries(
    Object.entries(document.paths as object).filter(([name]) => path.test(name)),
  )
  const part = { ...document, paths }
  await sendAll(thinned(naughtyTexts(part, { ...base })))
  await sendAll(sample(generatedCalls(part, { ...base }), { numRuns: 300, seed }))
}

/** Calls that return an internal error when the credit reservation fails. */
async function control(): Promise<number> {
  const sound = await testDatabase()
  const database: Database = {
    ...sound,
    query: (text, values) => {
      if (text.includes('reserve_credits')) throw new TypeError('planted')
      return sound.query(text, values)
    },
  }
  const config = readConfig({ WEIR_API_KEY: firstKey, WEIR_BROWSER_PAGES_MAX: '0' })
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  await using faulty = await compose(config, { database, log })
  const fuzzer = createFuzzer(faulty.server, firstKey)
  const part = { ...document, paths: { '/v2/scrape': document.paths['/v2/scrape'] } }
  await fuzzer.sendAll(
    sample(generatedCalls(part, { url, lockdown: true }), { numRuns: controlRuns, seed }),
  )
  return fuzzer.tally.broken
}

const planted = await control()
for (const example of tally.examples) process.stderr.write(`${example}\n`)
const statuses = [...tally.byStatus].toSorted(([a], [b]) => a - b)
report(
  'fuzz-service',
  tally.broken === 0 && tally.calls > 1_000 && planted > 0,
  `${tally.broken} of ${tally.calls} with an internal error (${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}; seed ${seed}); control ${planted} of ${controlRuns} over a faulty database`,
)
