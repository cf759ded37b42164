import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from 'dom-serializer'
import { decodedSource } from './source.ts'
import { parseStreamed } from './streamed.ts'

function placed(html: string): string {
  return render(parseStreamed(decodedSource(html)).document).replaceAll(
    /<template[^>]*><\/template>|<script>.*?<\/script>/g,
    '',
  )
}

const waiting = (id: string, text: string) =>
  `<!--$?--><template id="B:${id}"></template><p>${text}</p><!--/$-->`

test('a streamed part replaces its placeholder', () => {
  const html = `<main><h1>Reeds</h1>${waiting('0', 'Loading')}<footer>End</footer></main><div hidden id="S:0"><p>Content</p></div><script>$RC("B:0","S:0")</script>`
  assert.equal(placed(html), '<main><h1>Reeds</h1><p>Content</p><footer>End</footer></main>')
})

test('streamed parts can be nested, in any order', () => {
  const outer = `<div hidden id="S:1"><p>Outer</p>${waiting('2', 'More')}<template id="P:3"></template></div>`
  const html = `<main>${waiting('1', 'Loading')}</main>${outer}<div hidden id="S:3"><i>Segment</i></div><script>$RS("S:3","P:3");$RC("B:1","S:1")</script><div hidden id="S:2"><b>Inner</b></div><script>$RC("B:2","S:2")</script>`
  assert.equal(placed(html), '<main><p>Outer</p><b>Inner</b><i>Segment</i></main>')
})

test('a placeholder inside a replaced placeholder is removed with it', () => {
  const html = `<main><!--$?--><template id="B:0"></template>${waiting('9', 'Inner')}<p>Outer</p><!--/$--></main><div hidden id="S:0">Content</div><script>$RC("B:0","S:0")</script>`
  assert.equal(placed(html), '<main>Content</main>')
})

test('invalid instructions leave the page unchanged', () => {
  const html = `<div id="S:0"><template id="B:0"></template><p>Text</p></div><script>$RC("B:0","S:0");$RC("B:1","S:9")</script>`
  assert.equal(placed(html), '<div id="S:0"><p>Text</p></div>')
  assert.equal(render(parseStreamed(decodedSource('<p><!--$-->x<!--/$-->')).document), '<p>x</p>')
})

test('a part that Solid streams replaces its placeholder', () => {
  const html =
    '<main><template id="pl-0"></template><p>Loading</p><!--pl-0--><i>End</i></main><template id="0"><p>Content</p></template><script>$df("0")</script>'
  assert.equal(placed(html), '<main><p>Content</p><i>End</i></main>')
})

const shadow = (content: string) => `<template shadowrootmode="open">${content}</template>`

test('a declared shadow root stands in its element, whose content goes into the slots', () => {
  const html = `<x-a>${shadow('<h2><slot name="title">No title</slot></h2><slot></slot><slot name="more">More</slot>')}<b slot="title">Reeds</b><p>Text</p></x-a>`
  assert.equal(
    placed(html),
    '<x-a><h2><slot name="title"><b slot="title">Reeds</b></slot></h2><slot><p>Text</p></slot><slot name="more">More</slot></x-a>',
  )
})

test('shadow roots can be nested; what no slot takes is not shown', () => {
  const html = `<x-a>${shadow(`<x-b>${shadow('<i>Inner</i><slot></slot>')}<slot></slot></x-b>`)}<p>Text</p><p slot="none">Unseen</p></x-a>`
  assert.equal(
    placed(html),
    '<x-a><x-b><i>Inner</i><slot><slot><p>Text</p></slot></slot></x-b></x-a>',
  )
})

test('only the first shadow root of an element counts, and none in another template', () => {
  assert.equal(
    placed(
      `<x-a>${shadow('One')}${shadow('Two')}</x-a><template><x-a>${shadow('Three')}</x-a></template>`,
    ),
    `<x-a>One</x-a><template><x-a>${shadow('Three')}</x-a></template>`,
  )
})
