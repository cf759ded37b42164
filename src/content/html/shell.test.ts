import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from './parse.ts'
import { shellOf } from './shell.ts'

const reasonOf = (html: string) => shellOf(parsePage(html, 'html').document)?.reason

const words = (count: number) => 'A sentence that says something. '.repeat(Math.ceil(count / 5))

const shells = {
  'a React application':
    '<title>App</title><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.3f2a1b.js"></script>',
  'a Vite application':
    '<div id="app"></div><script type="module" src="/assets/index-4f2a.js"></script>',
  'a Vue application with a notice':
    "<noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id=app></div><script defer src=/js/chunk-vendors.js></script>",
  'an Angular application':
    '<app-root></app-root><script src="runtime.js"></script><script src="main.js" type="module"></script>',
  'an Angular application with a spinner':
    '<app-root><div class="spinner">Loading...</div></app-root><script src="main-ES5.js"></script>',
  'a Svelte application':
    '<body><div style="display: contents"></div><script type="module">import { start } from "/app/start.js"; start(document.body); import("./x.js").then(render(x))</script>',
  'a Next.js page drawn by the client':
    '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{}}</script><script src="/_next/static/chunks/main-app.js"></script>',
  'a Nuxt page without a server':
    '<div id="__nuxt"></div><script>window.__NUXT__={serverRendered:false}</script>',
  'a page that fetches and renders':
    '<h1>Products</h1><ul id="list"></ul><script>fetch("/api").then(r => r.json()).then(x => { list.innerHTML = x.map(y => `<li>${y}`).join("") })</script>',
  'a page that loads with XMLHttpRequest':
    '<div id=out></div><script>var r = new XMLHttpRequest(); r.onload = function () { document.getElementById("out").textContent = r.responseText }; r.open("GET", "/d"); r.send()</script>',
  'an application framed by a menu': `<nav>Home About Contact Help</nav><div id="root"></div><footer>${words(20)}</footer><script src="/bundle.js"></script>`,
  'a page written by its script': '<body><script>document.write("<p>hello</p>")</script></body>',
  'a check for robots':
    '<title>Just a moment...</title><body><p>Checking if the site connection is secure</p><script>window._cf_chl_opt={}</script></body>',
} as const

for (const [name, html] of Object.entries(shells)) {
  test(`${name} is a shell`, () => {
    assert.ok(reasonOf(html))
  })
}

const pages = {
  'a short static page':
    '<title>Example</title><h1>Example Domain</h1><p>This domain is for use in examples.</p>',
  'a short page with statistics':
    '<h1>Hello</h1><p>We are back tomorrow.</p><script async src="https://www.stats.example/tag.js"></script><script>window.dataLayer=[]</script>',
  'an application that arrives rendered': `<div id="__next"><main>${words(300)}</main></div><script id="__NEXT_DATA__">{}</script>`,
  'a page that asks for JavaScript and shows its text': `<noscript>Please enable JavaScript.</noscript><article>${words(400)}</article>`,
  'a forum that keeps its posts in noscript': `<div id="root"></div><script src="main.js"></script><noscript>${words(200)}</noscript>`,
  'an article in JSON-LD': `<div id="root"></div><script src="main.js"></script><script type="application/ld+json">{"articleBody":"${words(200)}"}</script>`,
  'a gallery without words':
    '<img src=1><img src=2><img src=3><img src=4><script src="/app.js"></script>',
  'an article on captchas': `<title>How captchas work</title><p>Verify you are human, they say. ${words(400)}</p>`,
  'an empty page': '',
} as const

for (const [name, html] of Object.entries(pages)) {
  test(`${name} is no shell`, () => {
    assert.equal(reasonOf(html), undefined)
  })
}
