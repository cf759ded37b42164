import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { runPageTask } from './page-tasks.ts'

const { markdown, text, facts } =
  makeMaterial(`<!doctype html><html lang="en"><head><title>Pine Stool</title>
<script type="application/ld+json">{"@type":"Product","name":"Pine Stool","gtin13":"5012345678900","brand":{"name":"Lund"}}</script></head>
<body><main><h1>Pine Stool</h1><p>Price: €49.00</p><p>Revised on 14 March 2026. A second run starts on 2 June.</p>
<p>Questions? Ask Nora Lind at care@lund.example.</p><ul><li>Light: 2 kg</li></ul></main>
<aside><h2>You may also like</h2><p>Oak Bench €129.00</p></aside></body></html>`)

const properties = {
  name: { type: 'string' },
  price: { type: 'number' },
  sku: { type: 'string' },
  contact_email: { type: 'string' },
  phone: { type: 'string' },
  release_date: { type: 'string', format: 'date' },
  vegan: { type: 'boolean' },
  finish: { enum: ['matt', 'gloss'] },
}

/** What is given out for one member of an answer. */
async function given(answer: Readonly<Record<string, unknown>>) {
  const schema = { type: 'object', properties }
  const input = {
    answers: [answer],
    addresses: [],
    schema,
    isFilled: true,
    stated: { markdown, text, facts },
  }
  const settled = (await runPageTask({ kind: 'settle', input })) as {
    readonly value: Readonly<Record<string, unknown>>
    readonly origins: readonly { readonly path: string; readonly madeBy: string }[]
  }
  return settled
}

const lies: readonly (readonly [keyof typeof properties, unknown])[] = [
  ['price', 129],
  ['sku', '12345678900'],
  ['sku', '2345'],
  ['contact_email', 'Nora Lind'],
  ['phone', '2026'],
  ['release_date', '2026-06-14'],
  ['vegan', true],
  ['finish', 'gloss'],
  ['name', 'Lund'],
  ['sku', ''],
]

for (const [name, lie] of lies) {
  test(`a value from elsewhere is not given out for ${name}: ${JSON.stringify(lie)}`, async () => {
    const { value } = await given({ [name]: lie })
    assert.notEqual(value[name], lie)
  })
}

test('what fits is given out with its source', async () => {
  const answer = { name: 'Pine Stool', price: 49, contact_email: 'care@lund.example' }
  const { value, origins } = await given(answer)
  assert.deepEqual({ ...value }, answer)
  assert.deepEqual(
    origins.map(({ path }) => path),
    ['name', 'price', 'contact_email'],
  )
})

const lamp =
  makeMaterial(`<!doctype html><html lang="en"><head><title>Lamp 7</title></head><body><main><h1>Lamp 7</h1>
<p>Lamp 7 was made by Works 7 of oak in 1907. Its number is L-1007. Call number 555-0199 for help.</p>
<p>Petrel Yard made it again. Published March 4, 2019.</p></main></body></html>`)

const said: readonly (readonly [string, string, boolean])[] = [
  ['maker', 'Works 7', true],
  ['brand', 'Petrel Yard', true],
  ['sku', 'L-1007', true],
  ['date', '2019-03-04', true],
  ['maker', 'oak', false],
  ['sku', '555-0199', false],
  ['end_date', '2019-03-04', false],
]

for (const [name, value, isGiven] of said) {
  test(`${value} as ${name} is ${isGiven ? '' : 'not '}what a sentence says`, async () => {
    const input = {
      value: { [name]: value },
      schema: { type: 'object', properties: { [name]: { type: 'string' } } },
      stated: { markdown: lamp.markdown, text: lamp.text, facts: lamp.facts },
    }
    const { value: left } = (await runPageTask({ kind: 'check', input })) as {
      readonly value: Readonly<Record<string, unknown>> | null
    }
    assert.equal(left?.[name] === value, isGiven)
  })
}
