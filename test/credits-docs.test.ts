import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { safetyPrice, scrapePrice, type ScrapeOutcome } from '#credits/prices.ts'

const text = readFileSync(join(import.meta.dirname, '../docs/credits.md'), 'utf8').replaceAll(
  /<!-- price\.[\w ]+ -->/g,
  '',
)
const rows = new Map(
  [...text.matchAll(/^\| (.+?) +\| (\+?\d+) +\|$/gm)].map(([, what = '', credits = '']) => [
    what,
    Number(credits),
  ]),
)
const price = (outcome: ScrapeOutcome, zeroDataRetention = false) =>
  scrapePrice(outcome, { zeroDataRetention })

test('the documented prices match the source', () => {
  const page = price({ kind: 'page' })
  const expected = {
    'page scraped, or finished by a crawl, batch': page,
    'page that the site answers with 403 or 404': page,
    'PDF of 10 pages': price({ kind: 'page', pages: 10 }),
    'zero data retention, for each page': price({ kind: 'page' }, true) - page,
    'page of `lockdown`': price({ kind: 'lockdown-hit' }, true),
    '`redactPII`, for each page': safetyPrice({ redactsPii: true, checksInjection: false }, 1),
    '`checkPromptInjection`, when it has run': safetyPrice(
      { redactsPii: false, checksInjection: true },
      1,
    ),
    'page refused by `checkPromptInjection`': price({ kind: 'injection' }),
    '`lockdown` without a copy in the cache': price({ kind: 'lockdown-miss' }, true),
    'host that does not resolve, or to a private address': price({ kind: 'failed' }),
    'site that does not answer, times out or refuses': price({ kind: 'failed' }),
  }
  for (const [what, credits] of Object.entries(expected))
    assert.equal(rows.get(what), credits, what)
})
