import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentRequest } from '#content/content.ts'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

function read(html: string, fields: Partial<ContentRequest> = {}) {
  const formats = [
    { type: 'html' },
    { type: 'markdown' },
    { type: 'links' },
    { type: 'images' },
  ] as const
  return readPage(contentRequest(html, { formats, ...fields }))
}

test('links are absolute, each once, in document order, and lead to http and https only', () => {
  const { links } = read(`<a href="b">b</a><a href="/a?x=1&amp;y=2">a</a><a href="./b">again</a>
    <a href="#part">here</a><a href="page#part">here too</a><a href="other#part">there</a>
    <a href="mailto:a@b.c">m</a><a href="javascript:x()">j</a><a href="http://[">broken</a>
    <a>none</a><map><area href="//cdn.example/c"></map>`)
  assert.deepEqual(links, [
    'https://example.com/docs/b',
    'https://example.com/a?x=1&y=2',
    'https://example.com/docs/other#part',
    'https://cdn.example/c',
  ])
})

test('links to pages of a client-side router are listed, on the page itself too', () => {
  const html = `<a href="#/boats">1</a><a href="page#!fares?x=1">2</a><a href="/app#!/a/b">3</a>
    <a href="#/">home</a><a href="#!">nothing</a><a href="page#!/">home</a><a href="#:~:text=/a">text</a>`
  const page = 'https://example.com/docs/page'
  const { links } = read(html)
  assert.deepEqual(links, [`${page}#/boats`, `${page}#!fares?x=1`, 'https://example.com/app#!/a/b'])
})

test('a base address moves every relative link', () => {
  const page = read('<base href="/v2/"><a href="x">x</a><img src="i.png">')
  assert.deepEqual(page.links, ['https://example.com/v2/x'])
  assert.deepEqual(page.images, ['https://example.com/v2/i.png'])
  assert.match(page.html ?? '', /href="https:\/\/example.com\/v2\/x"/)
})

test('images are found in all attributes and elements that reference them', () => {
  const { images } = read(`<img src="a.png" srcset="a-1.png 1x, a-2,x.png 2x">
    <img src="data:image/gif;base64,R0" data-src="lazy.jpg"><img src="a.png">
    <picture><source srcset="p-100.webp 100w, p-900.webp 900w"><img src="p.jpg"></picture>
    <div style="background: url('bg.png')"></div><video poster="poster.jpg"></video>
    <input type="image" src="go.png">`)
  assert.deepEqual(
    images?.map((url) => url.replace('https://example.com/docs/', '')),
    ['a.png', 'a-2,x.png', 'lazy.jpg', 'p-900.webp', 'p.jpg', 'bg.png', 'poster.jpg', 'go.png'],
  )
})

test('images inside the page are named only when there is no other', () => {
  const inlined = 'data:image/gif;base64,R0lGOD'
  assert.deepEqual(read(`<img src="${inlined}">`).images, [inlined])
})

test('cleaned HTML contains the visible content, with absolute URLs and one source per image', () => {
  const { html } =
    read(`<!doctype html><head><title>t</title><style>x</style><meta name=a content=b></head>
<body><!-- c --><script>s</script><noscript>n</noscript><p onclick="x()">Größe &amp; <a href="/l">l</a>
<a href="javascript:x">j</a><img src="s.png" srcset="m.png 2x, l.png 3x" sizes="1"></p></body>`)
  assert.equal(
    html,
    `<body><p>Größe &amp; <a href="https://example.com/l">l</a>
<a>j</a><img src="https://example.com/docs/l.png"></p></body>`,
  )
})

test('content in a broken head is kept', () => {
  assert.match(
    read('<head><title>t</title><div><p>in the head</p></div></head>').html ?? '',
    /in the head/,
  )
})

const shop = `<nav class="menu"><a href="/n">nav</a></nav><main><p id="one">first</p>
  <div class="box"><p>second <b>bold</b></p><p class="ad">advert</p></div></main><footer>foot</footer>`

test('includeTags choose by tag, class, id and attribute, the outermost matches in document order', () => {
  const { markdown } = read(shop, {
    includeTags: ['b', 'footer', '.box', '#one', '[href="/n"]'],
    onlyMainContent: true,
  })
  assert.match(markdown ?? '', /nav[^]*first[^]*second[^]*advert[^]*foot/)
  assert.equal(markdown?.match(/bold/g)?.length, 1)
})

test('excludeTags win over includeTags and see the page as it was sent', () => {
  const { html = '' } = read(shop, {
    includeTags: ['main'],
    excludeTags: ['.ad', 'nav + main #one'],
  })
  assert.ok(html.includes('second'))
  assert.ok(!html.includes('advert') && !html.includes('first') && !html.includes('nav'))
})

test('links in excluded parts are not listed', () => {
  const html =
    '<div class="ad"><p><a href="/ad">ad</a></p></div><a class="ad" href="/b">b</a><a href="/c">c</a>'
  assert.deepEqual(read(html, { excludeTags: ['.ad'] }).links, ['https://example.com/c'])
})

test('a lazy address replaces the small picture in its place', () => {
  const html = '<p>Boats <img src="a.jpg?w=20&blur=9" data-src="a.jpg?w=900" alt="A"></p>'
  const { markdown, images } = read(html)
  assert.match(markdown ?? '', /a\.jpg\?w=900/)
  assert.deepEqual(images, ['https://example.com/docs/a.jpg?w=900'])
})

test('excludeTags work without includeTags', () => {
  const { markdown } = read(shop, { excludeTags: ['nav', 'footer'] })
  assert.match(markdown ?? '', /first[^]*second/)
  assert.doesNotMatch(markdown ?? '', /nav|foot/)
})

test('a selected frame returns its document, or its URL', () => {
  const html = '<iframe srcdoc="<p>inner</p>"></iframe><iframe src="/frame" title="Map"></iframe>'
  const page = read(html, { includeTags: ['iframe'] })
  assert.match(page.html ?? '', /<p>inner<\/p>/)
  assert.match(page.html ?? '', /<iframe src="https:\/\/example.com\/frame"/)
})

test('an invalid selector is refused with its position', () => {
  assert.throws(() => read('<p>', { includeTags: ['p', ':nope('] }), {
    code: 'BAD_REQUEST',
    details: [
      { code: 'custom', path: ['includeTags', 1], message: '":nope(" is not a CSS selector.' },
    ],
  })
  assert.throws(() => read('<p>', { excludeTags: [' '] }), { code: 'BAD_REQUEST' })
  const longest = `p:not(.${'x'.repeat(1_016)})`
  assert.equal(longest.length, 1_024)
  assert.equal(read('<p>Text</p>', { includeTags: [longest] }).markdown?.trim(), 'Text')
})

test('the picture of a page with several ones is the first', () => {
  const { metadata } = read(
    '<meta property="og:image" content="https://a.test/1.jpg"><meta property="og:image" content="https://a.test/2.jpg">',
  )
  assert.equal(metadata['ogImage'], 'https://a.test/1.jpg')
  assert.equal(metadata['og:image'], 'https://a.test/1.jpg, https://a.test/2.jpg')
})

test('metadata has the known keys, every other tag by its name, and repeated tags joined', () => {
  const { metadata } = read(`<html lang="en-GB"><head><title> A  title </title>
    <meta name="Description" content="Words"><meta name="keywords" content="a"><meta name="keywords" content="b">
    <meta property="og:title" content="OG"><meta property="og:locale:alternate" content="de_DE">
    <meta property="og:locale:alternate" content="fr_FR"><meta name="DC.Subject" content="Sub">
    <meta name="viewport" content="width=device-width"><meta property="article:published_time" content="2026-01-02">
    <meta name="statusCode" content="999"><meta name="__proto__" content="x">
    <link rel="shortcut icon" href="/icon.png"><script type="application/ld+json">
    {"@graph":[{"datePublished":"2020-01-01","dateModified":"2026-02-03T04:05:06Z"}]}</script>
    </head><svg><title>drawing</title></svg>`)
  assert.deepEqual(metadata, {
    title: 'A title',
    language: 'en-GB',
    favicon: 'https://example.com/icon.png',
    description: 'Words',
    Description: 'Words',
    keywords: 'a, b',
    ogTitle: 'OG',
    'og:title': 'OG',
    ogLocaleAlternate: ['de_DE', 'fr_FR'],
    'og:locale:alternate': 'de_DE, fr_FR',
    dcSubject: 'Sub',
    'DC.Subject': 'Sub',
    viewport: 'width=device-width',
    publishedTime: '2026-01-02',
    publishedTimeSource: 'metaTag',
    'article:published_time': '2026-01-02',
    modifiedTime: '2026-02-03T04:05:06Z',
    modifiedTimeSource: 'jsonLd',
  })
})

test('the language of a page that does not name it is read from its text', () => {
  const german =
    'Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung aller staatlichen Gewalt. '
  assert.equal(read(`<p>${german.repeat(4)}</p>`).metadata['language'], 'de')
  assert.equal(read('<p>Kurz</p>').metadata['language'], undefined)
})

test('the metadata of a page is limited', () => {
  const long = 'x'.repeat(100_000)
  const tags = Array.from({ length: 2_000 }, (_, index) => `<meta name="n${index}" content="v">`)
  const { metadata } = read(
    `<title>${long}</title><meta name=description content="${long}">${tags.join('')}`,
  )
  assert.ok((metadata['title'] as string).length < 10_000)
  assert.ok((metadata['description'] as string).length < 10_000)
  assert.ok(Object.keys(metadata).length < 400)
})
