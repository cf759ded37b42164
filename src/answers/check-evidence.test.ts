import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { checkEvidence } from './check-evidence.ts'

const material = makeMaterial(`<!doctype html><title>Plans</title><main><h1>Plans of Acme</h1>
<p>The Pro plan costs 1.299,50 € a year and was updated on March 5, 2024. See <a href="/pricing/pro">the details</a>.</p>
<p>“It is the best plan that we have ever had”, says Kari Nord.</p></main>`)

const schema = {
  type: 'object',
  properties: {
    plan: { type: 'string' },
    price: { type: 'number' },
    updated: { type: 'string', format: 'date' },
    link: { type: 'string' },
    person: { type: 'string' },
    tier: { enum: ['low', 'high'] },
    mood: { type: 'string', description: 'The sentiment of the quote.' },
    quotes: {
      type: 'array',
      items: { type: 'object', properties: { text: { type: 'string' }, by: { type: 'string' } } },
    },
  },
  required: ['person'],
}

const truth = {
  plan: 'Pro',
  price: 1299.5,
  updated: '2024-03-05',
  link: 'https://site.example/pricing/pro',
  person: 'Kari Nord',
  mood: 'enthusiastic',
  quotes: [{ text: 'It is the best plan that we have ever had', by: 'Kari Nord' }],
}

test('values that the page holds in any notation are kept', async () => {
  const { value, refused } = await checkEvidence(truth, schema, material)
  assert.deepEqual({ value, refused }, { value: truth, refused: [] })
})

test('values that it does not hold are taken out and named; required ones become null', async () => {
  const { value, refused } = await checkEvidence(
    {
      ...truth,
      price: 1199,
      tier: 'high',
      updated: '2023-11-30',
      link: 'https://evil.example/pricing/pro',
      person: 'Ola Sør',
      quotes: [
        ...truth.quotes,
        { text: 'I would never buy this from you again', by: 'Someone Else' },
      ],
    },
    schema,
    material,
  )
  assert.deepEqual(value, {
    plan: 'Pro',
    person: null,
    mood: 'enthusiastic',
    quotes: truth.quotes,
  })
  assert.deepEqual(
    refused.map(({ path, isRequired }) => `${path}${isRequired ? ' required' : ''}`),
    ['price', 'updated', 'link', 'person required', 'quotes[1].text', 'quotes[1].by', 'tier'],
  )
})

test('answers without a schema are checked as well', async () => {
  const { value } = await checkEvidence({ plan: 'Pro', city: 'Atlantis Bay' }, undefined, material)
  assert.deepEqual(value, { plan: 'Pro' })
})

test('numbers of a column headed as a price are prices, those of other columns are not', async () => {
  const list =
    makeMaterial(`<!doctype html><title>List</title><main><h1>Our tools and their parts</h1><table>
<tr><th>Name of the tool</th><th>Weight</th><th>Net price</th></tr>
<tr><td>A hammer with a long handle</td><td>17</td><td>25.90</td></tr>
<tr><td>A saw with very fine teeth</td><td>18</td><td>31.50</td></tr></table></main>`)
  const priced = { type: 'object', properties: { price: { type: 'number' } } }
  const check = async (price: number) => {
    const { refused } = await checkEvidence({ price }, priced, list)
    return refused.map(({ path }) => path)
  }
  assert.deepEqual([await check(25.9), await check(31.5), await check(18)], [[], [], ['price']])
})
