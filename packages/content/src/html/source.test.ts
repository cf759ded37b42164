import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from 'dom-serializer'
import { array, assert as check, constantFrom, nat, property, tuple } from 'fast-check'
import { findEncoding } from '#content/bytes/charset.ts'
import { parsePage, parseSource } from './parse.ts'
import { readSource } from './source.ts'

const utf8 = 'text/html; charset=utf-8'
const toBytes = (pieces: readonly (string | readonly number[])[]) =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece)))

const pieces: readonly (string | readonly number[])[] = [
  ['<p>', '</p>', '<b title="', '">', ' a=', "'", '<!--', '-->', '<![CDATA[', ']]>', '&eacute;'],
  ['<title>', '</title>', '<script>', '</script>', '<svg>', '</svg>', '<textarea>', 'x', ' ', '&'],
  ['é', '“quoted”', '日本語', '𝒳', '\uFEFF', '\u00A0', '\u212A', '<café>', '</café>', ' ünï="ö"'],
  // Characters that are cut off or out of place, and bytes of another encoding.
  [[0xe9], [0xe6, 0x97], [0x80], [0xf0, 0x9f], [0xff], [0xc3]],
].flat()

test('a page of UTF-8 that is decoded in parts is read as the decoded page is', () => {
  const page = tuple(array(constantFrom(...pieces), { maxLength: 24 }), nat(9))
  const holds = property(page, ([all, offset]) => {
    const body = toBytes([...all, `<p>${'text '.repeat(2_000)}`])
    // The bytes of a page may start anywhere in memory.
    const moved = Buffer.concat([Buffer.alloc(offset), body]).subarray(offset)
    // What is hardly UTF-8 is read as what it may be.
    if (findEncoding(moved, 'html', utf8).encoding !== 'UTF-8') return
    const source = readSource(moved, utf8)
    assert.ok(source.utf8)
    const decoded = new TextDecoder().decode(body)
    assert.equal(source.text(), decoded)
    assert.equal(render(parseSource(source).document), render(parsePage(decoded, 'html').document))
  })
  check(holds, { numRuns: 1_500, seed: 15 })
})

test('pages of other encodings and of other letters are decoded at once', () => {
  assert.equal(
    readSource(Buffer.from('Gr\xF6\xDFe', 'latin1'), 'text/html; charset=latin1').signs,
    'Größe',
  )
  const russian = readSource(Buffer.from('<p>Привет, мир'.repeat(99)), utf8)
  assert.deepEqual([russian.utf8, russian.signs.length], [undefined, 99 * 14])
  assert.equal(readSource(Buffer.alloc(0), utf8).text(), '')
})

test('all elements of a page are listed in document order', () => {
  const deep = `${'<i>'.repeat(600)}<p>a<table><td>b</table><br/>c`
  const { document, elements } = parsePage(deep, 'html')
  const listed: unknown[] = []
  const stack: (typeof document | (typeof document.children)[number])[] = [document]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ('attribs' in node) listed.push(node)
    if ('children' in node) stack.push(...node.children.toReversed())
  }
  assert.deepEqual(
    elements.map((element) => listed.indexOf(element)),
    listed.map((_, at) => at),
  )
})
