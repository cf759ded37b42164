import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { runPageTask } from './page-tasks.ts'

const { markdown, text, facts } =
  makeMaterial(`<!doctype html><html lang="de"><head><title>Unsere Hütte | Almverein Rofen e.V.</title></head><body><header>Almverein Rofen e.V.</header>
<main><h1>Unsere Hütte</h1><p>Die Hütte liegt auf 2.140 m und bietet sechzehn Schlafplätze in drei Zimmern. Hunde sind willkommen.</p>
<p>Übernachtung 24 €, Halbpension zusätzlich 31 Euro. Für den Aufstieg rechnen Sie mit vier Stunden.</p>
<p>Hüttenwart: seit 2009 Veit Angerer, 0512 555 310. Geöffnet bis 27. September 2026, Anreise bis 18 Uhr.</p>
<table><tr><th>Raum</th><th>Art</th><th>Betten</th></tr><tr><td rowspan="2">Nord</td><td>Lager</td><td>8</td></tr><tr><td>Stube</td><td>2</td></tr></table>
<ul><li>Bergschuhe</li><li>Hüttenschlafsack</li><li>Stirnlampe</li></ul></main>
<footer><p>Dorfweg 7/2, 6458 Vent · Vereinsregister ZVR 550123</p></footer></body></html>`)

const type = (name: string) => ({ type: name })
const rooms = { room: type('string'), kind: type('string'), beds: type('integer') }
const properties = {
  club: type('string'),
  sleeps: type('integer'),
  rooms: type('integer'),
  altitude_m: type('number'),
  bed_price: type('number'),
  half_board: type('number'),
  ascent_hours: type('number'),
  dogs_allowed: type('boolean'),
  warden: type('string'),
  arrive_before: type('string'),
  season_end: { type: 'string', format: 'date' },
  street: type('string'),
  village: type('string'),
  currency: type('string'),
  registration_number: type('string'),
  packing: { type: 'array', items: type('string') },
  list: { type: 'array', items: { type: 'object', properties: rooms } },
}

/** What is given out of an answer, and what the rules do not add. */
async function check(answer: Readonly<Record<string, unknown>>) {
  const stated = { markdown, text, facts }
  const input = { value: answer, schema: { type: 'object', properties }, stated }
  const { value } = (await runPageTask({ kind: 'check', input })) as {
    readonly value: Readonly<Record<string, unknown>> | null
  }
  return value ?? {}
}

const truth = {
  club: 'Almverein Rofen e.V.',
  sleeps: 16,
  rooms: 3,
  altitude_m: 2140,
  bed_price: 24,
  half_board: 31,
  ascent_hours: 4,
  dogs_allowed: true,
  warden: 'Veit Angerer',
  arrive_before: '18 Uhr',
  season_end: '2026-09-27',
  street: 'Dorfweg 7/2',
  village: 'Vent',
  currency: 'EUR',
  registration_number: 'ZVR 550123',
  packing: ['Bergschuhe', 'Hüttenschlafsack', 'Stirnlampe'],
  list: [
    { room: 'Nord', kind: 'Lager', beds: 8 },
    { room: 'Nord', kind: 'Stube', beds: 2 },
  ],
}

test('what nothing names is given out where its own form says what it is', async () => {
  assert.deepEqual(JSON.parse(JSON.stringify(await check(truth))), truth)
})

const lies: readonly (readonly [keyof typeof properties, unknown])[] = [
  ['club', '0512 555 310'],
  ['sleeps', 2009],
  ['sleeps', 24],
  ['rooms', 16],
  ['altitude_m', 2009],
  ['bed_price', 8],
  ['bed_price', 31],
  ['ascent_hours', 27],
  ['warden', 'Dorfweg 7/2'],
  ['warden', 'Almverein Rofen e.V.'],
  ['arrive_before', '24 €'],
  ['season_end', '2026-09-18'],
  ['street', '6458 Vent'],
  ['village', 'Dorfweg 7/2'],
  ['currency', 'CHF'],
  ['registration_number', '0512 555 310'],
]

for (const [name, lie] of lies) {
  test(`a value of another kind, or of another field, is refused as ${name}: ${JSON.stringify(lie)}`, async () => {
    const value = await check({ ...truth, [name]: lie })
    assert.notEqual(value[name], lie)
  })
}

test('an item that is none of the list of the others is refused', async () => {
  const value = await check({ packing: ['Bergschuhe', 'Hunde sind willkommen', 'Stirnlampe'] })
  assert.deepEqual(value['packing'], ['Bergschuhe', 'Stirnlampe'])
})

test('an account is who did something on a page', async () => {
  const page = makeMaterial(
    '<!doctype html><html><head><title>Kiln 2.1</title></head><body><main><h1>Kiln 2.1</h1><p>potter-in released this on 3 May 2026, with glazes for stoneware.</p></main></body></html>',
  )
  const { markdown, text, facts } = page
  const members = { released_by: { type: 'string' } }
  const schema = { type: 'object', properties: members }
  const given = async (name: string) => {
    const input = { value: { released_by: name }, schema, stated: { markdown, text, facts } }
    return ((await runPageTask({ kind: 'check', input })) as { readonly value: unknown }).value
  }
  assert.deepEqual(await given('potter-in'), { released_by: 'potter-in' })
  assert.deepEqual(await given('stoneware'), {})
})
