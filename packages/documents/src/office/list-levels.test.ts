import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withInnerLevels, withListLevels } from './list-levels.ts'

const style = (id: string, name: string, numbering: number) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:numPr><w:numId w:val="${numbering}"/></w:numPr></w:pPr></w:style>`
const styles = Buffer.from(
  `<w:styles>${style('Liste', 'List Bullet', 1)}${style('Liste2', 'List Bullet 2', 4)}${style('Zahl3', 'List Number 3', 7)}${style('Eigen', 'Own', 9)}</w:styles>`,
)
const paragraph = (id: string, own = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${id}"/>${own}</w:pPr></w:p>`
const level = (at: number, numbering: number) =>
  `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${numbering}"/></w:numPr>`
const write = (xml: string) => withListLevels(Buffer.from(xml), styles)?.toString()

test('paragraphs in styles of inner lists get their level', () => {
  const own = '<w:numPr><w:ilvl w:val="4"/></w:numPr>'
  assert.equal(
    write(
      paragraph('Liste') +
        paragraph('Liste2') +
        paragraph('Zahl3') +
        paragraph('Eigen') +
        paragraph('Liste2', own),
    ),
    paragraph('Liste') +
      paragraph('Liste2', level(1, 4)) +
      paragraph('Zahl3', level(2, 7)) +
      paragraph('Eigen') +
      paragraph('Liste2', own),
  )
})

test('other documents stay as they are', () => {
  assert.equal(write(paragraph('Eigen') + paragraph('Liste')), undefined)
  assert.equal(withListLevels(Buffer.from(paragraph('Liste2')), undefined), undefined)
})

const levels = (...list: readonly number[]) =>
  list.map((at) => `<w:lvl w:ilvl="${at}"><w:lvlText w:val="%${at + 1}."/></w:lvl>`).join('')

const numbering = (...all: readonly string[]) =>
  `<w:numbering>${all.map((one) => `<w:abstractNum>${one}</w:abstractNum>`).join('')}<w:num/></w:numbering>`

test('numberings of one level get four more, others stay', () => {
  assert.equal(
    withInnerLevels(Buffer.from(numbering(levels(0), levels(0, 1), ''))).toString(),
    numbering(levels(0, 1, 2, 3, 4), levels(0, 1), ''),
  )
})
