import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '#documents/read-document.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { writeZip } from '#fixtures/write-zip.ts'
import { withOpenMargins, withWordMargins } from './margin-texts.ts'
import { openPackage } from './zip.ts'

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const paragraph = (content: string) => `<w:p>${content}</w:p>`
const field = (name: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${name} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
const tab = '<w:r><w:tab/></w:r>'

interface Parts {
  readonly headers: Readonly<Record<string, string>>
  readonly section: string
  readonly text: string
  readonly settings?: string
}

/** The lines of the text of a Word document with the headers and footers that its section names. */
function readWord({ headers, section, text, settings = '' }: Parts): readonly string[] {
  const relations = Object.keys(headers).map(
    (name) => `<Relationship Id="${name}" Target="${name}.xml"/>`,
  )
  const file = openPackage(
    writeZip({
      'word/_rels/document.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
      'word/settings.xml': `<w:settings>${settings}</w:settings>`,
      ...Object.fromEntries(
        Object.entries(headers).map(([name, content]) => [
          `word/${name}.xml`,
          `<w:hdr>${content}</w:hdr>`,
        ]),
      ),
    }),
  )
  assert.ok(file)
  const document = `<w:document><w:body>${text}<w:sectPr>${section}</w:sectPr></w:body></w:document>`
  const written = withWordMargins(Buffer.from(document), file, (name) => file.part(name))
  return [...(written?.toString() ?? document).matchAll(/<w:p>(.*?)<\/w:p>/g)].map(
    ([, content = '']) => content.replaceAll(/<[^<>]*>/g, ''),
  )
}

const refer = (margin: string, id: string, type = 'default') =>
  `<w:${margin}Reference w:type="${type}" r:id="${id}"/>`

test('headers stand before the text of a Word document, footers behind it', () => {
  const lines = readWord({
    headers: {
      h1: paragraph(run('Old Mill ') + run('Ltd &amp; Co')),
      f1: paragraph(run('VAT 123') + tab + run('Page ') + field('PAGE', '1')),
    },
    section: refer('header', 'h1') + refer('footer', 'f1'),
    text: paragraph(run('Dear Ada,')),
  })
  assert.deepEqual(lines, ['Old Mill Ltd &amp; Co', 'Dear Ada,', 'VAT 123'])
})

test('lines that say no more than the number of the page are left out, whatever their language', () => {
  const footers = {
    f1: paragraph(run('Strana ') + field('PAGE', '1') + run(' z ') + field('NUMPAGES', '9')),
    f2: paragraph(`${run('Draft – ')}<w:fldSimple w:instr="PAGE">${run('4')}</w:fldSimple>`),
    f3: paragraph(run('Chapter 7 of the report ends here, page ') + field(' PAGE ', '3')),
  }
  const section = ['f1', 'f2', 'f3'].map((id) => refer('footer', id)).join('')
  assert.deepEqual(readWord({ headers: footers, section, text: paragraph(run('Text')) }), [
    'Text',
    'Draft',
    'Chapter 7 of the report ends here, page',
  ])
})

test('each line stands once, and none that the text says', () => {
  const headers = {
    h1: paragraph(run('Report')) + paragraph(run('Draft')),
    h2: paragraph(run('Draft')),
  }
  const section = refer('header', 'h1') + refer('footer', 'h2')
  assert.deepEqual(readWord({ headers, section, text: paragraph(run('Report')) }), [
    'Draft',
    'Report',
  ])
})

test('headers of first and even pages are shown where the document uses them', () => {
  const headers = {
    h1: paragraph(run('First')),
    h2: paragraph(run('Even')),
    h3: paragraph(run('Odd')),
  }
  const section =
    refer('header', 'h1', 'first') + refer('header', 'h2', 'even') + refer('header', 'h3')
  const text = paragraph(run('Text'))
  assert.deepEqual(readWord({ headers, section, text }), ['Odd', 'Text'])
  assert.deepEqual(
    readWord({
      headers,
      section: `${section}<w:titlePg/>`,
      text,
      settings: '<w:evenAndOddHeaders w:val="true"/>',
    }),
    ['First', 'Even', 'Odd', 'Text'],
  )
})

test('boxes of a header are read once', () => {
  const box = (content: string) => `<w:txbxContent>${paragraph(run(content))}</w:txbxContent>`
  const headers = {
    h1: paragraph(
      `${run('Outside')}<w:r><mc:AlternateContent><mc:Choice>${box('Inside')}</mc:Choice><mc:Fallback>${box('Inside')}</mc:Fallback></mc:AlternateContent></w:r>`,
    ),
  }
  assert.deepEqual(readWord({ headers, section: refer('header', 'h1'), text: '' }), [
    'Outside',
    'Inside',
  ])
})

test('a text of OpenDocument has its headers and footers', () => {
  const styles =
    '<style:master-page><style:header><text:p>Mill<text:tab/>Page <text:page-number>1</text:page-number></text:p></style:header>' +
    '<style:header-left style:display="false"><text:p>Unused</text:p></style:header-left><style:footer><text:p>VAT <text:span>1</text:span></text:p></style:footer></style:master-page>'
  const content = '<office:text><text:p>Dear Ada</text:p></office:text>'
  assert.equal(
    withOpenMargins(Buffer.from(content), Buffer.from(styles))?.toString(),
    '<office:text><text:p>Mill</text:p><text:p>Dear Ada</text:p><text:p>VAT 1</text:p></office:text>',
  )
  assert.equal(withOpenMargins(Buffer.from(content), Buffer.from('<style:style/>')), undefined)
})

test('a file of Word shows its header, text and footer in this order', async () => {
  const words = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const list = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const file = writeZip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${list}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${list}"><Relationship Id="h1" Type="${office}/header" Target="header1.xml"/><Relationship Id="f1" Type="${office}/footer" Target="/word/footer1.xml"/></Relationships>`,
    'word/header1.xml': `<w:hdr xmlns:w="${words}">${paragraph(run('Old Mill'))}</w:hdr>`,
    'word/footer1.xml': `<w:ftr xmlns:w="${words}">${paragraph(run('VAT 123'))}</w:ftr>`,
    'word/document.xml': `<w:document xmlns:w="${words}" xmlns:r="${office}"><w:body>${paragraph(run('Dear Ada'))}<w:sectPr>${refer('header', 'h1')}${refer('footer', 'f1')}<w:pgSz w:w="1"/></w:sectPr></w:body></w:document>`,
  })
  const { markdown } = await readDocument(
    contentRequest(file, {
      fileName: 'a.docx',
      contentType: undefined,
      formats: [{ type: 'markdown' }],
    }),
    { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} },
  )
  assert.equal(markdown, 'Old Mill\n\nDear Ada\n\nVAT 123')
})
