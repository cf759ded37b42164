import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ServiceError } from '#kernel/errors.ts'
import { startBrowsers } from '#test/fixtures/browsers.ts'
import { makeCertificate } from '#net/make-certificate.ts'
import { startSite, type Site } from '#test/fixtures/site.ts'
import type { Browsers } from './browsers.ts'
import { createRender } from './render.ts'
import type { RenderRequest } from './rendering.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const words = 'The reeds along the lake are cut in winter, when the ice carries. '.repeat(4)
/** A script that displays a text, or the value of an expression. */
const say = (text: string) => sayValue(JSON.stringify(text))
const sayValue = (expression: string) =>
  `document.querySelector('main').innerHTML = '<p>' + (${expression}) + '</p>'`
const page = (script: string, body = '') =>
  `<!doctype html><title>Reeds</title><main>${body}</main><script>${script}</script>`

const pages: Readonly<Record<string, string>> = {
  '/picture': page(`setTimeout(() => { ${say(words)} }, 1500)`) + '<img src="/never">',
  '/poll': page(`fetch('/never'); setTimeout(() => { ${say(words)} }, 500)`),
  '/events': page(`new EventSource('/feed').onmessage = ({ data }) => { ${sayValue('data')} }`),
  '/worker': page(
    `const work = 'setTimeout(() => postMessage("worked out"), 300)'
    new Worker(URL.createObjectURL(new Blob([work]))).onmessage = ({ data }) => { ${sayValue('data')} }`,
  ),
  '/database': page(
    `const opening = indexedDB.open('reeds', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('kinds')
    opening.onsuccess = () => {
      const change = opening.result.transaction('kinds', 'readwrite')
      change.objectStore('kinds').put('bulrush', 1)
      change.oncomplete = () => { ${say('stored and read')} }
    }`,
  ),
  '/ticking': page(
    `let ticks = 0; setInterval(() => { document.title = ++ticks; document.querySelector('i').innerHTML = '<b>' + ticks }, 10)`,
    `<p>${words}</p><i></i>`,
  ),
  '/shadow': page(
    `customElements.define('reed-card', class extends HTMLElement {
      constructor() {
        super()
        this.attachShadow({ mode: 'open' }).innerHTML =
          '<h2>In the shadow</h2><slot></slot><p><slot name="more">fallback</slot></p>'
      }
    })`,
    '<reed-card><b>in the light</b><template>not shown</template></reed-card>',
  ),
  '/frames': page('', '<iframe src="/framed" title="f"></iframe><noscript>no scripts</noscript>'),
  '/framed': '<!doctype html><p>from a frame</p>',
  '/dialogs': page(`alert(1); const sure = confirm(2); ${sayValue('sure')}; open('/framed')`),
  '/away': '<meta http-equiv="refresh" content="2; url=/arrived">',
  '/reloading': page('setTimeout(() => location.reload(), 500)', `<p>${words}</p>`),
  '/busy': page(
    `const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => port2.postMessage(1)
    port2.postMessage(1)
    setTimeout(() => { ${say(words)} }, 1500)`,
  ),
  '/polling': page(
    `let last = ''
    const ask = async () => { last = await (await fetch('/pause')).text(); ask() }
    ask()`,
    `<p>${words}</p>`,
  ),
  '/abroad': page(
    `setTimeout(() => { location.href = location.href.replace('127.0.0.1', 'localhost').replace('abroad', 'away') }, 300)`,
  ),
  '/abroad-with-picture':
    page(
      `setTimeout(() => { location.href = location.href.replace('127.0.0.1', 'localhost').replace('abroad-with-picture', 'picture') }, 1000)`,
    ) + '<img src="/never">',
  '/arrived': `<h1>Arrived</h1><p>${words}</p>`,
  '/long': page('', `<p>${words.repeat(6)}</p>`),
  '/clock': page(
    `let lived = 0; setInterval(() => { document.querySelector('i').innerHTML = '<b>lived ' + ++lived }, 50)`,
    `<p>${words}</p><i></i>`,
  ),
  '/fetching': page(
    `fetch('/slow').then((answer) => answer.text()).then((text) => { ${sayValue('text')} })`,
  ),
}
/** "Рыбаки выгружают улов" in windows-1251, and a script that proves that the page ran. */
const russian = Buffer.from(
  '<meta charset=utf-8><p>\xd0\xfb\xe1\xe0\xea\xe8 \xe2\xfb\xe3\xf0\xf3\xe6\xe0\xfe\xf2 \xf3\xeb\xee\xe2<main></main><script>' +
    `${say('ran')}</script>`,
  'latin1',
)
const misdeclared: Readonly<Record<string, { charset: string; body: Buffer }>> = {
  '/russian': { charset: 'utf-8', body: russian },
  '/german': { charset: 'iso-8859-1', body: Buffer.from('<p>Größe, Höhe, Länge') },
  '/replaced': { charset: 'utf-8', body: Buffer.from('<p>Größe \uFFFD \uFFFD \uFFFD') },
}
let site: Site
let browsers: Browsers

before(async () => {
  browsers = await startBrowsers()
  site = await startSite(({ url = '/' }, response) => {
    const type = files[url]
    if (url === '/never') return
    if (url === '/feed') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: an event\n\n')
    } else if (url === '/slow') setTimeout(() => response.end('slowly'), 700)
    else if (url === '/pause') setTimeout(() => response.end('nothing new'), 150)
    else if (url === '/empty') response.writeHead(204).end()
    else if (misdeclared[url]) {
      const { charset, body } = misdeclared[url]
      response.writeHead(200, { 'content-type': `text/html; charset=${charset}` }).end(body)
    } else if (url === '/endless') {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write(`<!doctype html><p>${words}</p>`)
    } else if (type) response.writeHead(200, { 'content-type': type }).end('x')
    else
      response
        .writeHead(pages[url] ? 200 : 404, {
          'content-type': 'text/html',
          etag: '"1"',
          'set-cookie': 'a=b',
        })
        .end(pages[url])
  })
})
after(async () => {
  await browsers[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const files: Readonly<Record<string, string>> = {
  '/file.pdf': 'application/pdf',
  '/file.bin': 'application/octet-stream',
  '/file.json': 'application/json',
  '/file.xml': 'application/xml',
}

const request: Omit<RenderRequest, 'url'> = {
  headers: {},
  mobile: false,
  location: { country: 'US' },
  blockAds: true,
  skipTlsVerification: true,
  proxy: 'basic',
  waitMs: 0,
  actions: [],
  bodyBytesMax: 1_000_000,
  comparesSource: false,
}

async function show(url: string, changes: Partial<RenderRequest> = {}) {
  const render = createRender({ browsers })
  const absolute = url.startsWith('/') ? `${site.url}${url}` : url
  return render({ ...request, url: absolute, ...changes }, callerUntil(AbortSignal.timeout(60_000)))
}

async function read(path: string, changes: Partial<RenderRequest> = {}) {
  const shown = await show(path, changes)
  if (shown.kind === 'file') throw new Error('It is a file.')
  return { ...shown, html: Buffer.from(shown.body).toString() }
}

const brought = {
  '/picture': 'The reeds along',
  '/poll': 'The reeds along',
  '/events': 'an event',
  '/worker': 'worked out',
  '/database': 'stored and read',
  '/ticking': 'The reeds along',
  '/dialogs': '<p>false</p>',
  '/away': 'Arrived',
  '/reloading': 'The reeds along',
  '/busy': 'The reeds along',
  '/polling': 'The reeds along',
  '/abroad': 'Arrived',
  '/abroad-with-picture': 'The reeds along',
  '/fetching': 'slowly',
}
for (const [path, text] of Object.entries(brought)) {
  test(`the content of ${path} is waited for`, async () => {
    const { html, warnings } = await read(path)
    assert.ok(html.includes(text), html)
    assert.deepEqual(warnings, [])
  })
}

test('shadow trees are flattened into the document', async () => {
  const { html } = await read('/shadow')
  assert.match(html, /<reed-card><h2>In the shadow<\/h2><b>in the light<\/b>.*<p>fallback<\/p>/s)
})

test('same-origin frames have their document, and noscript notices are removed', async () => {
  const { html } = await read('/frames')
  assert.match(html, /<iframe[^>]* srcdoc="[^"]*&lt;p&gt;from a frame|srcdoc="[^"]*<p>from a frame/)
  assert.doesNotMatch(html, /noscript/)
})

test('the headers describe the rendered document', async () => {
  const { headers, status, url, textLength, timezone } = await read('/away')
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  for (const name of ['etag', 'set-cookie', 'content-length'])
    assert.equal(headers[name], undefined)
  assert.deepEqual([status, url], [200, `${site.url}/arrived`])
  assert.ok(textLength > 200)
  assert.equal(timezone, undefined)
  assert.equal((await read('/nowhere')).status, 404)
})

test('a page whose bytes contradict its declared encoding is read as they are, with a warning', async () => {
  const { html, warnings, headers, status } = await read('/russian')
  assert.match(html, /Рыбаки выгружают улов.*<p>ran<\/p>/s)
  assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8'])
  assert.deepEqual(warnings, [
    'The text is declared as UTF-8, which its bytes contradict: it was read as windows-1251.',
  ])
  assert.match((await read('/german')).html, /Größe, Höhe, Länge/)
  const replaced = await read('/replaced')
  assert.match(replaced.html, /Größe \uFFFD \uFFFD \uFFFD/)
  assert.deepEqual(replaced.warnings, [])
})

test('files, data and empty responses are left to other engines', async () => {
  for (const path of [...Object.keys(files), '/empty']) {
    assert.equal((await show(path)).kind, 'file', path)
  }
})

test('a page that is still loading at the deadline is returned with a warning', async () => {
  const { html, warnings, isCut } = await read('/endless', {
    deadlineAt: new Date(Date.now() + 8_000),
  })
  assert.match(html, /The reeds along/)
  assert.match(warnings.join(), /still loading/)
  assert.equal(isCut, true)
})

test('whether a page had text without its scripts is determined on request', async () => {
  const asking = { comparesSource: true }
  assert.equal((await read('/ticking', asking)).hadText, false)
  assert.equal((await read('/long', asking)).hadText, true)
  assert.equal((await read('/long')).hadText, undefined)
})

test('a page that waits for a fixed time gets it', async () => {
  const { html } = await read('/clock', { waitMs: 500 })
  const lived = Number(/lived (\d+)/.exec(html)?.[1])
  assert.ok(lived >= 5, html)
})

const failing = (code: string, message: RegExp) => (thrown: unknown) => {
  assert.ok(thrown instanceof ServiceError, String(thrown))
  assert.equal(thrown.code, code)
  assert.match(thrown.message, message)
  return true
}

test('failures of the site have the same codes as over plain HTTP', async () => {
  await using secure = await startSite((_request, response) => response.end('x'), {
    tls: makeCertificate(),
  })
  const gone = await startSite(() => {})
  await gone[Symbol.asyncDispose]()
  const resolved = failing('SCRAPE_DNS_RESOLUTION_ERROR', /does not resolve to a public address/)
  await assert.rejects(show('http://missing.invalid/'), resolved)
  await assert.rejects(show('https://missing.invalid/'), resolved)
  await assert.rejects(show('http://10.0.0.1/'), resolved)
  await assert.rejects(show(gone.url), failing('SCRAPE_SITE_ERROR', /ERR_CONNECTION_REFUSED/))
  await assert.rejects(
    show(secure.url, { skipTlsVerification: false }),
    failing('SCRAPE_SSL_ERROR', /certificate of the site is not valid/),
  )
  assert.equal((await show(secure.url)).kind, 'file')
})

test('a document that is too large is refused', async () => {
  await assert.rejects(
    show('/long', { bodyBytesMax: 1_000 }),
    failing('SCRAPE_SITE_ERROR', /ERR_RESPONSE_TOO_BIG/),
  )
})

test('a page that crashes the browser tab is a failure of the site', async () => {
  const crashing: Pick<Browsers, 'withPage'> = {
    withPage: (setting, signal, use) =>
      browsers.withPage(setting, signal, async (opened) => {
        const session = await opened.context.newCDPSession(opened.page)
        // Sooner, the browser would load the page in a new renderer.
        opened.page.once('framenavigated', () => void session.send('Page.crash').catch(() => {}))
        return use(opened)
      }),
  }
  const render = createRender({ browsers: crashing })
  await assert.rejects(
    render({ ...request, url: `${site.url}/endless` }, callerUntil(AbortSignal.timeout(60_000))),
    failing('SCRAPE_SITE_ERROR', /more memory/),
  )
})

test('the reason of the signal is thrown unchanged', async () => {
  const render = createRender({ browsers })
  const reason = new Error('deadline')
  const signal = AbortSignal.any([AbortSignal.timeout(60_000)])
  const controller = new AbortController()
  const pending = render(
    { ...request, url: `${site.url}/never` },
    callerUntil(AbortSignal.any([signal, controller.signal])),
  )
  setTimeout(() => controller.abort(reason), 50)
  await assert.rejects(pending, (thrown: unknown) => thrown === reason)
})
