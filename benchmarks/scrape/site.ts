/** The site of the benchmark: one article of about 40 KB with typical boilerplate. */
import { createServer } from 'node:http'

const sentence =
  'The river falls over the weir where the water is quiet above and loud below, <a href="/map">as the map shows</a>. '
const section = (at: number) => `
  <h2 id="part-${at}">Part ${at}</h2>
  ${`<p>${sentence.repeat(4)}</p>`.repeat(4)}
  <ul><li>first <b>point</b></li><li>second <code>point</code></li></ul>
  <table><tr><th>year</th><th>level</th></tr><tr><td>2024</td><td>${at} m</td></tr></table>`
const html = `<!doctype html><html lang="en"><head><title>About weirs</title>
<meta name="description" content="An article about weirs"></head><body>
<nav><ul>${'<li><a href="/elsewhere">Elsewhere</a></li>'.repeat(40)}</ul></nav>
<main><article><h1>About weirs</h1>${Array.from({ length: 16 }, (_, at) => section(at)).join('')}
<p>The last words of the article, which are long enough to be kept with the rest of it.</p></article></main>
<footer>${'<a href="/legal">Legal</a> '.repeat(20)}</footer></body></html>`

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.(`http://127.0.0.1:${address?.port}/article`)
})
