import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { runPageTask } from './page-tasks.ts'

const { markdown, text, facts } =
  makeMaterial(`<!doctype html><html><head><title>Visit | Orla Mill</title></head><body><main><h1>Visit</h1>
<p>The mill opens from 10 to 17 and shows 820 clocks in 6 rooms. Parking costs £4, the tour takes 45 minutes.</p>
<p>Visitors park behind the house. Write to miller@orla.example.</p><p>Guide: Ada Pell</p></main></body></html>`)

const type = (name: string) => ({ type: name })
const properties = {
  guide: type('string'),
  clock_count: type('integer'),
  tour_minutes: type('integer'),
  parking_fee_gbp: type('number'),
  nearest_town: type('string'),
}

async function check(value: Readonly<Record<string, unknown>>) {
  const input = { value, schema: { type: 'object', properties }, stated: { markdown, text, facts } }
  const checked = (await runPageTask({ kind: 'check', input })) as { readonly value: unknown }
  return (checked.value ?? {}) as Record<string, unknown>
}

for (const [name, value] of [
  ['clock_count', 10],
  ['tour_minutes', 4],
  ['parking_fee_gbp', 45],
  ['guide', 'Visitors park behind the house'],
  ['guide', 'miller'],
  ['guide', 'Guide'],
  ['nearest_town', 'Visitors park behind the house'],
] as const)
  test(`a value that stands for something else is refused as ${name}: ${value}`, async () => {
    assert.notEqual((await check({ [name]: value }))[name], value)
  })

for (const [name, value] of [
  ['clock_count', 820],
  ['tour_minutes', 45],
  ['parking_fee_gbp', 4],
  ['guide', 'Ada Pell'],
] as const)
  test(`a value that its own words name is given out as ${name}: ${value}`, async () => {
    assert.equal((await check({ [name]: value }))[name], value)
  })
