import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRelevant } from './is-relevant.ts'
import { parseQuery } from './query.ts'

const hits = (...titles: string[]) =>
  titles.map((title, at) => ({ url: `https://site.example/${at}`, title, text: '' }))
const spelled = hits('Accommodation by the sea', 'Cheap accommodation', 'Hotels', 'Rooms')
const flights = hits('Cheap flights', 'Book now', 'Flights to Rome', 'Offers')

test('results for the corrected spelling of a query are about it', () => {
  assert.equal(isRelevant(spelled, parseQuery('acommodation')), true)
  assert.equal(isRelevant(spelled, parseQuery('accomodatoin')), true)
})

test('results without a word of the query are not about it', () => {
  assert.equal(isRelevant(flights, parseQuery('acommodation')), false)
  assert.equal(isRelevant(flights, parseQuery('glacier rivers')), false)
})
