import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { runPageTask } from './page-tasks.ts'

/** What is given out of an answer of booleans, with the lines that show them. */
async function check(page: string, language: string, answer: Readonly<Record<string, boolean>>) {
  const stated = makeMaterial(
    `<!doctype html><html lang="${language}"><head><title>Page</title></head><body><main><h1>Page</h1>${page}</main></body></html>`,
  )
  const properties = Object.fromEntries(
    Object.keys(answer).map((name) => [name, { type: 'boolean' }]),
  )
  const input = { value: answer, schema: { type: 'object', properties }, stated }
  const { value, found } = (await runPageTask({ kind: 'check', input })) as {
    readonly value: Readonly<Record<string, unknown>> | null
    readonly found: readonly { readonly path: string; readonly place: { readonly text: string } }[]
  }
  return { value: value ?? {}, found }
}

const pages: readonly (readonly [string, string, Readonly<Record<string, boolean>>])[] = [
  [
    'de',
    '<p>Dienstwagen gehören dazu, Nachtarbeit fällt nicht an.</p><ul><li>Kaminofen</li><li>Kein Kühlschrank</li></ul><p>Haustiere sind leider nicht erlaubt.</p>',
    { company_car: true, night_work: false, wood_stove: true, fridge: false, pets_allowed: false },
  ],
  [
    'en',
    '<h3>May we bring a tent?</h3><p>Sorry, no tents.</p><h3>Is there a playground?</h3><p>Yes, behind the barn.</p><p>The table is foldable. It has no wheels. Smoke-free rooms.</p><p>Currently sold out.</p>',
    {
      tent_allowed: false,
      playground: true,
      foldable: true,
      wheels: false,
      smoke_free: true,
      in_stock: false,
    },
  ],
  [
    'fr',
    '<p>Sans gluten. Le petit-déjeuner est compris, le linge coûte 8 €.</p><ul><li>Vue sur le lac</li><li>Pas de micro-ondes</li></ul>',
    {
      gluten_free: true,
      breakfast_included: true,
      linen_included: false,
      lake_view: true,
      microwave: false,
    },
  ],
  [
    'es',
    '<p>Se puede pagar con tarjeta. No se admiten perros. Se alquila sin amueblar.</p>',
    { card_payment: true, dogs_allowed: false, furnished: false },
  ],
  [
    'cs',
    '<p>Vůz je nehavarovaný, má střešní okno a financování je možné. Bez klimatizace.</p>',
    { accident_free: true, sunroof: true, financing_available: true, air_conditioning: false },
  ],
  [
    'da',
    '<p>Vi tilbyder ikke bedøvelse. Der er grill i haven. Hunde er velkomne uden beregning.</p>',
    { anaesthesia: false, barbecue: true, dogs_allowed: true },
  ],
]

for (const [language, page, truth] of pages) {
  test(`what a page in ${language} says or denies is given out, and its opposite is not`, async () => {
    const { value, found } = await check(page, language, truth)
    assert.deepEqual(value, truth)
    assert.deepEqual(
      found.map(({ path }) => path),
      Object.keys(truth),
    )
    for (const [name, said] of Object.entries(truth)) {
      const lie = await check(page, language, { ...truth, [name]: !said })
      assert.notEqual(lie.value[name], !said, name)
    }
  })
}

test('what the page does not speak of is neither so nor not so', async () => {
  const page = '<p>Das Haus hat einen Garten. Rauchen ist verboten.</p>'
  for (const said of [true, false]) {
    const { value } = await check(page, 'de', { elevator: said, highchair: said, garden: true })
    assert.deepEqual(value, { garden: true })
  }
})
