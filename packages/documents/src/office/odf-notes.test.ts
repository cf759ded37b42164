import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withAnnotationNotes } from './odf-notes.ts'

const write = (xml: string) => withAnnotationNotes(Buffer.from(xml))?.toString()
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
