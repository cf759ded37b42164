import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withAnnotationNotes, type OpenDocument } from './odf-notes.ts'

const write = (xml: string, kind: OpenDocument = 'text') =>
  withAnnotationNotes(Buffer.from(xml), kind)?.toString()
const note = (body: string) =>
  `<text:note text:note-class="footnote"><text:note-citation/><text:note-body>${body}</text:note-body></text:note>`

test('annotations of a text become notes that name their authors', () => {
  assert.equal(
    write(
      '<text:p>A<office:annotation office:name="1"><dc:creator>Ida</dc:creator><dc:date>2025-01-01</dc:date>' +
        '<text:p text:style-name="P1">ask</text:p><text:p>twice</text:p></office:annotation>B<office:annotation-end office:name="1"/>' +
        '<office:annotation><text:p>alone</text:p></office:annotation></text:p>',
    ),
    `<text:p>A${note('<text:p text:style-name="P1">Ida: ask</text:p><text:p>twice</text:p>')}B<office:annotation-end office:name="1"/>` +
      `${note('<text:p>alone</text:p>')}</text:p>`,
  )
  assert.equal(write('<text:p>A<office:annotation-end office:name="1"/></text:p>'), undefined)
})

test('annotations of cells stand in their cells, those of slides in boxes', () => {
  const annotation = '<office:annotation draw:x="1"><text:p>soon</text:p></office:annotation>'
  const remark = note('<text:p>soon</text:p>')
  assert.equal(
    write(
      `<table:table-cell>${annotation}<text:p>8</text:p></table:table-cell><table:table-cell>${annotation}</table:table-cell>`,
      'spreadsheet',
    ),
    `<table:table-cell><text:p>8${remark}</text:p></table:table-cell><table:table-cell><text:p>${remark}</text:p></table:table-cell>`,
  )
  assert.equal(
    write(`<draw:page>${annotation}</draw:page>`, 'presentation'),
    '<draw:page><draw:frame><draw:text-box><text:p>soon</text:p></draw:text-box></draw:frame></draw:page>',
  )
})
