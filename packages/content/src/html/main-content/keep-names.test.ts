import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { outline } from './blocks.ts'
import { keepNames } from './keep-names.ts'

/** The names that are kept of cards of which all but the first line is chosen. */
function names(html: string, isName: RegExp): string[] {
  const page = outline(new Element('body', {}, parsePage(html, 'html').document.children))
  const isKept = page.blocks.map(({ text }) => !isName.test(text))
  keepNames(page, isKept)
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

test('what all cards say is no name', () =>
  assert.deepEqual(names(`<div>${card('New').repeat(3)}</div>`, /^New$/), []))
