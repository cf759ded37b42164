import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '#content/pipeline.ts'
import {
  challengePages,
  emptyPages,
  enginePage,
  ofOneSite,
  resultPages,
  shownResults,
} from '#fixtures/search/result-pages.ts'

const read = (html: string, status = 200) =>
  readPage({
    url: enginePage,
    status,
    contentType: 'text/html',
    body: Buffer.from(html),
    formats: [],
    wantsResultPage: true,
    onlyMainContent: false,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    readDocuments: false,
  }).internal.resultPage

for (const [name, shape] of Object.entries(resultPages)) {
  test(`results are read exactly: ${name}`, () => {
    assert.deepEqual(read(shape(shownResults)), { kind: 'results', results: shownResults })
    assert.deepEqual(read(shape(shownResults.slice(0, 4)))?.results, shownResults.slice(0, 4))
    assert.deepEqual(read(shape(ofOneSite))?.results, ofOneSite)
  })
}

for (const [name, { html, status }] of Object.entries(challengePages)) {
  test(`a challenge has no results: ${name}`, () => {
    assert.deepEqual(read(html, status), { kind: 'blocked', results: [] })
  })
}

test('a page that says that nothing was found is empty', () => {
  for (const html of emptyPages) assert.deepEqual(read(html), { kind: 'empty', results: [] })
})

test('results about challenges are results', () => {
  const about = shownResults.map((result) => ({
    ...result,
    title: `${result.title}, captcha`,
    text: `Verify that you are human, not a robot: unusual traffic. ${result.text}`,
  }))
  for (const [name, shape] of Object.entries(resultPages)) {
    assert.deepEqual(read(shape(about))?.results, about, name)
  }
})

test('an article and an empty page have no results', () => {
  const article = `<main><h1>Mills</h1>${'<p>A long text about mills, with a <a href="https://one.example/">link</a> in it.</p>'.repeat(20)}</main>`
  for (const html of [article, '', '<p>Hello</p>']) {
    assert.deepEqual(read(html)?.results ?? [], [], html)
  }
})
