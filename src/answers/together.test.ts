import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { runPageTask } from './page-tasks.ts'

const { markdown, text, facts } =
  makeMaterial(`<!doctype html><html lang="nl"><head><title>Werkplaats Duin | Fietsenmaker in Zeewolde</title></head><body><main><h1>Onderhoud</h1>
<p>Grote beurt — staal, 90 minuten, inclusief ketting — € 68</p>
<p>Leen een Kwikstaart Cargo, matgroen, met kinderzitje. Ophalen 9–12.30 uur, 2 dagen vooraf, start donderdag 14 mei.</p>
<p>Merken: Lariks, Voske en Plevier. Bijgewerkt op 2 februari 2026.</p>
<p>KvK 5550 1234, rekening NL91 RABO 0555 0123 45</p>
<p>Schans 5, 3891 AB Zeewolde, +31 36 555 0144</p><p>Zie duin.example/afspraak</p>
<p>Monteur: Sanne Kok. Levertijd: vaste dagen</p></main></body></html>`)

const string = { type: 'string' }
const properties = {
  service: string,
  material: string,
  duration_minutes: { type: 'integer' },
  price: { type: 'number' },
  loan_model: string,
  paint: string,
  pick_up_opens: string,
  loan_start: { type: 'string', format: 'date' },
  brands: { type: 'array', items: string },
  kvk_number: string,
  iban: string,
  country: string,
  phone: string,
  booking_url: string,
  shop: string,
  delivery: { type: 'string', enum: ['fixed_days', 'daily'] },
}

async function check(answer: Readonly<Record<string, unknown>>, members: object = properties) {
  const input = {
    value: answer,
    schema: { type: 'object', properties: members },
    stated: { markdown, text, facts },
  }
  return (await runPageTask({ kind: 'check', input })) as { readonly value: unknown }
}

const truth = {
  service: 'Grote beurt',
  material: 'staal',
  duration_minutes: 90,
  price: 68,
  loan_model: 'Kwikstaart Cargo',
  paint: 'matgroen',
  pick_up_opens: '09:00',
  loan_start: '2026-05-14',
  brands: ['Lariks', 'Voske', 'Plevier'],
  kvk_number: '55501234',
  iban: 'NL91RABO0555012345',
  country: 'NL',
  phone: '+31365550144',
  booking_url: 'https://duin.example/afspraak',
  shop: 'Werkplaats Duin',
}

test('values that nothing names, and values as models write them, are taken for what they are', async () => {
  assert.deepEqual((await check(truth)).value, truth)
})

for (const [name, lie] of [
  ['paint', 'Monteur'],
  ['paint', 'Leen een'],
  ['material', 'Bijgewerkt op 2 februari 2026'],
  ['loan_start', '2026-05-02'],
  ['loan_start', '2025-05-14'],
  ['pick_up_opens', '14:00'],
  ['country', 'SE'],
  ['iban', 'NL91RABO05550123'],
  ['kvk_number', '36 555 0144'],
  ['booking_url', 'https://other.example/afspraak'],
  ['shop', 'Bijgewerkt op'],
  ['duration_minutes', 12],
  ['delivery', 'sometimes'],
] as const)
  test(`a value that the page does not hold as that is refused as ${name}: ${JSON.stringify(lie)}`, async () => {
    const { value } = await check({ ...truth, [name]: lie })
    assert.notEqual((value as Record<string, unknown>)[name], lie)
  })

test('what names a thing of a list stands with the rest of it', async () => {
  const page = makeMaterial(
    '<main><h1>Huts</h1><ul><li>Alder hut, 4 beds</li><li>Birch hut, 9 beds</li></ul><p>Bring a lamp</p></main>',
  )
  const items = { type: 'object', properties: { name: string, beds: { type: 'integer' } } }
  const schema = { type: 'object', properties: { places: { type: 'array', items } } }
  const rows = [
    { name: 'Bring a lamp', beds: 4 },
    { name: 'Birch hut', beds: 9 },
  ]
  const input = { value: { places: rows }, schema, stated: page }
  const { value } = (await runPageTask({ kind: 'check', input })) as { readonly value: unknown }
  assert.ok(!JSON.stringify(value).includes('lamp'), JSON.stringify(value))
})

const turn = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).toReversed())

test('the order of the fields of a schema is no evidence', async () => {
  const { value } = await check(turn(truth), turn(properties))
  assert.deepEqual({ ...(value as object) }, (await check(truth)).value)
})

test('a list of texts tells nothing twice', async () => {
  const { value } = await check({ ...truth, brands: ['Lariks', 'Voske', 'Lariks'] })
  assert.deepEqual((value as Record<string, unknown>)['brands'], ['Lariks', 'Voske'])
})
