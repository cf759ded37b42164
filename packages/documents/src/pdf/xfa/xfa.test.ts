import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { pdfOfTexts } from '#fixtures/pdf-of-texts.ts'
import { readPdf } from '#documents/pdf/read-pdf.ts'
import { defaultOptions } from '#documents/pdf/reading-of-pages.ts'

const makeStream = (xml: string) =>
  `<< /Length ${Buffer.byteLength(xml)} >>\nstream\n${Buffer.from(xml).toString('latin1')}\nendstream`

const template = (content: string, name = 'form1') =>
  `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="${name}" layout="tb"><pageSet/>${content}</subform></template>`
const datasets = (content: string) =>
  `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data>${content}</xfa:data></xfa:datasets>`
const caption = (text: string) => `<caption><value><text>${text}</text></value></caption>`
/** The name may be followed by attributes. */
const field = (name: string, label: string, rest = '<ui><textEdit/></ui>') =>
  `<field name="${name.replace(' ', '" ')}${name.includes(' ') ? '' : '"'}>${label === '' ? '' : caption(label)}${rest}</field>`
const draw = (text: string, attributes = '') =>
  `<draw ${attributes}><value><text>${text}</text></value></draw>`
const bound = (path: string) => `<ui><textEdit/></ui><bind match="dataRef" ref="${path}"/>`
const items = (...values: readonly string[]) =>
  values.map((value) => `<text>${value}</text>`).join('')

interface Given {
  readonly packets: Readonly<Record<string, string>>
  readonly isDynamic?: boolean
  readonly annotations?: readonly string[]
  readonly mode?: 'fast' | 'auto' | 'ocr'
}

const firstObject = 10

async function read({ packets, isDynamic = true, annotations = [], mode = 'fast' }: Given) {
  const names = Object.keys(packets)
  const refs = names.map((name, at) => `(${name}) ${firstObject + at} 0 R`).join(' ')
  const fields = annotations.map((_, at) => `${firstObject + names.length + at} 0 R`).join(' ')
  const xfa = names.length === 1 ? `${firstObject} 0 R` : `[${refs}]`
  const body = pdfOfTexts(
    [[{ text: isDynamic ? 'Please wait for a viewer' : 'Boat:', x: 50, y: 700 }]],
    {
      pageEntries: `/Annots [${fields}]`,
      catalogEntries: `${isDynamic ? '/NeedsRendering true' : ''} /AcroForm << /Fields [${fields}] /XFA ${xfa} >>`,
      further: [
        ...Object.values(packets).map(makeStream),
        ...annotations.map((entries) => `<< /Type /Annot ${entries} >>`),
      ],
    },
  )
  const document = await readPdf(
    {
      ...contentRequest(''),
      body,
      contentType: 'application/pdf',
      pdf: { ...defaultOptions, mode, pages: true, blocks: true },
    },
    {
      readPicture: async () => ({ width: 1, height: 1, turned: 0, words: [], isCut: false }),
      onProgress: () => {},
    },
  )
  return { markdown: document.markdown(), warnings: document.warnings(), pages: document.pages }
}

const order = {
  template: template(
    draw('Order of berths') +
      field('owner', 'Owner') +
      field('code', 'Code', '<ui><passwordEdit/></ui>') +
      field('unseen presence="hidden"', 'Unseen') +
      draw('Length') +
      field('length', '') +
      field(
        'pier',
        'Pier',
        `<ui><choiceList/></ui><items>${items('North pier', 'South pier')}</items><items save="1">${items('n', 's')}</items>`,
      ) +
      field('insured', 'Insured', `<ui><checkButton/></ui><items>${items('yes', 'no')}</items>`) +
      `<exclGroup name="paid">${caption('Paid by')}${['card', 'cash']
        .map((way) => field(way, way, `<ui><checkButton/></ui><items>${items(way)}</items>`))
        .join('')}</exclGroup>` +
      `<subform layout="table"><subform layout="row">${draw('Day')}${draw('Fee')}</subform>` +
      `<subform name="day" layout="row"><occur max="-1"/>${field('date', '')}${field('fee', '')}</subform></subform>`,
  ),
  datasets: datasets(
    `<form1><owner>Ines &amp; Cy Seal</owner><code>secret</code><unseen>x</unseen><length>9.5 m</length><pier>s</pier><insured>yes</insured><paid>cash</paid>${[
      ['4 May', '12'],
      ['5 May', '14'],
    ]
      .map(([date, fee]) => `<day><date>${date}</date><fee>${fee}</fee></day>`)
      .join('')}</form1>`,
  ),
}
const orderText = [
  'Order of berths',
  'Owner: Ines & Cy Seal',
  'Length: 9.5 m',
  'Pier: South pier',
  '☑ Insured',
  'Paid by',
  '☐ card',
  '☑ cash',
  '| Day | Fee |\n| --- | --- |\n| 4 May | 12 |\n| 5 May | 14 |',
].join('\n\n')

for (const mode of ['fast', 'auto', 'ocr'] as const)
  test(`a form whose pages a viewer makes is read from its template and data in the mode ${mode}`, async () => {
    const { markdown, warnings, pages } = await read({ packets: order, mode })
    assert.equal(markdown, orderText)
    assert.deepEqual(warnings, [])
    assert.deepEqual(pages, [{ pageNumber: 1, markdown: orderText }])
  })

test('a form may be one stream', async () => {
  const { markdown } = await read({
    packets: {
      whole: `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${order.template}${order.datasets}</xdp:xdp>`,
    },
  })
  assert.equal(markdown, orderText)
})

test('fields are in the order of their places and bound to data by paths', async () => {
  const { markdown } = await read({
    packets: {
      template: template(
        `<subform>${field('b x="0mm" y="20mm"', 'Second', bound('$record.boat.name'))}${field('a x="10mm" y="5mm"', 'First', bound('$.boat.length[1]'))}${draw('Head', 'x="0mm" y="5.5mm"')}</subform>`,
      ),
      datasets: datasets(
        '<other><boat><name>Tern</name><length>1</length><length>2</length></boat></other>',
      ),
    },
  })
  assert.equal(markdown, 'Head\n\nFirst: 2\n\nSecond: Tern')
})

test('a form without a template shows its data', async () => {
  const { markdown } = await read({
    packets: { config: '<config/>', datasets: datasets('<a><boat>Tern</boat><pier/></a>') },
  })
  assert.equal(markdown, 'boat: Tern\n\npier:')
})

test('fields of a page show the values of the form of XML, and those without a place follow', async () => {
  const { markdown } = await read({
    isDynamic: false,
    packets: {
      template: template(
        field('boat', 'Boat') + field('port', 'Home port') + field('none', 'None'),
      ),
      datasets: datasets('<form1><boat>Tern</boat><port>Kiel</port><none/></form1>'),
    },
    annotations: [
      '/Subtype /Widget /T (form1[0].boat[0]) /FT /Tx /Rect [120 694 300 714] /F 4 /V (Old)',
    ],
  })
  assert.match(markdown, /^Boat:[\s|]*Tern\n\nHome port: Kiel$/)
})

test('a form with more repetitions than can be read has a warning', async () => {
  const { markdown, warnings } = await read({
    packets: {
      template: template(
        `<subform name="day"><occur max="-1"/>${field('date', 'Day').repeat(60)}</subform>`,
      ),
      datasets: datasets(`<form1>${'<day/>'.repeat(2_000)}</form1>`),
    },
  })
  assert.match(markdown, /^Day:/)
  assert.match(warnings.join(), /read in part/)
})
