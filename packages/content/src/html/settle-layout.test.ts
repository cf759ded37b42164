import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toMarkdown } from './markdown/to-markdown.ts'
import { parsePage } from './parse.ts'
import { settleLayout } from './settle-layout.ts'

function written(html: string): string {
  const { document, elements } = parsePage(html, 'html')
  settleLayout(elements)
  return toMarkdown(document.children, { baseUrl: 'https://a.test/', removeBase64Images: true })
}

const cell = (role: string, text: string) => `<span role="${role}">${text}</span>`
const row = (...cells: string[]) => `<div role="row">${cells.join('')}</div>`

for (const [what, html] of [
  [
    'rows',
    `<div role="table">${row(cell('columnheader', 'Pier'), cell('columnheader', 'Depth'))}${row(cell('cell', 'North'), cell('cell', '4 m'))}</div>`,
  ],
  [
    'groups of rows',
    `<div role="grid"><div role="rowgroup">${row(cell('columnheader', 'Pier'), cell('columnheader', 'Depth'))}</div><div role="rowgroup">${row(cell('gridcell', 'North'), cell('gridcell', '4 m'))}</div></div>`,
  ],
  [
    'a list',
    `<ul role="table"><li role="row">${cell('columnheader', 'Pier')}${cell('columnheader', 'Depth')}</li><li role="row">${cell('rowheader', 'North')}${cell('cell', '4 m')}</li></ul>`,
  ],
] as const)
  test(`a table of roles made of ${what} is a table`, () =>
    assert.match(written(html), /^\| Pier \| Depth \|\n\|[ -|]+\|\n\| \**North\** \| 4 m \|$/))

for (const [html, expected] of [
  ['<div role="heading" aria-level="3">Piers</div>', '### Piers'],
  ['<div role="heading">Piers</div>', '## Piers'],
  ['<span role="heading" aria-level="9">Piers</span>', '###### Piers'],
  [
    '<div role="list"><div role="listitem">North</div><div role="listitem">South</div></div>',
    '- North\n- South',
  ],
  ['<div role="list"><p>North</p></div>', 'North'],
] as const)
  test(`${html} is read by its role`, () => assert.equal(written(html), expected))

test('the name of an icon that a font draws is not read', () =>
  assert.equal(
    written('<p><span class="material-symbols-outlined">menu_book</span> Read</p>'),
    'Read',
  ))

test('a read-only field is a text to be copied, others are not read', () => {
  const fields = '<textarea readonly>mill-hours --days 7</textarea><textarea>Write here</textarea>'
  assert.equal(written(fields), '```\nmill-hours --days 7\n```')
})

test('a grid of one column is no table', () =>
  assert.equal(
    written(`<div role="grid">${row('<b>One</b>')}${row('<b>Two</b>')}</div>`).includes('|'),
    false,
  ))

for (const [html, expected] of [
  ['<div><span class="name">Yacht</span><span class="fee">22 euros</span></div>', 'Yacht 22 euros'],
  [
    '<div><span class="name">close</span><span class="paren">(</span><span class="paren">)</span></div>',
    'close()',
  ],
  [
    '<div><span class="module">lock.mod.</span><span class="name">Gate</span></div>',
    'lock.mod.Gate',
  ],
  ['<div><span>Yacht</span><span>22 euros</span></div>', 'Yacht 22 euros'],
  ['<div><span class="k">Berths</span><span class="v">2</span></div>', 'Berths 2'],
  ['<pre><div><span class="f">open</span><span class="p">(x)</span></div></pre>', 'open(x)'],
  ['<li><small>Von</small><time class="t">9.30</time></li>', 'Von 9.30'],
  ['<div><label for="a">Linux</label><label for="b">Windows</label></div>', 'Linux Windows'],
  ['<p><span class="cap">T</span><span class="rest">he end</span></p>', 'The end'],
  ['<p>Half a <span class="a">wo</span><span class="b">rd</span> here</p>', 'Half a word here'],
  ['<div><span class="l">Ha</span><span class="l">lf</span></div>', 'Half'],
  ['<p><i class="material-icons">Two words</i> Read me</p>', 'Two words'],
] as const)
  test(`${html} reads "${expected}"`, () => assert.ok(written(html).includes(expected)))

const card = (link: string, title = '<h3>Long <em>piers</em></h3>') =>
  `<article><header>${title}</header><p>They are 90 m long.</p>${link}</article>`
for (const [what, html, expected] of [
  [
    'a label with the title',
    card('<a href="/piers" aria-label="Read Long piers"></a>'),
    '### [Long *piers*](https://a.test/piers)\n\nThey are 90 m long.',
  ],
  [
    'a name that says so',
    card('<div><a class="card__overlay" href="/piers">\n</a></div>'),
    '### [Long *piers*](https://a.test/piers)\n\nThey are 90 m long.',
  ],
  [
    'neither',
    card('<a class="icon-edit" href="/edit"></a>'),
    '### Long *piers*\n\nThey are 90 m long.',
  ],
  [
    'a link of its own in the title',
    card('<a class="overlay" href="/other"></a>', '<h3><a href="/piers">Long piers</a></h3>'),
    '### [Long piers](https://a.test/piers)\n\nThey are 90 m long.',
  ],
  [
    'several titles',
    card('<a class="overlay" href="/other"></a>', '<h3>Long piers</h3><h4>In the north</h4>'),
    '### Long piers\n\n#### In the north\n\nThey are 90 m long.',
  ],
] as const)
  test(`the title of a card and an empty link over it with ${what}`, () =>
    assert.equal(written(html), expected))

test('a page of very many links without a text is no card', () => {
  const links = '<a href="/piers" aria-label="Long piers"></a>'.repeat(150_000)
  assert.equal(written(`<div><h3>Long piers</h3>${links}</div>`), '### Long piers')
})

for (const [what, html, expected] of [
  [
    'in a heading',
    '<h2>Ropes<span>[<a href="/w?title=Ropes&action=edit">edit</a>]</span></h2>',
    '## Ropes',
  ],
  [
    'behind one',
    '<div><h2>Seile</h2><span>[<a href="/w?veaction=edit">bearbeiten</a> | <a href="/w?action=edit">Quelltext</a>]</span></div>',
    '## Seile',
  ],
  [
    'not to a file',
    '<h2>Ropes</h2><span>[<a href="/r.pdf">PDF</a>]</span>',
    '## Ropes\n\n[[PDF](https://a.test/r.pdf)]',
  ],
  ['not a number', '<h2>Ropes<span>[<a href="#n">1</a>]</span></h2>', '## Ropes[1]'],
  [
    'not with a text of its own',
    '<h2>Ropes<span>[see <a href="/n">nets</a>]</span></h2>',
    '## Ropes[see [nets](https://a.test/n)]',
  ],
] as const)
  test(`links in brackets to edit a section, ${what}`, () => assert.equal(written(html), expected))

for (const [one, two, expected] of [
  ['Oven.', 'heat', 'Oven.heat'],
  ['Closed.', 'Opens at 5', 'Closed. Opens at 5'],
] as const)
  test(`${one} and ${two} beside each other are ${expected}`, () =>
    assert.equal(
      written(`<div><span class="a">${one}</span><span class="b">${two}</span></div>`),
      expected,
    ))
