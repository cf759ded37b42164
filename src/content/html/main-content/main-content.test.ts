import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTag, isText, type ChildNode } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { findMainContent } from './main-content.ts'

/** The text of the main content; without recursion, for the deep page below. */
function mainText(html: string): string {
  const parts: string[] = []
  const stack: ChildNode[] = findMainContent(parseDocument(html)).toReversed()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) parts.push(node.data)
    if (isTag(node)) stack.push(...node.children.toReversed())
  }
  return parts.join(' ')
}

test('an article is kept and the navigation around it is not', () => {
  const prose = 'The river rose slowly through the night and the town watched it from the bridge. '
  const text = mainText(`<body>
    <nav><a href="/">Home</a> <a href="/news">News</a></nav>
    <main><h1>The flood</h1><p>${prose.repeat(4)}</p><p>${prose.repeat(3)}</p></main>
    <footer>All rights reserved</footer></body>`)

  assert.match(text, /The flood/)
  assert.match(text, /The river rose/)
  assert.doesNotMatch(text, /News|rights reserved/)
})

test('100,000 nested elements do not exhaust the stack', () => {
  const depth = 100_000
  const text = mainText(`${'<div>'.repeat(depth)}deep down${'</div>'.repeat(depth)}`)

  assert.match(text, /deep down/)
})
