import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highestScrapePrice, scrapePrice } from './prices.ts'

test('a scrape costs what the contract says', () => {
  const rows = [
    ['page', false, 1],
    ['page', true, 2],
    ['lockdown-hit', true, 5],
    ['lockdown-miss', true, 1],
    ['unresolved', false, 1],
    ['unresolved', true, 1],
    ['failed', true, 0],
  ] as const
  for (const [kind, zeroDataRetention, price] of rows) {
    assert.equal(scrapePrice({ kind }, { zeroDataRetention }), price, kind)
  }
})

const highest = (lockdown: boolean, zeroDataRetention: boolean) =>
  highestScrapePrice({ lockdown, zeroDataRetention })

test('what is set aside covers every outcome', () => {
  assert.deepEqual(
    [highest(false, false), highest(false, true), highest(true, true), highest(true, false)],
    [1, 2, 5, 5],
  )
})
