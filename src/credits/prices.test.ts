import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstScrapePrice, scrapePrice } from './prices.ts'

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

const first = (lockdown: boolean, zeroDataRetention: boolean) =>
  firstScrapePrice({ lockdown, zeroDataRetention })

test('what is set aside at first is the price of one page, or of a miss', () => {
  assert.deepEqual(
    [first(false, false), first(false, true), first(true, true), first(true, false)],
    [1, 2, 1, 1],
  )
})
