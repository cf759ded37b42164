import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHidingSheets, withTextStyles } from './odf-styles.ts'

const style = (name: string, properties: string) =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`
const styles = [
  style('Hidden', 'fo:color="#000" text:display="none"'),
  style('Raised', 'style:text-position="super 58%"'),
  style('Lowered', 'style:text-position="sub 58%"'),
  style('Bold', 'fo:font-weight="bold"'),
].join('')
const write = (xml: string) =>
  withTextStyles(Buffer.from(styles + xml))
    ?.toString()
    .slice(styles.length)

test('hidden text of OpenDocument is left out with what is in it', () => {
  assert.equal(
    write(
      '<text:p text:style-name="Hidden">a<text:span>b</text:span></text:p><text:p text:style-name="Hidden"/>' +
        '<text:p>c<text:span text:style-name="Hidden">d<text:span text:style-name="Bold">e</text:span>f</text:span>g</text:p>' +
        '<text:section text:name="s" text:display="none"><text:section><text:p>h</text:p></text:section><text:p>i</text:p></text:section>' +
        '<text:section text:name="t"><text:p>j</text:p></text:section>',
    ),
    '<text:p>cg</text:p><text:section text:name="t"><text:p>j</text:p></text:section>',
  )
})

const span = (name: string, text: string) =>
  `<text:span text:style-name="${name}">${text}</text:span>`

test('raised and lowered numbers of OpenDocument are characters', () => {
  assert.equal(
    write(span('Raised', '5') + span('Lowered', '2') + span('Raised', 'th') + span('Bold', '3')),
    span('Raised', '⁵') + span('Lowered', '₂') + span('Raised', 'th') + span('Bold', '3'),
  )
})

test('other parts, and those that do not end what they hide, stay', () => {
  assert.equal(withTextStyles(Buffer.from('<text:p>a</text:p>')), undefined)
  const open = '<text:p text:style-name="Hidden">a'
  assert.equal(write(open), undefined)
})

const table = (name: string, of: string, rows = '') =>
  `<table:table table:name="${name}" table:style-name="${of}">${rows}</table:table>`

test('sheets that hide something are found', () => {
  const hiding =
    '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>' +
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
  const sheets = [
    table('Open', 'ta1'),
    table('A &amp; B', 'ta2'),
    table('Rows', 'ta1', '<table:table-row table:visibility="collapse"/>'),
    table('Filtered', 'ta1', '<table:table-row table:visibility="filter"/>'),
  ]
  assert.deepEqual(findHidingSheets(Buffer.from(hiding + sheets.join(''))), [
    'A & B',
    'Rows',
    'Filtered',
  ])
  assert.deepEqual(findHidingSheets(Buffer.from(sheets[0] ?? '')), [])
})
