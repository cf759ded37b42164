import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeZip } from '#fixtures/write-zip.ts'
import { quoteComments, withSlideComments } from './slide-comments.ts'
import { openPackage } from './zip.ts'

const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="r1" Type="http://example.org/relationships/${type}" Target="${target}"/></Relationships>`
const slide = Buffer.from('<p:sld><p:spTree><p:sp/></p:spTree></p:sld>')

function comment(parts: Readonly<Record<string, string>>, part = slide) {
  const file = openPackage(writeZip(parts))
  assert.ok(file)
  const lost: string[] = []
  const path = 'ppt/slides/slide1.xml'
  const made = withSlideComments(part, file, { path, lose: (what) => lost.push(what) })
  const texts = made?.toString().match(/<a:t>[^<]*/g) ?? []
  return { texts: texts.map((one) => one.slice('<a:t>'.length)), lost }
}

const parts = {
  'ppt/slides/_rels/slide1.xml.rels': relation('comments', '../comments/comment1.xml'),
  'ppt/comments/comment1.xml':
    '<p:cmLst><p:cm authorId="0"><p:text>Which pier &amp; why?</p:text></p:cm><p:cm authorId="9"><p:text>North</p:text></p:cm><p:cm authorId="0"><p:text> </p:text></p:cm></p:cmLst>',
  'ppt/commentAuthors.xml': '<p:cmAuthorLst><p:cmAuthor id="0" name="Ann Seal"/></p:cmAuthorLst>',
}

test('comments of a slide have their authors', () => {
  assert.deepEqual(comment(parts), {
    texts: ['\uFDD6Ann Seal: Which pier &amp; why?', '\uFDD6North'],
    lost: [],
  })
})

test('answers follow their comment', () => {
  const { texts } = comment({
    'ppt/slides/_rels/slide1.xml.rels': relation('comments', '../comments/modernComment_1.xml'),
    'ppt/comments/modernComment_1.xml':
      '<c:cmLst><c:cm authorId="{A}"><c:replyLst><c:reply authorId="{B}"><c:txBody><a:p><a:r><a:t>It is</a:t></a:r><a:r><a:t> North</a:t></a:r></a:p></c:txBody></c:reply></c:replyLst><c:txBody><a:p><a:r><a:t>Which pier?</a:t></a:r></a:p></c:txBody></c:cm></c:cmLst>',
    'ppt/authors.xml':
      '<c:authorLst><c:author id="{A}" name="Ann"/><c:author id="{B}" name="Cy"/></c:authorLst>',
  })
  assert.deepEqual(texts, ['\uFDD6Ann: Which pier?', '\uFDD6Cy: It is North'])
})

test('comments without a place in their slide are named', () => {
  assert.deepEqual(comment(parts, Buffer.from('<sld/>')).lost, ['Comments were left out'])
  assert.deepEqual(comment({ 'ppt/slides/slide1.xml': slide.toString() }), { texts: [], lost: [] })
})

const paragraph = (text: string) =>
  ({ kind: 'paragraph', content: [{ kind: 'text', text }] }) as const

test('comments become quotations', () => {
  assert.deepEqual(quoteComments([paragraph('body'), paragraph('\uFDD6Ann: Why?')]), [
    paragraph('body'),
    { kind: 'blockQuote', blocks: [paragraph('Ann: Why?')] },
  ])
})
