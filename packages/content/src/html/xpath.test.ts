import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from './parse.ts'
import { createSelect } from './selectors.ts'

const page = `<html><body><main><h1>Kettles</h1><div class="box offer"><p id="price">€ 34.90</p>
<p>In <b>stock</b></p></div><ul><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul>
<table><tr><td id="cell">1</td></tr></table></main></body></html>`
const { document } = parsePage(page, 'html')

const find = (selector: string, steps?: number) =>
  createSelect(steps)(document, selector, ['includeTags', 0]).map(
    ({ name, attribs }) => attribs['id'] ?? attribs['href'] ?? name,
  )

test('elements are found by XPath, an attribute or a text through its element', () => {
  assert.deepEqual(find('//p[1]'), ['price'])
  assert.deepEqual(find("xpath://div[contains(@class, 'offer')]/p[@id]"), ['price'])
  assert.deepEqual(find('/html/body/main/ul/li[last()]/a'), ['/b'])
  assert.deepEqual(find("//p[contains(., 'stock')]/b/text()"), ['b'])
  assert.deepEqual(find('//a/@href'), ['/a', '/b'])
  assert.deepEqual(find('(//a)[2]'), ['/b'])
  assert.deepEqual(find("//h1/following-sibling::div/p[starts-with(normalize-space(), '€')]"), [
    'price',
  ])
  assert.deepEqual(find('//p/ancestor::main/h1'), ['h1'])
  assert.deepEqual(find('//h6'), [])
})

test('a path that was copied from a browser names a table body that the page does not write', () => {
  assert.deepEqual(find('/html/body/main/table/tbody/tr/td[1]'), ['cell'])
})

test('what is not XPath, or finds no elements, is refused with its place', () => {
  for (const selector of ['//p[', '//p[1', 'xpath:count(//p)', 'xpath:1 +', '//p/foo()'])
    assert.throws(
      () => find(selector),
      { code: 'BAD_REQUEST', message: /is not an XPath expression that finds elements/ },
      selector,
    )
})

test('an expression that visits too many nodes is refused', () => {
  assert.throws(() => find('//*[//*[//*]]', 50), { message: /takes too many steps/ })
})
