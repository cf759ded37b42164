import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

const prose =
  'The harbour keeps its lights on from October to April, whatever the weather says. '.repeat(3)

function listLines(html: string, onlyMainContent = true): string[] {
  const request = contentRequest(html, { onlyMainContent, wantsNormalisedText: true })
  return (readPage(request).internal.normalisedText ?? '').split('\n')
}

const findVerdict = (lines: readonly string[], text: string) =>
  lines.find((line) => line.includes(text))?.split('\t', 1)[0]

test('content is distinguished from its surroundings', () => {
  const lines = listLines(`<header><h1>Rules</h1><p>Harbour 2.4.1</p></header>
    <nav><a href="/">Home</a></nav><main><p>${prose}</p><p>${prose}</p>
    <nav><a href="#a">On this page</a></nav></main><footer>Imprint</footer>`)

  assert.equal(findVerdict(lines, 'Rules'), 'k')
  assert.equal(findVerdict(lines, 'The harbour keeps'), 'k')
  for (const text of ['2.4.1', 'Home', 'On this page', 'Imprint']) {
    assert.equal(findVerdict(lines, text), 'c', text)
  }
})

test('links and pictures of the content come with their addresses', () => {
  const [line] = listLines(
    `<main><p>${prose} <a href="/a b?x=1">a</a> <img src="b.png"></p></main>`,
  )

  assert.deepEqual(line?.split('\t').slice(2), [
    'https://example.com/a%20b?x=1',
    '!https://example.com/docs/b.png',
  ])
})

test('of a page that was asked for whole, everything that is shown counts', () => {
  const lines = listLines(`<nav>Home</nav><p>${prose}</p><script>let hidden</script>`, false)

  assert.equal(findVerdict(lines, 'Home'), 'k')
  assert.equal(findVerdict(lines, 'hidden'), undefined)
})

test('permalink symbols of headings and hidden text are not read', () => {
  const lines = listLines(
    `<main><h2>Gate<a href="#gate">¶</a></h2><p>${prose}</p><p style="display:none">secret</p></main>`,
  )

  assert.ok(lines.some((line) => /^\w\tGate$/.test(line)))
  assert.equal(findVerdict(lines, 'secret'), undefined)
})

test('the text of noscript is read where it is the content', () => {
  const lines = listLines(
    `<main><noscript><h1>Search</h1><p>${prose}</p><p>${prose} Again.</p></noscript></main><noscript>Pixel of a counter</noscript>`,
  )
  assert.equal(findVerdict(lines, 'Again'), 'k')
  const beside = listLines(`<main><p>${prose}</p></main><noscript>Turn on scripts</noscript>`)
  assert.equal(findVerdict(beside, 'Turn on'), undefined)
})
