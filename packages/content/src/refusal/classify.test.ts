import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, requestedUrl, type RefusalPage } from '#fixtures/refusals/refusal-page.ts'
import { vendorPages } from '#fixtures/refusals/vendor-pages.ts'
import { wallPages } from '#fixtures/refusals/wall-pages.ts'
import { article } from '#fixtures/article.ts'
import { findRefusal } from './classify.ts'

const classify = ({
  url,
  status = 200,
  headers,
  cookies = [],
  body,
}: Omit<RefusalPage, 'name' | 'kind'>) =>
  findRefusal({
    requestedUrl,
    url: url ?? requestedUrl,
    status,
    headers: { 'content-type': 'text/html', ...headers },
    cookieNames: cookies,
    body: Buffer.from(body),
  })

for (const page of [...vendorPages, ...wallPages]) {
  test(`${page.name} is a refusal`, () => {
    assert.equal(classify(page)?.kind, page.kind)
  })
}

const text = 'The mill was built beside the weir, and its wheel turned until the river was moved. '

test('pages about refusals are pages', () => {
  for (const title of [
    'Access denied: a history of the firewall',
    'Just a moment: poems',
    'How to fix “404 not found” in nginx',
    'Are you human? The captcha, twenty years on',
    'Too many requests: rate limits explained',
  ]) {
    const body = html(title, `<h1>${title}</h1><p>${text.repeat(60)}</p>`)
    assert.equal(classify({ body }), undefined, title)
  }
})

test('pages that carry the scripts of such products are pages', () => {
  const scripts = `<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>
    <script src="/_Incapsula_Resource?SWJIYLWA=1"></script><script>window._pxAppId='PX1'</script>
    <script src="https://js.datadome.co/tags.js"></script><div class="g-recaptcha"></div>`
  const body = article('River mills').replace(
    '</body>',
    `${scripts}<p>${text.repeat(15)}</p></body>`,
  )
  assert.equal(classify({ body, cookies: ['datadome', '_abck', 'incap_ses_1'] }), undefined)
})

test('applications, missing pages, files and failures of the site are not refusals', () => {
  const clientRendered = html(
    'Shop',
    '<div id="root"></div><script src="/main.js"></script><script>window.flags={CaptchaChallenge:true}</script>',
  )
  assert.equal(classify({ body: clientRendered }), undefined)
  assert.equal(
    classify({ status: 404, body: html('Page not found', '<h1>Not found</h1>') }),
    undefined,
  )
  assert.equal(
    classify({ status: 500, body: html('Error', '<h1>Internal error</h1><a>Log in</a>') }),
    undefined,
  )
  assert.equal(classify({ status: 304, body: '' }), undefined)
  const pdf = { 'content-type': 'application/pdf' }
  assert.equal(classify({ headers: pdf, body: '%PDF-1.7 access denied' }), undefined)
  const login = 'https://shop.example/login'
  const asked = { requestedUrl: login, url: login, status: 200, headers: {}, cookieNames: [] }
  const page = html('Log in', '<h1>Log in</h1><input type="password">')
  assert.equal(findRefusal({ ...asked, body: Buffer.from(page) }), undefined)
})

test('a long page is read only at its beginning', () => {
  const endless = Buffer.from(`<title>Just a moment...</title>${'<p><b>'.repeat(5_000_000)}`)
  const asked = { requestedUrl, url: requestedUrl, status: 403, headers: {}, cookieNames: [] }
  assert.equal(findRefusal({ ...asked, body: endless })?.kind, 'challenge')
})

test('a page that is nested deeper than any refusal is none', () => {
  const walls = [...vendorPages, ...wallPages].filter(({ status = 200 }) => status === 200)
  const nested = (depth: number) =>
    walls.filter((wall) => {
      const body = wall.body.replace(/<body[^>]*>/, (tag) => tag + '<div>'.repeat(depth))
      return classify({ ...wall, body })?.kind === wall.kind
    }).length
  assert.ok(nested(100) > nested(400))
})
