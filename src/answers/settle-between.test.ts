import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { checkEvidence } from './check-evidence.ts'
import { runPageTask } from './page-tasks.ts'

const { markdown, text, facts } = makeMaterial(
  `<!doctype html><html lang="nb"><head><title>Mökki</title></head><body><main><h1>Mökki Ranta</h1>
<p>Pris 120 €. Brygge og robåt følger med. Wifi fungerer.</p><ul><li>Huske</li><li>7 krakker</li></ul><p>Minibar 15 €.</p></main></body></html>`,
)
const truth = {
  price_eur: 120,
  jetty: true,
  boat: true,
  wifi: true,
  swing: true,
  chairs: 7,
  minibar_eur: 15,
}

async function check(answer: Readonly<Record<string, unknown>>) {
  const properties = Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, { type: typeof value }]),
  )
  const input = {
    value: answer,
    schema: { type: 'object', properties },
    stated: { markdown, text, facts },
  }
  return ((await runPageTask({ kind: 'check', input })) as { value: object | null }).value ?? {}
}

test('fields that no word of the page names are taken where as many statements are left between the others', async () => {
  assert.deepEqual(await check(truth), truth)
})

test('they are not where a statement says otherwise, or where there are more fields than statements', async () => {
  const { swing, chairs, ...others } = truth
  assert.deepEqual(await check({ ...truth, swing: !swing, chairs }), others)
  const more = { price_eur: 120, jetty: true, boat: true, sauna_stove: true, wifi: true }
  assert.deepEqual(await check(more), { price_eur: 120, wifi: true })
})

test('what is compared for them is counted', async () => {
  const answer = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`zq${at}`, true]))
  const counts: number[] = []
  const spend = (steps: number) => void counts.push(steps)
  await checkEvidence(answer, undefined, { markdown, text, facts, spend })
  const statementsMin = 6
  assert.ok(Math.max(...counts) >= 50 * statementsMin, String(Math.max(...counts)))
})
