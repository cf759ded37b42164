import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

const about = (html: string) =>
  readPage(
    contentRequest(html, {
      url: 'https://manual.test/guide/import',
      formats: [{ type: 'markdown' }],
    }),
  ).metadata

const page = (body: string) => `<title>Import data</title><h1>Import data</h1>${body}`

const found = (html: string) => {
  const { publishedTime, publishedTimeSource, author, authorSource } = about(html)
  return [publishedTime, publishedTimeSource, author, authorSource]
}

test('a date that is not clearly of the page is no date of publication', () => {
  for (const body of [
    '<pre>INSERT INTO film VALUES (1, DATE 1994-11-27)</pre>',
    '<p>Run <code>2019-04-02 10:00</code></p>',
    '<table><tr><td>Available in version 2.4.10 and later</td></tr></table>',
    '<p>Import 3.7.15 needs the server 2.2.14.</p>',
    '<p>Allow from 10.20.30.40</p>',
    '<dl><dt>birth</dt><dd>1998-05-06</dd></dl>',
    '<p>Sale ends 03/31/2026. Use a coupon.</p>',
    '<p>When: <time datetime="2025-05-04T19:00">4 May, 19:00</time></p>',
    '<p><b>Beginn:</b> <time datetime="2025-05-04T19:00">4. Mai, 19 Uhr</time></p>',
    '<p>Doors open 12 May 2026 - 14 May 2026</p>',
    '<p>Member since February 16, 2016</p>',
    `<p>${'The importer reads files. '.repeat(9)}It was written again on <i>3 May 2011</i> by its first user.</p>`,
    `${'<p>A step of the guide.</p>'.repeat(40)}<p>3 May 2011</p>`,
    '<div class="database-time-zone">Time zones since 1 March 2003 are stored with the rows of every table that names them, as the chapter on types explains in detail</div>',
    '<script type="application/ld+json">{"@type":"WebPage","dateModified":"2024-05-06"}</script>',
    '<h2>2.1.0 - 2025-02-03</h2><p>A new gate.</p><h2>v2.0 (2025-01-03)</h2>',
    '<p>Posted limits are the law of 12 May 2020.</p>',
    '<div class="sample">2019-05-02 12:00:01 INFO started by root</div>',
    '<div class="user-meta">Last login: 2024-05-06</div>',
    '<p>backup_2023-04-05.zip</p>',
    '<p>Founded 3 May 1998</p>',
    '<p>Next review: 5 May 2027</p>',
    '<p>Opening on 3 May 2027</p>',
    '<div class="output">mtime: 2022-03-04, owner: root</div>',
    '<p>Date: 12 June 2027, 19:00</p><p>Place: Pier 4</p>',
    '<p>Released 4 May 2019</p><script type="application/ld+json">{"@type":"Product","name":"Chart"}</script>',
    '<section class="comments"><div class="comment"><b>Jo</b> 2 Feb 2022<p>Nice.</p></div></section>',
    `<p>${'The importer reads files. '.repeat(9)}</p><div>Last updated on <time>Mar 2, 2026</time> by <b>jo</b></div>`,
    '<script type="application/ld+json">{"@type":"Event","startDate":"2026-05-06"}</script>',
    '<time datetime="2026-05-06">6 May 2026</time><script type="application/ld+json">{"@type":"Event","name":"Regatta"}</script>',
    '<div itemscope itemtype="https://schema.org/SportsEvent"><time itemprop="startDate" datetime="2026-05-06">6 May 2026</time></div>',
    '<div itemscope itemtype="https://schema.org/Event"><time datetime="2026-05-06">6 May 2026</time></div>',
    '<div class="h-event"><time class="dt-start" datetime="2026-05-06">6 May 2026</time></div>',
    '<p>The <time itemprop="birthDate" datetime="1931-05-03">3 May 1931</time></p>',
    '<table><tr><th>Version</th><th>Day</th></tr><tr><td>1.0</td><td><time>2019-02-03</time></td></tr></table>',
    '<section class="related"><article><h3><a href="/x">Other</a></h3><time datetime="2025-01-01">1 Jan</time></article></section>',
    '<ol class="comment-list"><li><article class="comment-body"><time datetime="2025-01-01">1 Jan</time><p>Nice.</p></article></li></ol>',
  ]) {
    assert.equal(about(page(body))['publishedTime'], undefined, body)
    assert.equal(about(page(body))['publishedTimeSource'], undefined, body)
  }
})

test('a visible date of the last change is the time of modification alone', () => {
  const { publishedTime, modifiedTime, modifiedTimeSource } = about(
    page(
      `${'<p>A step of the guide.</p>'.repeat(40)}<footer>Last updated 2024-05-31 08:00:00 UTC</footer>`,
    ),
  )
  assert.deepEqual(
    [publishedTime, modifiedTime, modifiedTimeSource],
    [undefined, '2024-05-31T08:00:00Z', 'text'],
  )
})

test('dates and authors name their source', () => {
  assert.deepEqual(
    found(
      page(
        '<script type="application/ld+json">{"@type":"Article","datePublished":"2024-05-06","author":{"@type":"Person","name":"Ada Lovelace"}}</script>',
      ),
    ),
    ['2024-05-06', 'jsonLd', 'Ada Lovelace', 'jsonLd'],
  )
  assert.deepEqual(
    found(
      `<meta name="author" content="Ada Lovelace"><meta property="article:published_time" content="2024-05-06">${page('')}`,
    ),
    ['2024-05-06', 'metaTag', 'Ada Lovelace', 'metaTag'],
  )
  assert.deepEqual(
    found(
      page(
        '<article><span itemprop="author">Ada Lovelace</span> <span itemprop="datePublished">2024-05-06</span></article>',
      ),
    ),
    ['2024-05-06', 'microdata', 'Ada Lovelace', 'microdata'],
  )
  assert.deepEqual(found(page('<time datetime="2024-05-06">May 6</time><p>By Ada Lovelace</p>')), [
    '2024-05-06',
    'timeElement',
    'Ada Lovelace',
    'text',
  ])
  assert.deepEqual(found(page('<p>Posted on 6 May 2024 by Ada Lovelace</p>')).slice(0, 2), [
    '2024-05-06',
    'text',
  ])
})

test('a person of an event or a product is no author', () => {
  for (const type of ['MusicEvent', 'Product']) {
    const data = `{"@type":"${type}","name":"Night","organizer":{"@type":"Person","name":"Ada Lovelace"}}`
    const html = page(`<script type="application/ld+json">${data}</script>`)
    assert.equal(about(html)['author'], undefined, type)
  }
})

test('a byline may stand behind the date', () => {
  for (const [byline, date] of [
    ['Posted on 6 May 2024 by <a href="/author/ada">Ada Lovelace</a>', '2024-05-06'],
    ['Published on May 6, 2024 by Ada Lovelace', '2024-05-06'],
    ['Veröffentlicht am 6. Mai 2024 von Ada Lovelace', '2024-05-06'],
    ['News, May 6, 2024 by Ada Lovelace', '2024-05-06'],
    ['Von Ada Lovelace, 6. Mai 2024, 14:05 Uhr', '2024-05-06'],
  ])
    assert.deepEqual(found(page(`<p class="meta">${byline}</p><p>Text.</p>`)).slice(0, 3), [
      date,
      'text',
      'Ada Lovelace',
    ])
})

test('a byline may stand before the date in the same element', () => {
  const html = page('<div>Por Ada García<br>4 de mayo de 2026</div>')
  assert.equal(about(html)['author'], 'Ada García')
})

test('words of a manual are no author', () => {
  for (const body of [
    '<h2 id="mapping_authors">MAPPING AUTHORS</h2><p>Text.</p>',
    '<h3 id="authformauthoritative">AuthFormAuthoritative Directive</h3><p>Text.</p>',
    '<div id="authorization-phase">The Authorization Phase</div>',
    '<div class="certificate-authority">Certification Authority</div>',
    '<p>ordered by <a href="#d">DEFAULT</a></p>',
    '<p>BY CASCADE</p>',
    '<p>By Default, gates are closed.</p>',
    '<section class="related"><article><h3><a href="/x">Other</a></h3> by <span class="author">Ada Lovelace</span></article></section>',
    '<pre>-- written by: Ada Lovelace</pre>',
    '<p>Signed by Release Key</p>',
    '<p>Generated by Harbour Tools</p>',
    `<p>${'The importer reads files. '.repeat(9)}It was done <i>by Grace Hopper</i> later.</p>`,
  ])
    assert.equal(about(page(body))['author'], undefined, body)
})
