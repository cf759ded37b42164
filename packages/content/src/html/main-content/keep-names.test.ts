import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { outline } from './blocks.ts'
import { keepNames } from './keep-names.ts'
import { preferText } from './prefer-text.ts'

/** The names that are kept of cards of which all but the first line is chosen. */
function names(html: string, isName: RegExp, isText = false): string[] {
  const page = outline(new Element('body', {}, parsePage(html, 'html').document.children))
  const isKept = page.blocks.map(({ text }) => !isName.test(text))
  keepNames(page, isKept, isText)
  return page.blocks
    .filter(({ index, text }) => isKept[index] && isName.test(text))
    .map(({ text }) => text)
}

const card = (name: string) =>
  `<a class="card" href="/${name}"><div>${name}</div><div><b>Length:</b> 4 m</div><div><b>Built:</b> 1998</div></a>`

test('the names of cards are kept', () =>
  assert.deepEqual(
    names(`<div>${['Ada', 'Ben', 'Cleo'].map(card).join('')}</div>`, /^(?:Ada|Ben|Cleo)$/),
    ['Ada', 'Ben', 'Cleo'],
  ))

const excerpt = (name: string, title: string) =>
  `<div class="item">${title}<div>The ${name} came home late, and nobody had seen it.</div></div>`

const list = (wrap: (name: string) => string) =>
  `<div>${['Ada', 'Ben', 'Cleo'].map((name) => excerpt(name, wrap(name))).join('')}</div>`

test('the linked titles of excerpts in a text are kept, other labels are not', () => {
  const isName = /^(?:Ada|Ben|Cleo)$/
  assert.deepEqual(
    names(
      list((name) => `<a href="/${name}">${name}</a>`),
      isName,
      true,
    ),
    ['Ada', 'Ben', 'Cleo'],
  )
  assert.deepEqual(
    names(
      list((name) => `<span>${name}</span>`),
      isName,
      true,
    ),
    [],
  )
})

test('what all cards say is no name', () =>
  assert.deepEqual(names(`<div>${card('New').repeat(3)}</div>`, /^New$/), []))

const menu = `<ul>${[1, 2, 3, 4].map((n) => `<li><a href="/${n}">Group ${n}</a><ul><li><a href="/${n}/a">Page ${n}</a></li></ul></li>`).join('')}</ul>`
const report = 'The barge was found on the sand bank at dawn, and the crew had gone. '.repeat(4)

for (const [what, html] of [
  ['beside line breaks', `<div><p>The barge</p><br>${report}<br></div>`],
  ['in an element of its own', `<div><b>The barge</b></div><div>${report}</div>`],
  ['in a cell', `<table><tr><td><h4>The barge</h4><div>${report}</div></td></tr></table>`],
] as const)
  test(`the text ${what} is chosen when only the menu was`, () => {
    const page = outline(new Element('body', {}, parsePage(menu + html, 'html').document.children))
    const isKept = page.blocks.map(({ linkWords }) => linkWords > 0)
    preferText(page.blocks, isKept)
    const kept = page.blocks.filter(({ index }) => isKept[index]).map(({ text }) => text)
    assert.deepEqual(kept.at(-1), report.trim())
    assert.ok(kept.every((text) => !text.startsWith('Group')))
  })
