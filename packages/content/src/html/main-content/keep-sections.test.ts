import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '#content/html/parse.ts'
import { outline } from './blocks.ts'
import { keepSections } from './keep-sections.ts'
import { wrap } from './wrap.ts'

const text = (n: number) =>
  `<p>${'The gate closes when the water is above the mark. '.repeat(n)}</p>`
const section = (title: string, body: string, level = 2) =>
  `<div class="part"><h${level}>${title}</h${level}>${body}</div>`

/** The headings that are kept, where the text of `chosen` is and every block has the same probability. */
function keptTitles(html: string, chosen: readonly string[], probability = 0.3): string[] {
  const page = outline(wrap(parsePage(html, 'html').document))
  const { blocks } = page
  let title = ''
  const isKept = blocks.map((block) => {
    if (block.headingLevel > 0) title = block.text
    return chosen.includes(title)
  })
  keepSections(page, isKept, new Float32Array(blocks.length).fill(probability))
  return blocks.filter((block, index) => block.headingLevel > 0 && isKept[index]).map((b) => b.text)
}

const manual = `<main>${section('Use', text(9))}${section('Options', text(6))}${section(
  'Examples',
  `<pre>gate --close</pre>${text(2)}<pre>gate --open</pre>`,
)}</main>`

test('the sections of a text are kept when most words of them are', () => {
  assert.deepEqual(keptTitles(manual, ['Use', 'Options']), ['Use', 'Options', 'Examples'])
  assert.deepEqual(keptTitles(manual, ['Options']), ['Options'])
  assert.deepEqual(keptTitles(manual, ['Use', 'Options'], 0.1), ['Use', 'Options'])
})

test('a section with parts of its own of which one is chosen is kept whole', () => {
  const parts = `<div class="inner"><h3>Old gates</h3>${text(2)}</div><div class="inner"><h3>New gates</h3>${text(1)}</div>`
  const html = `<main>${section('Use', text(9))}${section('Notes', parts)}</main>`
  assert.deepEqual(keptTitles(html, ['Use', 'New gates']), [
    'Use',
    'Notes',
    'Old gates',
    'New gates',
  ])
})

test('sections of links and those of another kind or level are not added', () => {
  const links = `<ul>${'<li><a href="/x">Another page about gates</a></li>'.repeat(4)}</ul>`
  const others = [
    section('Other pages', links),
    `<div class="note"><h2>Other pages</h2>${text(1)}</div>`,
    section('Other pages', text(1), 4),
  ]
  for (const other of others) {
    const html = `<main>${section('Use', text(9))}${section('Options', text(6))}${other}</main>`
    assert.deepEqual(keptTitles(html, ['Use', 'Options']), ['Use', 'Options'])
  }
})
