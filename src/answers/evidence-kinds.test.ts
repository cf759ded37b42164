import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { runPageTask } from './page-tasks.ts'

interface Answered {
  readonly body: string
  readonly schema: object
  readonly value: Readonly<Record<string, unknown>>
}

/** What is given out of an answer about a page. */
async function check({ body, schema, value }: Answered): Promise<unknown> {
  const page = `<!doctype html><html><head><title>Ferry | Quay House</title></head><body><main><h1>Ferry</h1>${body}</main><footer><p>最終更新日：2026年9月3日</p></footer></body></html>`
  const { markdown, text, facts } = makeMaterial(page)
  const input = {
    value,
    schema: { type: 'object', properties: schema },
    stated: { markdown, text, facts },
  }
  return ((await runPageTask({ kind: 'check', input })) as { readonly value: unknown }).value
}

const [string, integer] = [{ type: 'string' }, { type: 'integer' }]
const row = { type: 'object', properties: { name: string, type: string } }

for (const [what, body, schema, value, given] of [
  // A count is named, or stands with words that say it.
  [
    'a count of other things',
    '<p>12 bollards line the pier.</p>',
    { deaths: integer },
    { deaths: 12 },
    {},
  ],
  [
    'what is left of a stock',
    '<p>Only 9 left.</p><p>12 bollards</p>',
    { stock_left: integer },
    { stock_left: 9 },
    { stock_left: 9 },
  ],
  [
    'a number of another sentence',
    '<p>We allow 30 calls a minute. Above that the answer is 429 and no more.</p>',
    { calls_per_minute: integer },
    { calls_per_minute: 429 },
    { calls_per_minute: 30 },
  ],
  // Pieces of addresses and codes are no values, the path of an address is.
  [
    'a piece of an address',
    '<p>Route: PATCH https://api.quay.example/v4/boats/{id}</p>',
    { route: string },
    { route: 'quay.example/v4/boats/{id}' },
    { route: 'PATCH https://api.quay.example/v4/boats/{id}' },
  ],
  [
    'what an address begins with',
    '<p>Route: https://quay.example</p>',
    { route: string },
    { route: '//quay' },
    { route: 'https://quay.example' },
  ],
  [
    'the path of an address',
    '<p>Route: PATCH https://api.quay.example/v4/boats/{id}</p>',
    { route: string },
    { route: '/v4/boats/{id}' },
    { route: '/v4/boats/{id}' },
  ],
  [
    'the beginning of a version',
    '<p>Build: quay 0.7.1</p>',
    { build: string },
    { build: 'quay0' },
    { build: 'quay 0.7.1' },
  ],
  // A label names its value, and a sentence is no label.
  [
    'a label',
    '<table><tr><td>Location</td><td>Pier 3</td></tr><tr><td>Fare</td><td>4 €</td></tr></table>',
    { hall: string },
    { hall: 'Location' },
    {},
  ],
  [
    'the end of a sentence',
    '<p>Trips are not repeated daily: the next one sails later</p>',
    { crew_language: string },
    { crew_language: 'the next one sails later' },
    {},
  ],
  [
    'a road for a school',
    '<p>Harbour Road, Ely CB7 4BB</p>',
    { school: string },
    { school: 'Harbour Road' },
    {},
  ],
  ['a number for a day', '<p>駐車場：30台</p>', { closed_on: string }, { closed_on: '30台' }, {}],
  [
    'an account',
    '<p>Drawn up by mira-volk on 4 May 2026.</p>',
    { author: string },
    { author: 'mira-volk' },
    { author: 'mira-volk' },
  ],
  // Scripts without spaces.
  [
    'times, days and names in Japanese',
    '<p>営業は9時15分から17時半まで。火曜日は定休日です。最寄りは港町駅です。</p>',
    { opens: string, last_updated: { type: 'string', format: 'date' }, station: string },
    { opens: '9時15分', last_updated: '2026-09-03', station: '港町駅' },
    { opens: '9時15分', last_updated: '2026-09-03', station: '港町駅' },
  ],
  [
    'the hour of a time for a count',
    '<p>受付は11時まで。</p>',
    { seats: integer },
    { seats: 11 },
    {},
  ],
  [
    'the members of a row where an address holds all names',
    '<pre>PUT /boats/{boat_id}/crew/{crew_id}</pre><dl><dt>boat_id</dt><dd>text</dd><dt>crew_id</dt><dd>text</dd></dl><h2>Answers</h2><p>Status</p>',
    { parameters: { type: 'array', items: row } },
    {
      parameters: [
        { name: 'boat_id', type: 'Status' },
        { name: 'crew_id', type: 'text' },
      ],
    },
    {
      parameters: [
        { name: 'boat_id', type: 'text' },
        { name: 'crew_id', type: 'text' },
      ],
    },
  ],
] as const) {
  test(`of an answer is given out or not: ${what}`, async () => {
    assert.deepEqual((await check({ body, schema, value })) ?? {}, given)
  })
}
