import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlOfLines, line, type Line } from '#fixtures/pdf-lines.ts'
import { createHyphens } from './hyphens.ts'

const hyphensIn = (...texts: readonly string[]) =>
  createHyphens(texts.map((text, at) => line({ text, at: 12 * at })))

test('a word divided at the end of a line is joined', () => {
  const hyphens = hyphensIn('a line that ends in a di-', 'vided word')
  assert.equal(hyphens('a line that ends in a di-', 'vided word'), 'divided')
  assert.equal(hyphens('a line that ends in a di\u00ad', 'vided word'), 'divided')
})

test('the hyphen that browsers draw is dropped like any other', () => {
  const lines: Line[] = [
    { text: 'The editors of the journal asked for a visibi\u2010', at: 20 },
    { text: 'lity study of the new print and of the old one.', at: 32 },
  ]
  assert.match(htmlOfLines(lines), /a visibility study/)
})

test('a compound keeps its hyphen when the document writes it so elsewhere', () => {
  const hyphens = hyphensIn('the well-known method', 'as a well-', 'known method', 're-', 'ported')
  assert.equal(hyphens('as a well-', 'known method'), 'compound')
})

test('a compound keeps its hyphen when its parts are words of the document', () => {
  const hyphens = hyphensIn('an open question of', 'the source as an open-', 'source one')
  assert.equal(hyphens('the source as an open-', 'source one'), 'compound')
  assert.equal(hyphens('the state-of-', 'the-art'), 'compound')
})

test('a word that the document writes without a hyphen is joined', () => {
  const hyphens = hyphensIn('some one was there', 'and someone else', 'some-', 'one')
  assert.equal(hyphens('some-', 'one'), 'divided')
  assert.equal(hyphensIn('the field OPTIONAL')('the word OP-', 'TIONAL is'), 'divided')
})

test('where words are divided with a hyphen of their own, others belong to compounds', () => {
  const divided = ['ex\u2010', 'ample', 'to\u2010', 'gether', 'ne\u2010', 'ver']
  const hyphens = hyphensIn(...divided, 'a much-', 'anticipated trip')
  assert.equal(hyphens('a much-', 'anticipated trip'), 'compound')
  assert.equal(hyphens('on You\u2010', 'Tube'), 'divided')
})

test('a text with hardly any hyphen at a line end divides no words', () => {
  const lines = Array.from({ length: 150 }, (_, at) => `line ${at} of a text set flush left`)
  const hyphens = hyphensIn(...lines, 'a much-', 'anticipated trip')
  assert.equal(hyphens('a much-', 'anticipated trip'), 'compound')
})

test('hyphens beside numbers, names and addresses are kept without a space', () => {
  const hyphens = hyphensIn('from $40-', '200')
  assert.equal(hyphens('from $40-', '200'), 'compound')
  assert.equal(hyphens('the 20-', 'year term'), 'compound')
  assert.equal(hyphens('by Jean-', 'Paul'), 'compound')
  assert.equal(hyphens('see https://example.org/a-', 'b'), 'compound')
})

test('a shared part of two words keeps its hyphen and the space behind it', () => {
  assert.equal(hyphensIn('Vor-', 'und Nachteile')('Vor-', 'und Nachteile'), 'apart')
  assert.equal(hyphensIn('The pen-and-paper work')('pen-', 'and-paper work'), 'compound')
})

test('a word in capitals is joined when its whole line is in capitals', () => {
  const hyphens = hyphensIn('A SHORT INTRO-', 'DUCTION TO LOGIC')
  assert.equal(hyphens('A SHORT INTRO-', 'DUCTION TO LOGIC'), 'divided')
  assert.equal(hyphens('requests over HTTP-', 'API gateways'), 'compound')
})

test('lines that end in no hyphen are not concerned', () => {
  const hyphens = hyphensIn('one line', 'and another')
  assert.equal(hyphens('one line', 'and another'), undefined)
  assert.equal(hyphens('a dash -', 'and more'), undefined)
})

test('a dash without spaces has none at the end of a line', () => {
  const lines: Line[] = [
    { text: 'The letters of the old press that is in the house—', at: 20 },
    { text: 'and those of the new one – were kept in this room –', at: 32 },
    { text: 'and in the other.', at: 44 },
  ]
  assert.match(htmlOfLines(lines), /house—and those of the new one – were kept in this room – and/)
})

test('a path that is divided behind a slash is joined', () => {
  const hyphens = hyphensIn('manuals are in /usr/share/', 'man and nowhere else')
  assert.equal(hyphens('manuals are in /usr/share/', 'man and nowhere else'), 'compound')
  assert.equal(hyphens('speed in km/', 'h'), 'compound')
})

test('the names of folders of a document end in a slash, its addresses go on', () => {
  const hyphens = hyphensIn('the debian/ folder has', 'files; the debian/', 'folder is')
  assert.equal(hyphens('files; the debian/', 'folder is'), undefined)
  assert.equal(hyphens('see https://example.org/', 'list'), 'compound')
})
