import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '#content/html/parse.ts'
import { listElements } from '#content/html/walk.ts'
import { texOfOmml } from './omml.ts'
import {
  splitEquations,
  withPlainParts,
  withSlideEquations,
  withSlideScripts,
} from './word-parts.ts'

const plain = (xml: string) => withPlainParts(Buffer.from(xml))?.toString()
const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
const e = (text: string) => `<m:e>${run(text)}</m:e>`

function writeTex(xml: string): string {
  const [equation] = listElements(parsePage(`<m:oMath>${xml}</m:oMath>`, 'xml').document)
  return equation ? texOfOmml(equation) : ''
}

for (const [xml, tex] of [
  [`<m:f><m:num>${run('a')}</m:num><m:den>${run('2b')}</m:den></m:f>`, String.raw`\frac{a}{2b}`],
  [`<m:sSup>${e('x+y')}<m:sup>${run('2')}</m:sup></m:sSup>`, '{x+y}^{2}'],
  [
    `<m:sSubSup>${e('x')}<m:sub>${run('i')}</m:sub><m:sup>${run('n')}</m:sup></m:sSubSup>`,
    'x_{i}^{n}',
  ],
  [`<m:rad><m:deg>${run('3')}</m:deg>${e('x')}</m:rad>`, String.raw`\sqrt[3]{x}`],
  [
    `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e('α')}</m:d>`,
    String.raw`\left[\alpha\right]`,
  ],
  [`<m:func><m:fName>${run('sin')}</m:fName>${e('x')}</m:func>`, String.raw`\sin x`],
  [
    `<m:m><m:mr>${e('1')}${e('0')}</m:mr><m:mr>${e('0')}${e('1')}</m:mr></m:m>`,
    String.raw`\begin{matrix}1 & 0 \\ 0 & 1\end{matrix}`,
  ],
  [`<m:acc><m:accPr><m:chr m:val="\u20d7"/></m:accPr>${e('v')}</m:acc>`, String.raw`\vec{v}`],
] as const)
  test(`an equation becomes ${tex}`, () => {
    assert.equal(writeTex(xml), tex)
  })

test('equations are runs of text that the writer finds again', () => {
  const xml = plain(
    `<w:p><m:oMathPara><m:oMath>${run('a')}</m:oMath></m:oMathPara><m:oMath>${run('b')}</m:oMath></w:p>`,
  )
  const text = (xml ?? '').replaceAll(/<[^>]*>/g, '')
  assert.deepEqual(
    splitEquations({ kind: 'text', text }).map(({ tex, isDisplayed }) => [tex, isDisplayed]),
    [
      ['a', true],
      ['b', false],
    ],
  )
})

test('symbols and hyphens are written, hidden runs are left out', () => {
  const xml =
    '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:t>co</w:t><w:noBreakHyphen/><w:t>op</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>shown</w:t></w:r>'
  assert.equal(plain(xml)?.replaceAll(/<[^>]*>/g, ''), '✓co\u2011opshown')
})

const control = (inner: string) => `<w:sdt><w:sdtPr/><w:sdtContent>${inner}</w:sdtContent></w:sdt>`

test('content controls around rows are left out, others stay', () => {
  const row = '<w:tr><w:tc/></w:tr>'
  const text = control('<w:p/>')
  assert.equal(
    plain(`<w:tbl>${control(control(row) + control(row))}</w:tbl>${text}`),
    `<w:tbl>${row}${row}</w:tbl>${text}`,
  )
})

test('a content control without its own content keeps its text', () => {
  const inner = control('<w:tr><w:t>kept</w:t></w:tr>')
  for (const xml of [
    `<w:tbl><w:sdt>${inner}</w:sdt></w:tbl>`,
    `<w:tbl><w:sdt>${inner}</w:sdtContent></w:sdt></w:tbl>`,
  ])
    assert.equal(plain(xml)?.replaceAll(/<[^>]*>/g, ''), 'kept')
})

test('elements that are not closed are left as they are, in linear time', () => {
  const open = `</m:oMath>${'<m:oMath '.repeat(200_000)}`
  assert.equal(plain(open), undefined)
  assert.equal(plain(`${open}>`), undefined)
  assert.equal(plain(`${open}/>`), undefined)
})

test('an equation of many runs takes linear time', () => {
  const count = 50_000
  const tex = writeTex(run('α').repeat(count))
  assert.equal(tex, String.raw`\alpha`.repeat(count))
  assert.equal(writeTex(`${run('α')}${run('')}${run('x')}`), String.raw`\alpha x`)
})

const shape = (content: string) => `<p:sp><a:p>${content}</a:p></p:sp>`

test('equations of slides, which stand beside a picture of them, are runs of text', () => {
  const equation = `<a14:m><m:oMath>${run('x')}</m:oMath></a14:m>`
  const slide = `<p:spTree><mc:AlternateContent><mc:Choice Requires="a14">${shape(equation)}</mc:Choice><mc:Fallback>${shape('')}</mc:Fallback></mc:AlternateContent></p:spTree>`
  assert.equal(
    withSlideEquations(Buffer.from(slide))?.toString(),
    `<p:spTree>${shape('<a:r><a:t>\uFDD2x\uFDD4</a:t></a:r>')}</p:spTree>`,
  )
  assert.equal(withSlideEquations(Buffer.from(shape(''))), undefined)
})

const styled = (properties: string, text: string) =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

test('raised and lowered numbers of text documents are characters', () => {
  const [raised, lowered] = ['super', 'sub'].map(
    (kind) => `<w:vertAlign w:val="${kind}script"/>`,
  ) as [string, string]
  assert.equal(
    plain(
      styled(raised, '−5') +
        styled(lowered, '2') +
        styled(raised, 'th') +
        styled('<w:vertAlign w:val="baseline"/>', '3'),
    ),
    styled(raised, '⁻⁵') +
      styled(lowered, '₂') +
      styled(raised, 'th') +
      styled('<w:vertAlign w:val="baseline"/>', '3'),
  )
})

const style = (id: string, properties: string) =>
  `<w:style w:type="character" w:styleId="${id}"><w:rPr>${properties}</w:rPr></w:style>`

test('text is hidden by a style of characters too', () => {
  const styles = Buffer.from(style('Ghost', '<w:vanish/>') + style('Shown', '<w:b/>'))
  const [ghost, shown] = ['Ghost', 'Shown'].map((id) => `<w:rStyle w:val="${id}"/>`) as [
    string,
    string,
  ]
  const kept = styled(shown, 'b') + styled(`${ghost}<w:vanish w:val="0"/>`, 'c')
  assert.equal(withPlainParts(Buffer.from(styled(ghost, 'a') + kept), styles)?.toString(), kept)
})

const slideRun = (baseline: number, text: string) =>
  `<a:r><a:rPr lang="en" baseline="${baseline}"/><a:t>${text}</a:t></a:r>`

test('raised and lowered numbers of slides are characters', () => {
  assert.equal(
    withSlideScripts(
      Buffer.from(slideRun(30_000, '2') + slideRun(-25_000, '10') + slideRun(0, '7')),
    )?.toString(),
    slideRun(30_000, '²') + slideRun(-25_000, '₁₀') + slideRun(0, '7'),
  )
})

const field = (data: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r></w:p>`
const words = (xml: string) => plain(xml)?.replaceAll(/<[^<>]*>/g, '')

test('boxes and choices of form fields are written before their fields', () => {
  const box = (state: string) =>
    words(field(`<w:checkBox><w:sizeAuto/><w:default w:val="1"/>${state}</w:checkBox>`))
  assert.equal(box('<w:checked/>'), '☑')
  assert.equal(box('<w:checked w:val="0"/>'), '☐')
  assert.equal(box(''), '☑')
  const choices = '<w:listEntry w:val="red"/><w:listEntry w:val="blue"/>'
  assert.equal(words(field(`<w:ddList><w:result w:val="1"/>${choices}</w:ddList>`)), 'blue')
  assert.equal(words(field(`<w:ddList>${choices}</w:ddList>`)), 'red')
  assert.equal(words(field('<w:textInput/>')), undefined)
})

test('what stands above letters is in brackets behind them, and drawn text is text', () => {
  const ruby = `<w:r><w:ruby><w:rt><w:r><w:t>みなと</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>港</w:t></w:r></w:rubyBase></w:ruby></w:r>`
  assert.equal(words(`<w:p>${ruby}</w:p>`), '港(みなと)')
  const art =
    '<w:r><w:pict><v:shape><v:textpath style="x" string="Draft &amp; more"/></v:shape></w:pict></w:r>'
  assert.equal(words(`<w:p>${art}</w:p>`), 'Draft &amp; more')
})
