import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startBrowsers } from '#test/fixtures/browsers.ts'
import { startSite, type Site } from '#test/fixtures/site.ts'
import type { Browsers } from './browsers.ts'
import { createRender } from './render.ts'
import type { RenderRequest } from './rendering.ts'

const words = 'The reeds along the lake are cut in winter, when the ice carries. '.repeat(4)
/** A script that shows a text, or the value of an expression. */
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
  '/arrived': `<h1>Arrived</h1><p>${words}</p>`,
  '/fetching': page(
    `fetch('/slow').then((answer) => answer.text()).then((text) => { ${sayValue('text')} })`,
  ),
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
    else if (url === '/empty') response.writeHead(204).end()
    else if (url === '/endless') {
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
  return render({ ...request, url: absolute, ...changes }, AbortSignal.timeout(20_000))
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
  '/fetching': 'slowly',
}
for (const [path, text] of Object.entries(brought)) {
  test(`what ${path} brings is waited for, and nothing else`, async () => {
    const { html, warnings } = await read(path)
    assert.ok(html.includes(text), html)
    assert.deepEqual(warnings, [])
  })
}
