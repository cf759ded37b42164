import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contentRequest } from '#fixtures/content-request.ts'
import { readPage } from '#content/pipeline.ts'
import { compareVersions } from './compare.ts'
import type { PageVersion } from './page-version.ts'

const url = 'https://site.example/page'

function makeVersion(html: string): PageVersion {
  const { markdown = '', internal } = readPage(
    contentRequest(html, {
      url,
      onlyMainContent: true,
      formats: [{ type: 'markdown' }],
      wantsNormalisedText: true,
    }),
  )
  return { markdown, normalisedText: internal.normalisedText }
}

const paragraphs = [
  'The harbour keeps its lights on from October to April, whatever the weather says.',
  'Boats pay 19.99 for a night and 1.12 for every metre beyond the tenth.',
  'Ask the harbour master for the key of the second gate before you leave the pier.',
]

interface Parts {
  readonly content?: string
  readonly head?: string
  readonly nav?: string
  readonly footer?: string
}

const page = ({ content = '', head = '', nav = 'Home', footer = '© 2024 The harbour' }: Parts) =>
  `<!doctype html><html><head><title>Harbour</title>${head}</head><body>
  <nav><a href="/">${nav}</a></nav>
  <main><h1>Harbour rules</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}${content}</main>
  <footer>${footer}</footer></body></html>`

const compared = (before: Parts, after: Parts) =>
  compareVersions({ previous: makeVersion(page(before)), current: makeVersion(page(after)), url })
    .status

const inText = (before: string, after: string) => compared({ content: before }, { content: after })

/** Cards that are links as a whole. */
const linkedCards = (...names: string[]) =>
  names
    .map(
      (name) =>
        `<a href="/${name}"><img src="/${name}.jpg"><h3>${name}</h3><p>${name.length} €</p></a>`,
    )
    .join('')

test('irrelevant differences are no change', () => {
  const same: [string, string][] = [
    ['<p>Last updated: 3 May 2024, 10:00</p>', '<p>Last updated: 21 November 2026, 09:12</p>'],
    ['<p>Updated 3 minutes ago</p>', '<p>Updated 2 hours ago</p>'],
    ['<p>1,204 views</p>', '<p>1,389 views</p>'],
    ['<p>12 comments · 3 likes</p>', '<p>14 comments · 5 likes</p>'],
    ['<p>Page generated in 0.12 seconds</p>', '<p>Page generated in 0.31 seconds</p>'],
    ['<p>Copyright © 2003-2025 The harbour</p>', '<p>Copyright © 2003-2026 The harbour</p>'],
    ['<p>Request ID: 8fa3c21b9d</p>', '<p>Request ID: 77b1e09c2f</p>'],
    ['<p>a\u200bb c</p>', '<p>ab   c</p>'],
    [
      '<p><a href="/map?utm_source=x&id=3">Map</a></p>',
      '<p><a href="/map?id=3&utm_source=y">Map</a></p>',
    ],
    ['<p><a href="/map;jsessionid=A1">Map</a></p>', '<p><a href="/map;jsessionid=B2">Map</a></p>'],
    [
      '<p>Map <img src="/map.3fa2c1d8.png?v=1"></p>',
      '<p>Map <img src="/map.99be01aa.png?v=2"></p>',
    ],
    ['<p><a href="/docs/1.2/map.html">Map</a></p>', '<p><a href="/docs/1.3/map.html">Map</a></p>'],
    ['<p><a title="b" href="/map">Map</a></p>', '<p><a href="/map" title="a">Map</a></p>'],
    ['<p>one <b>two</b> three</p>', '<p>one two <i>three</i></p>'],
    ['<div class="ad-slot">Buy oars</div>', '<div class="ad-slot">Buy ropes</div>'],
    [linkedCards('Rope', 'Oar', 'Bell'), linkedCards('Bell', 'Oar', 'Rope')],
    [linkedCards('Rope', 'Oar', 'Bell'), linkedCards('Oar', 'Bell', 'Rope')],
  ]
  for (const [before, after] of same) assert.equal(inText(before, after), 'same', before)
  assert.equal(compared({ nav: 'Home' }, { nav: 'Start' }), 'same')
  assert.equal(compared({ footer: '© 2024 us' }, { footer: 'Made with care' }), 'same')
  assert.equal(compared({}, { head: '<meta name="csrf" content="a8f">' }), 'same')
})

test('differences that a reader would notice are a change', () => {
  const changed: [string, string][] = [
    ['<p>A night costs 19.99</p>', '<p>A night costs 18.99</p>'],
    ['<p>Version 1.12</p>', '<p>Version 1.21</p>'],
    ['<p>Dogs are allowed</p>', '<p>Dogs are not allowed</p>'],
    ['<p>First the rope, then the sail</p>', '<p>First the sail, then the rope</p>'],
    ['<p>Tie the boat.</p><p>Pay.</p>', '<p>Pay.</p><p>Tie the boat.</p>'],
    [
      '<table><tr><td>A</td><td>1</td></tr></table>',
      '<table><tr><td>A</td><td>1</td></tr><tr><td>B</td><td>1</td></tr></table>',
    ],
    ['<p><a href="/map">Map</a></p>', '<p><a href="/chart">Map</a></p>'],
    [
      '<p><a href="https://a.example/x">Get</a></p>',
      '<p><a href="https://b.example/x">Get</a></p>',
    ],
    ['<p><a href="/map?id=3">Map</a></p>', '<p><a href="/map?id=4">Map</a></p>'],
    ['<p>Released 3 May 2024</p>', '<p>Released 4 May 2024</p>'],
    ['<p>A crew has 3 members and a dog</p>', '<p>A crew has 4 members and a dog</p>'],
    ['<p>x</p>', ''],
    ['', '<p>Closed today</p>'],
    ['<pre>a = 1</pre>', '<pre>a = 2</pre>'],
    [linkedCards('Rope', 'Oar'), linkedCards('Rope', 'Bell')],
    [linkedCards('Rope', 'Oar'), linkedCards('Rope', 'Oar').replace('3 €', '4 €')],
    ['<ul><li>one</li><li>two</li></ul>', '<ul><li>one</li></ul>'],
  ]
  for (const [before, after] of changed) assert.equal(inText(before, after), 'changed', before)
})

const status = (before: string, after: string) =>
  compareVersions({ previous: { markdown: before }, current: { markdown: after }, url }).status

test('Markdown alone is compared without its markup', () => {
  assert.equal(status('# A\n\n* b\n* c', '## A\n\n- b\n- **c**'), 'same')
  assert.equal(status('[a](https://x.example/1)', '[a](https://x.example/1 "t")'), 'same')
  assert.equal(status('[a](https://x.example/1st)', '[a](https://x.example/2nd)'), 'changed')
  assert.equal(status('1.12', '1.21'), 'changed')
  assert.equal(status('', 'a'), 'changed')
})

test('a change has a unified diff and its tree, without irrelevant differences', () => {
  const result = compareVersions({
    previous: makeVersion(page({ content: '<p>7 views</p><p>Open at 9.</p>' })),
    current: makeVersion(page({ content: '<p>8 views</p><p>Open at 10.</p>' })),
    url,
  })

  assert.ok(result.status === 'changed')
  assert.match(result.diff.text, /^--- https:\/\/site\.example\/page\n\+\+\+ /m)
  assert.match(result.diff.text, /\n-Open at 9\.\n\+Open at 10\.\n/)
  assert.doesNotMatch(result.diff.text, /^[-+]\d views/m)
  const changes = result.diff.json.files.flatMap(({ chunks }) => chunks.flatMap((it) => it.changes))
  assert.deepEqual(
    changes.filter(({ type }) => type !== 'normal'),
    [
      { type: 'del', del: true, ln: 11, content: '-Open at 9.' },
      { type: 'add', add: true, ln: 11, content: '+Open at 10.' },
    ],
  )
})

const words = fc.array(fc.stringMatching(/^[a-z]{2,9}$/), { minLength: 3, maxLength: 12 })
const texts = fc.array(words, { minLength: 2, maxLength: 12 })
const toHtml = (content: readonly (readonly string[])[]) =>
  page({ content: content.map((text) => `<p>${text.join(' ')}.</p>`).join('') })

test('a page equals itself, and each word of its content counts', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (content, which, where) => {
      const previous = makeVersion(toHtml(content))
      assert.equal(
        compareVersions({ previous, current: makeVersion(toHtml(content)), url }).status,
        'same',
      )
      const text = which % content.length
      const edited = content.map((it, index) =>
        index === text ? it.with(where % it.length, 'zebra') : it,
      )
      const current = makeVersion(toHtml(edited))
      if (JSON.stringify(edited) === JSON.stringify(content)) return
      assert.equal(compareVersions({ previous, current, url }).status, 'changed')
    }),
    { numRuns: 200 },
  )
})

const passing = [
  '<p>Last updated: 3 May 2024</p>',
  '<p>4,711 views</p>',
  '<p>Posted 3 hours ago</p>',
  '<div class="advertisement">Buy oars</div>',
  '<nav><a href="/more">More chapters</a></nav>',
  '<script nonce="a8f">track()</script>',
  '<!-- built by 7f3a -->',
  '<footer>Generated on 3 May 2024</footer>',
]

test('irrelevant text may be anywhere', () => {
  const places = fc.array(fc.tuple(fc.constantFrom(...passing), fc.nat()), { maxLength: 6 })
  fc.assert(
    fc.property(texts, places, places, (content, before, after) => {
      const withNoise = (noise: readonly (readonly [string, number])[]) => {
        const parts = content.map((text) => `<p>${text.join(' ')}.</p>`)
        for (const [html, place] of noise) parts.splice(place % (parts.length + 1), 0, html)
        return makeVersion(page({ content: parts.join('') }))
      }
      const input = { previous: withNoise(before), current: withNoise(after), url }
      assert.equal(compareVersions(input).status, 'same')
    }),
    { numRuns: 200 },
  )
})

test('any text can be compared', () => {
  const anything = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(anything, anything, (before, after) => {
      const input = { previous: { markdown: before }, current: { markdown: after }, url }
      const there = compareVersions(input).status
      const back = compareVersions({ previous: input.current, current: input.previous, url }).status
      assert.equal(there, back)
    }),
    { numRuns: 500 },
  )
})

const compareStatus = (before: string, after: string) =>
  compareVersions({
    previous: { markdown: 'a', normalisedText: before },
    current: { markdown: 'b', normalisedText: after },
    url,
  }).status

test('text that moves between content and the rest of the page is no change', () => {
  const long = 'The second gate is opened by the harbour master from six in the morning.'
  const kept = [`k\t${paragraphs[0]}`, `k\t${long}`].join('\n')
  const cut = [`k\t${paragraphs[0]}`, `c\t${long}`].join('\n')
  assert.equal(compareStatus(kept, cut), 'same')
  assert.equal(compareStatus(cut, kept), 'same')
  assert.equal(compareStatus(kept, cut.replace('six', 'ten')), 'changed')
})

/** Cards without links. */
const cards = (...texts: readonly (readonly string[])[]) =>
  texts.map(([name, value]) => `<div class="c"><h3>${name}</h3><p>${value}</p></div>`).join('')

const pictures = (...names: string[]) =>
  `<ul>${names.map((name) => `<li><img src="/${name}.jpg"><b>${name}</b><p>Made of ${name}</p></li>`).join('')}</ul>`
const named = (html: string) => html.replaceAll('"c"', '"offer-card"').replaceAll('€', 'pieces')
const steps = (html: string) => html.replaceAll('"c"', '"step"')

test('cards without links in another order are no change; steps and prices that change places are', () => {
  const [rope, oar, bell] = [
    ['Rope', '12 €'],
    ['Oar', '9 €'],
    ['Bell', '31 €'],
  ] as const
  assert.equal(inText(cards(rope, oar, bell), cards(bell, rope, oar)), 'same')
  assert.equal(inText(cards(rope, oar, bell), cards(oar, bell, rope)), 'same')
  assert.equal(inText(pictures('a1', 'b2', 'c3'), pictures('c3', 'a1', 'b2')), 'same')
  assert.equal(inText(named(cards(rope, oar, bell)), named(cards(bell, rope, oar))), 'same')

  assert.equal(
    inText(cards(rope, oar, bell), cards(['Rope', '9 €'], ['Oar', '12 €'], bell)),
    'changed',
  )
  assert.equal(inText(cards(rope, oar, bell), cards(bell, rope)), 'changed')
  const [tie, pay, call] = [
    ['Tie', 'Tie the boat.'],
    ['Pay', 'Pay for it.'],
    ['Call', 'Call us.'],
  ] as const
  assert.equal(inText(cards(tie, pay, call), cards(pay, tie, call)), 'changed')
  assert.equal(inText(steps(cards(rope, oar, bell)), steps(cards(bell, rope, oar))), 'changed')
})
