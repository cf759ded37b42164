import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noRules } from '#fetch/robots-rules.ts'
import { crawlRequest } from './contract.ts'
import { createLinkFilter } from './link-filter.ts'
import { createLinkVerdicts } from './link-verdicts.ts'

const site = 'https://example.com'
const request = crawlRequest({ allowedHosts: [] }).parse({ url: `${site}/docs/` })
const verdictOn = createLinkVerdicts(createLinkFilter(request.url, request, noRules), request)

test('a link to a section of another page leads to that page', () => {
  for (const link of ['a.html', 'a.html#one', 'a.html#two', 'a.html#', 'a.html#v1/names']) {
    const { url, denial } = verdictOn(`${site}/docs/${link}`, `${site}/docs/b.html`)
    assert.deepEqual({ url, denial }, { url: `${site}/docs/a.html`, denial: undefined })
  }
})

test('a link to a section of its own page leads to no page', () => {
  const page = `${site}/docs/a.html`
  assert.equal(verdictOn(`${page}#one`, page).denial, 'SECTION_LINK')
  assert.equal(verdictOn(page, page).denial, undefined)
})

test('a route in the fragment is a separate page', () => {
  const { url, urlKey } = verdictOn(`${site}/docs/#/settings`, `${site}/docs/`)
  assert.equal(url, `${site}/docs/#/settings`)
  assert.match(urlKey ?? '', /#\/settings$/)
})
