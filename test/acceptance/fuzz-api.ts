// acceptance: quick, together
import { sample } from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { echo, startEdge } from '#test/fixtures/edge.ts'
import { isFileOperation, isOperation, json, type Endpoint } from '#http/endpoint.ts'
import { createFuzzer } from '#test/fixtures/fuzzer.ts'
import { generatedCalls } from '#test/fixtures/generated-calls.ts'
import { jsonBodies, naughtyTexts } from '#test/fixtures/naughty-calls.ts'
import { routeRecords } from '#test/fixtures/router.ts'
import { hasVectors } from '#test/fixtures/vectors.ts'

/** No request leaves the machine: a valid scrape only reads the cache. */
const base = { url: 'http://127.0.0.1/', lockdown: true }
const generatedMax = isQuick ? 1_000 : 5_000
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

async function fuzz(app: FastifyInstance, key: string) {
  const document = (await app.inject({ url: '/v2/openapi.json' })).json()
  const { tally, sendAll } = createFuzzer(app, key)
  await sendAll(takeShare(jsonBodies(document), 8))
  await sendAll(takeShare(naughtyTexts(document, base), 32))
  await sendAll(sample(generatedCalls(document, base), { numRuns: generatedMax, seed }))
  return tally
}

/** In `npm test`: one of so many, others with each seed, so that every field gets many texts and every text many fields. */
function* takeShare<Item>(items: Iterable<Item>, among: number): Generator<Item> {
  let index = seed
  for (const item of items)
    if (!isQuick || (Math.imul((index += 1), 0x9e3779b1) >>> 16) % among === 0) yield item
}

const silent = async () => ({ success: true })
const emptyFile = async () => ({ content: '', contentType: 'text/plain' })

function silenced(endpoint: Endpoint): Endpoint {
  if (isOperation(endpoint)) return { ...endpoint, handle: silent }
  return isFileOperation(endpoint) ? { ...endpoint, handle: emptyFile } : endpoint
}

/** Control: the same HTTP server with a handler that does not validate. */
const careless: typeof echo = {
  ...echo,
  body: json(z.any()),
  handle: async ({ body }) => ({ success: true, data: body.url.trim() }),
}

async function measure(): Promise<void> {
  const endpoints = (await routeRecords()).map(silenced)
  const credits = { balance: async () => 1_000 }
  await using edge = startEdge({ endpoints: [...endpoints, echo], requestsMax: 100, credits })
  const tally = await fuzz(edge.app, 'fc-1')

  await using open = startEdge({ endpoints: [careless], requestsMax: 100 })
  const control = createFuzzer(open.app, 'fc-1')
  await control.sendAll(jsonBodies((await open.app.inject({ url: '/v2/openapi.json' })).json()))

  for (const example of tally.examples) process.stderr.write(`${example}\n`)
  const statuses = [...tally.byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
  report(
    'fuzz-api',
    tally.broken === 0 && tally.calls > generatedMax && control.tally.broken > 0,
    `${tally.broken} of ${tally.calls} answered 5xx or against the JSON suite (${statuses.join(', ')}; seed ${seed}); control (no validation) ${control.tally.broken} of ${control.tally.calls}`,
  )
}

if (hasVectors()) await measure()
else report('fuzz-api', true, 'skipped: the data folder is missing; point WEIR_DATA_FOLDER at it')
