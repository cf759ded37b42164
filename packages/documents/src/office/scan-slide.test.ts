import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanSlide } from './scan-slide.ts'

const run = (text: string) => `<a:p><a:r><a:rPr b="1"/><a:t>${text}</a:t></a:r></a:p>`
const shape = (kind: string, content: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="A"/><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody>${content}</p:txBody></p:sp>`
const slide = (content: string) =>
  `<?xml version="1.0"?><p:sld><p:spTree>${content}</p:spTree></p:sld>`

function scanned(xml: string) {
  const found = scanSlide(() => xml)
  return found && { title: found.title, texts: found.texts() }
}

test('the title and the paragraphs of a slide are found', () => {
  const found = scanned(
    slide(`${shape('title', '<a:p/>')}${shape('body', run('One &amp;lt; two') + run('Three'))}
      ${shape('ctrTitle', run('The title') + run('of it'))}<p:grpSp>${shape('title', run('Other'))}</p:grpSp>`),
  )
  assert.deepEqual(found, {
    title: 'Thetitleofit',
    texts: new Set(['One&lt;two', 'Three', 'Thetitle', 'ofit', 'Other']),
  })
  assert.deepEqual(scanned(''), { title: undefined, texts: new Set() })
})

for (const [name, content] of [
  ['a comment', '<!-- <a:p> -->'],
  ['a character data section', run('<![CDATA[<a:p>]]>')],
  ['a reference by number', run('&#65;')],
  ['a sign of markup in an attribute', '<p:cNvPr name="a > b"/>'],
  ['a paragraph in a paragraph', `<a:p>${run('A')}</a:p>`],
  ['a paragraph without end', '<a:p><a:t>A</a:t>'],
] as const) {
  test(`${name} is left to the parser`, () => {
    assert.equal(scanned(slide(content)), undefined)
  })
}
