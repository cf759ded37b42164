import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstScrapePrice, scrapePrice } from './prices.ts'

test('scrapes have the prices of the price table', () => {
  const rows = [
    ['page', false, 1],
    ['page', true, 2],
    ['lockdown-hit', true, 5],
    ['lockdown-miss', true, 1],
    ['failed', true, 0],
  ] as const
  for (const [kind, zeroDataRetention, price] of rows) {
    assert.equal(scrapePrice({ kind }, { zeroDataRetention }), price, kind)
  }
})

const first = (lockdown: boolean, zeroDataRetention: boolean) =>
  firstScrapePrice({ lockdown, zeroDataRetention })

test('the initial reservation is the price of one page, or of a lockdown miss', () => {
  assert.deepEqual(
    [first(false, false), first(false, true), first(true, true), first(true, false)],
    [1, 2, 1, 1],
  )
})
