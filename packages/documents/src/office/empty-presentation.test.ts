import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '#documents/read-document.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { writeZip } from '#fixtures/write-zip.ts'

const tools = { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} }
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const slides = 'http://schemas.openxmlformats.org/presentationml/2006/main'
const whole = `<p:presentation xmlns:p="${slides}"><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`

function read(presentation: string) {
  const body = writeZip({
    '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relationships}"><Relationship Id="r1" Type="${office}/officeDocument" Target="ppt/presentation.xml"/></Relationships>`,
    'ppt/presentation.xml': presentation,
  })
  return readDocument(
    contentRequest(body, {
      fileName: 'a.pptx',
      contentType: undefined,
      formats: [{ type: 'markdown' }],
    }),
    tools,
  )
}

test('a presentation without slides is empty, one that is cut off is damaged', async () => {
  assert.equal((await read(whole)).markdown, '')
  await assert.rejects(read(whole.slice(0, -20)), { code: 'DOCUMENT_CORRUPT' })
})
