import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { isoDate } from './iso-date.ts'

const about = (html: string, url = 'https://dailybridge.test/news/flood') =>
  readPage(contentRequest(html, { url, formats: [{ type: 'markdown' }] })).metadata

const jsonLd = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`

test('the title of a page is given without the name of its site', () => {
  const titles = [
    [
      '<title>The flood - Daily Bridge</title><meta property="og:site_name" content="Daily Bridge">',
      'The flood',
    ],
    [
      '<title>Daily Bridge | The flood</title><meta property="og:title" content="The flood">',
      'The flood',
    ],
    ['<title>The flood « Weather « dailybridge.test</title>', 'The flood « Weather'],
    ["<title>Weather: The flood’s end - News</title><h1>The flood's end</h1>", "The flood's end"],
    ['<title>Daily Bridge</title><h1>Daily Bridge</h1><h1>The flood</h1>', 'The flood'],
    ['<title>Install - Guide</title><h1>Welcome</h1>', 'Install - Guide'],
    ['<h1>The flood</h1>', 'The flood'],
  ] as const
  for (const [html, title] of titles) assert.equal(about(html)['title'], title)
})

test('authors come from structured data, meta tags, markup and bylines, people before organisations', () => {
  const pages = [
    [
      jsonLd({
        '@graph': [
          {
            '@type': 'NewsArticle',
            author: [{ '@id': '#a' }, { '@type': 'Person', name: 'Grace Hopper' }],
          },
          { '@type': 'Person', '@id': '#a', name: 'Ada Lovelace' },
        ],
      }),
      'Ada Lovelace, Grace Hopper',
    ],
    [
      `${jsonLd({ '@type': 'Article', author: { '@type': 'Organization', name: 'Bridge Media' } })}
       <meta name="author" content="Ada Lovelace and Grace Hopper">`,
      'Ada Lovelace, Grace Hopper',
    ],
    [
      '<meta name="article:author" content="https://social.test/ada"><a rel="author">Ada Lovelace</a>',
      'Ada Lovelace',
    ],
    [
      '<meta name="citation_author" content="Lovelace, Ada"><meta name="citation_author" content="Hopper, Grace">',
      'Ada Lovelace, Grace Hopper',
    ],
    ['<span itemprop="author"><b itemprop="name">Ada Lovelace</b>, editor</span>', 'Ada Lovelace'],
    [
      '<div class="comment"><b class="author">Troll</b></div><p class="byline">By Ada Lovelace | 3 May 2026</p>',
      'Ada Lovelace',
    ],
    ['<h1>The flood</h1><p>Von <b>Ada Lovelace</b></p>', 'Ada Lovelace'],
    ['<h1>The flood</h1><p><span>Written by:</span><span>Ada Lovelace</span></p>', 'Ada Lovelace'],
    [
      '<h1>The flood</h1><p>A column by Ada Lovelace</p><p>Greetings from Paris</p>',
      'Ada Lovelace',
    ],
    ['<h1>The flood</h1><p>A ferry sold by Lisbon</p>', undefined],
    ['<h1>The flood</h1><p>Help <b>others</b> by:</p><p>Asking them to leave</p>', undefined],
    ['<h1>The flood</h1><p><b>By</b></p><p>Ada Lovelace, 3 May</p>', 'Ada Lovelace'],
    ['<h1>The flood</h1><p>Door Straps</p>', undefined],
    ['<h1>The flood</h1><p class="author">Topic Author</p>', undefined],
    [
      '<meta property="og:site_name" content="River in the Loop"><meta name="author" content="River in the Loop"><p class="byline">By Ada Lovelace</p>',
      'Ada Lovelace',
    ],
    [
      '<article><p>Text</p><footer class="meta"><b itemprop="author">Ada Lovelace</b></footer></article>',
      'Ada Lovelace',
    ],
    [
      '<p class="byline">Weather | By Ada Lovelace, Grace Hopper and Alan Turing - Flood team</p>',
      'Ada Lovelace, Grace Hopper, Alan Turing',
    ],
    [
      '<p class="author">Post author <a href="/author/ada">Ada Lovelace</a> loves rivers</p>',
      'Ada Lovelace',
    ],
    [
      '<meta name="author" content="Bridge Media GmbH"><p class="byline">By Ada Lovelace</p>',
      'Ada Lovelace',
    ],
    ['<meta name="author" content="Redaktion">', 'Redaktion'],
    ['<meta name="author" content="Ada Lovelace, MS, RD, FAND">', 'Ada Lovelace'],
    [
      `${jsonLd({ '@type': 'Article', author: { '@type': 'Person', name: '#identity' } })}
       <meta name="author" content="page.head.extra.author"><p class="byline">By Ada Lovelace</p>`,
      'Ada Lovelace',
    ],
    [
      '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ada Lovelace">',
      'Ada Lovelace',
    ],
    [jsonLd({ '@type': 'Article', author: 'Zo&euml; Lovelace' }), 'Zoë Lovelace'],
    ['<figure><p class="author">Foto: Troll</p></figure>', undefined],
    ['<p class="author">By admin</p>', undefined],
  ] as const
  for (const [html, author] of pages) assert.equal(about(html)['author'], author, html)
})

test('dates are ISO 8601, from what is meant for machines before what is shown', () => {
  const pages = [
    [
      '<meta property="article:published_time" content="2026-05-03T10:00:00+0200"><time>1.1.2020</time>',
      '2026-05-03T10:00:00+0200',
    ],
    [jsonLd({ '@type': 'BlogPosting', datePublished: '2026-05-03 10:00' }), '2026-05-03T10:00'],
    [
      jsonLd([
        { '@type': 'Comment', datePublished: '2020-01-01' },
        { '@type': 'WebPage', datePublished: '2026-05-03' },
      ]),
      '2026-05-03',
    ],
    ['<span itemprop="datePublished">May 3rd, 2026</span>', '2026-05-03'],
    ['<aside class="related"><time>1.1.2020</time></aside><time>3. Mai 2026</time>', '2026-05-03'],
    [
      '<meta name="date" content="2026-05-02T23:30:00Z"><time datetime="2026-05-03T01:30:00+02:00">3 May</time>',
      '2026-05-03T01:30:00+02:00',
    ],
    ['<div class="entry-date">03/05/2026</div>', '2026-05-03'],
    ['<h1>The flood</h1><p>Stand: 03.05.26</p>', '2026-05-03'],
    ['<footer>© 1.1.2020</footer>', undefined],
    [
      '<meta name="date" content="2026-05-02T22:30:00Z"><p class="date">3. Mai 2026</p>',
      '2026-05-03',
    ],
    [
      '<h1>The flood</h1><ul class="box__sidebar"><li>Online since</li><li>3 mai 2026</li></ul>',
      '2026-05-03',
    ],
  ] as const
  for (const [html, date] of pages) assert.equal(about(html)['publishedTime'], date, html)
  assert.equal(
    about('<p>x</p>', 'https://dailybridge.test/2026/5/3/flood')['publishedTime'],
    '2026-05-03',
  )
  const moved = '<meta name="date" content="2027-01-01">'
  assert.equal(
    about(moved, 'https://dailybridge.test/2026/5/3/flood')['publishedTime'],
    '2026-05-03',
  )
  assert.equal(
    about('<meta name="last-modified" content="2026-05-03">')['modifiedTime'],
    '2026-05-03',
  )
})

test('dates are read in the spellings of several languages', () => {
  const spellings = {
    '3 de mayo de 2026': '2026-05-03',
    '3 mai 2026': '2026-05-03',
    '3 мая 2026 г.': '2026-05-03',
    'Sunday, 3 May 2026': '2026-05-03',
    '2026年5月3日': '2026-05-03',
    '5/13/2026': '2026-05-13',
    '31.02.2026': undefined,
    'version 1.2.3': undefined,
  }
  for (const [text, date] of Object.entries(spellings)) assert.equal(isoDate(text), date, text)
  assert.equal(isoDate('5/3/2026', true), '2026-05-03')
})

test('a page tells the name of its site and describes itself', () => {
  const found = about(
    jsonLd([
      { '@type': 'WebSite', name: 'Daily Bridge' },
      { '@type': 'NewsArticle', description: 'The river  rose.' },
    ]),
  )
  assert.equal(found['siteName'], 'Daily Bridge')
  assert.equal(found['description'], 'The river rose.')
  assert.equal(about('<meta property="og:site_name" content="Bridge">')['siteName'], 'Bridge')
  assert.equal(about('<p>x</p>')['siteName'], undefined)
})

test('a date that only the data of a script name is read from there, after everything that is shown', () => {
  const data =
    '<script type="application/json">{"id":1,"publishedDate":"2016-11-04T20:37:27Z"}</script>'
  assert.equal(about(`<h1>The flood</h1>${data}`)['publishedTime'], '2016-11-04T20:37:27Z')
  const shown = about(`<h1>The flood</h1><p>4 May 2020</p>${data}`)
  assert.equal(shown['publishedTime'], '2020-05-04')
  assert.equal(about('<script>{"publishedDate":"2016-11-04"}</script>')['publishedTime'], undefined)
})
