import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createTakeScreenshot } from '#browser/screenshot.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startLocalBrowser } from '#test/fixtures/local-browser.ts'
import { startPages } from '#test/fixtures/pages.ts'
import type { Action } from './action.ts'
import { createRunActions } from './run-actions.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const takeScreenshot = createTakeScreenshot()
const runActions = createRunActions({ takeScreenshot })

const form = `<title>Form</title>
  <input id="name"><div id="said"></div>
  <button id="say" onclick="said.textContent = 'Hello ' + document.querySelector('#name').value">Say</button>
  <button class="many" onclick="this.dataset.done = 1">1</button>
  <button class="many" hidden onclick="this.dataset.done = 1">2</button>
  <a id="next" href="/next">Next</a> <a id="later" href="#" onclick="setTimeout(() => location = '/next')">Later</a>
  <div style="position:fixed;inset:auto 0 0 0;height:60px;background:red">Banner</div>
  <button id="under" style="position:fixed;bottom:10px" onclick="document.title = 'Clicked'">Under</button>
  <script>
    addEventListener('keydown', (event) => { document.body.dataset.key = event.key })
    setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id="late" hidden>Late</p>'), 300)
    setTimeout(() => { document.querySelector('#late').hidden = false }, 600)
  </script>`
const browser = await startLocalBrowser()
const site = await startPages({
  '/': form,
  '/next': '<title>Next</title><h1>Next page</h1><button id=b onclick="this.remove()">B</button>',
  '/slow-next': { headers: { refresh: '60' }, body: '<h1>Slow page</h1>' },
  '/strict': {
    headers: {
      'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'",
    },
    body: '<h1>Strict</h1>',
  },
  '/tall': '<div style="height:5000px"></div><p id="end">End</p>',
  '/inner': `<style>body{margin:0;overflow:hidden}#s{height:100vh;overflow-y:scroll}</style>
    <div id="s"><div style="height:5000px"></div></div>`,
})
disposeAfterTests(browser, site)

const setting = { proxy: 'basic', skipTlsVerification: true, headers: {}, context: {} } as const

/** Opens a page of the site and runs actions. */
function run(path: string, actions: readonly Action[], look?: (page: Page) => Promise<unknown>) {
  return runUntil(AbortSignal.timeout(60_000), { path, actions, look })
}

function runUntil(
  signal: AbortSignal,
  {
    path,
    actions,
    look,
  }: {
    path: string
    actions: readonly Action[]
    look?: ((page: Page) => Promise<unknown>) | undefined
  },
) {
  return browser.withPage(setting, callerUntil(signal), async ({ page }) => {
    await page.goto(site.url + path)
    const results = await runActions(page, actions, signal)
    return { ...results, seen: await look?.(page), url: page.url() }
  })
}

const script = (text: string) => ({ type: 'executeJavascript', script: text }) as const
const returned = async (text: string, path = '/') =>
  (await run(path, [script(text)])).javascriptReturns[0]

/** Asserts the error of an action. */
const failing = (text: RegExp) => (thrown: unknown) => {
  assert.ok(thrown instanceof Error)
  assert.match(thrown.message, text)
  assert.match(thrown.message, /^Action\(s\) failed to complete\. Error code: /)
  return 'code' in thrown && thrown.code === 'SCRAPE_ACTION_ERROR'
}

test('actions run one after the other, and their results are in order', async () => {
  const results = await run('/', [
    { type: 'click', selector: '#name', all: false },
    { type: 'write', text: 'Wéir 堰' },
    { type: 'click', selector: '#say', all: false },
    script('document.querySelector("#said").textContent'),
    { type: 'press', key: 'ENTER' },
    script('document.body.dataset.key'),
    { type: 'scrape' },
    { type: 'click', selector: '#next', all: false },
    { type: 'scrape' },
  ])
  assert.deepEqual(results.javascriptReturns, [
    { type: 'string', value: 'Hello Wéir 堰' },
    { type: 'string', value: 'Enter' },
  ])
  const [first, second] = results.scrapes
  assert.equal(first?.url, `${site.url}/`)
  assert.match(first?.html ?? '', /^<html.*Hello Wéir 堰/s)
  assert.equal(second?.url, `${site.url}/next`)
  assert.match(second?.html ?? '', /Next page/)
})

test('an action that navigates waits for the next page', async () => {
  const later = await run('/', [{ type: 'click', selector: '#later', all: false }, script('1')])
  assert.equal(later.url, `${site.url}/next`)
  const byScript = await run('/', [script('location.href = "/next"'), script('document.title')])
  assert.deepEqual(byScript.javascriptReturns.at(-1), { type: 'string', value: 'Next' })
})

test('waiting for an element waits until it is visible', async () => {
  const seen = await run('/', [{ type: 'wait', selector: '#late' }], (page) =>
    page.locator('#late').isVisible(),
  )
  assert.equal(seen.seen, true)
  await run('/', [{ type: 'wait', selector: 'script' }])
})

test('a covered element is clicked as well', async () => {
  const { javascriptReturns } = await run('/', [
    { type: 'click', selector: '#under', all: false },
    script('document.title'),
  ])
  assert.deepEqual(javascriptReturns, [{ type: 'string', value: 'Clicked' }])
})

test('all clicks every matching element and never fails', async () => {
  const { javascriptReturns } = await run('/', [
    { type: 'click', selector: '.many', all: true },
    { type: 'click', selector: '.none', all: true },
    script('[...document.querySelectorAll(".many")].map((it) => it.dataset.done)'),
  ])
  assert.deepEqual(javascriptReturns, [{ type: 'array', value: ['1', '1'] }])
})

test('scrolling moves the page by a window, or the scrollable element', async () => {
  const down = { type: 'scroll', direction: 'down' } as const
  const up = { type: 'scroll', direction: 'up' } as const
  const tall = await run('/tall', [down, script('scrollY'), down, up, script('scrollY')])
  assert.deepEqual(tall.javascriptReturns, [
    { type: 'number', value: 720 },
    { type: 'number', value: 720 },
  ])
  const inner = await run('/inner', [down, { ...down, selector: '#s' }, script('s.scrollTop')])
  assert.deepEqual(inner.javascriptReturns, [{ type: 'number', value: 1440 }])
  const end = await run('/tall', [{ ...down, selector: '#end' }, script('scrollY > 4000')])
  assert.deepEqual(end.javascriptReturns, [{ type: 'boolean', value: true }])
})

test('a script returns its last value with its type', async () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    ['1 + 1', 'number', 2],
    ['document.title;', 'string', 'Form'],
    ['let a = 2; const b = 3; a * b', 'number', 6],
    ['if (true) { "yes" }', 'string', 'yes'],
    ['return 5', 'number', 5],
    ['const x = await Promise.resolve(1); return x + 1', 'number', 2],
    ['await fetch("/next").then((answer) => answer.status)', 'number', 200],
    ['Promise.resolve({ a: [1] })', 'object', { a: [1] }],
    ['({ a: 1 })', 'object', { a: 1 }],
    ['{ a: 1 }', 'object', { a: 1 }],
    ['[1, null]', 'array', [1, null]],
    ['null', 'null', null],
    ['undefined', 'undefined', null],
    ['', 'undefined', null],
    ['true // said', 'boolean', true],
    ['(function () { return "f" })()', 'string', 'f'],
    ['() => 1', 'function', '() => 1'],
    ['10n', 'bigint', '10'],
    ['NaN', 'number', null],
    ['window', 'object', '[object Window]'],
    ['new Date(0)', 'object', '1970-01-01T00:00:00.000Z'],
    ['Symbol("s")', 'symbol', 'Symbol(s)'],
  ]
  const { javascriptReturns } = await run(
    '/',
    cases.map(([text]) => script(text)),
  )
  for (const [index, [text, type, value]] of cases.entries()) {
    assert.deepEqual(javascriptReturns[index], { type, value }, text)
  }
})

test('a script runs despite the content security policy of the page', async () => {
  const scripts = ['document.body.innerText', 'const a = 1; return a'].map(script)
  assert.deepEqual((await run('/strict', scripts)).javascriptReturns, [
    { type: 'string', value: 'Strict' },
    { type: 'number', value: 1 },
  ])
})

test('a script has access to its page and not to the service', async () => {
  const reach = [
    'typeof process',
    'typeof require',
    'typeof module',
    'this.constructor.constructor("return typeof process")()',
    'Function("return typeof require")()',
    '(async () => {}).constructor("return typeof process")()',
    '[].at.constructor("return typeof globalThis.process")()',
    'typeof globalThis.Deno + typeof globalThis.Bun',
  ]
  const { javascriptReturns } = await run('/', reach.map(script))
  for (const [index, text] of reach.entries()) {
    assert.match(String(javascriptReturns[index]?.value), /^(undefined)+$/, text)
  }
  const thrown = await returned(
    'try { null.x } catch (error) { error.constructor.constructor("return String(this.process)")() }',
  )
  assert.equal(thrown?.value, 'undefined')
})

test('scripts of callers cannot affect the service through their page', async () => {
  await returned(
    'Object.prototype.polluted = 1; Array.prototype.push = () => 7; JSON.stringify = () => "evil"; 1',
  )
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
  assert.deepEqual((await returned('({ a: [1] })'))?.value, { a: [1] })
})

test('a script that fails or returns too much is an error of its action', async () => {
  await assert.rejects(
    returned('null.x'),
    failing(/SCRIPT_FAILED \(step 1, executeJavascript\).*TypeError/),
  )
  await assert.rejects(returned('let let'), failing(/SyntaxError/))
  await assert.rejects(returned('throw "a".repeat(2 ** 26)'), failing(/SCRIPT_FAILED/))
  await assert.rejects(returned('"a".repeat(2 ** 26)'), failing(/RESULT_TOO_LARGE/))
  await assert.rejects(
    returned('JSON.stringify = () => "[".repeat(9000); [1]'),
    failing(/nested too deeply/),
  )
})

test('the error of an action has its index and the reason', async () => {
  const click = (selector: string) =>
    run('/', [{ type: 'scrape' }, { type: 'click', selector, all: false }])
  await assert.rejects(
    click('#none'),
    failing(/ELEMENT_NOT_FOUND \(step 2, click "#none"\): No element/),
  )
  await assert.rejects(click('p['), failing(/INVALID_SELECTOR \(step 2, click "p\["\)/))
  await assert.rejects(
    run('/', [{ type: 'press', key: 'Anykey' }]),
    failing(/UNKNOWN_KEY \(step 1, press\): There is no key "Anykey"/),
  )
})

test('the timeout of the request ends every action', async () => {
  const late = new AbortController()
  const running = ['while (true) {}', 'new Promise(() => {})', 'for (;;) await 1'].map((text) =>
    assert.rejects(runUntil(late.signal, { path: '/', actions: [script(text)] }), /late/, text),
  )
  setTimeout(() => late.abort(new Error('late')), 1_500)
  await Promise.all(running)
})
