import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { readPdf } from './read-pdf.ts'
import { defaultOptions } from './reading-of-pages.ts'

/** A page that shows codes with a font that is not in the file. */
function pdfOfCodes(encoding: string, ordering: string, codes: string): Buffer {
  const content = `BT /F0 12 Tf 50 700 Td <${codes}> Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F0 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /Absent /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Absent /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /DW 1000 /FontDescriptor 7 0 R >>`,
    '<< /Type /FontDescriptor /FontName /Absent /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  )
}

async function read(body: Buffer) {
  const pdf = { ...defaultOptions, mode: 'fast' } as const
  const document = await readPdf(
    { ...contentRequest(''), body, contentType: 'application/pdf', pdf },
    {
      readPicture: async () => ({ width: 1, height: 1, turned: 0, words: [] }),
      onProgress: () => {},
    },
  )
  return { markdown: document.markdown(), warnings: document.warnings() }
}

for (const [encoding, ordering, codes, text] of [
  ['UniGB-UCS2-H', 'GB1', '6E2F53E35E745EA6', '港口年度'],
  ['GBK-EUC-H', 'GB1', 'B8DBBFDAC4EAB6C8', '港口年度'],
  ['UniCNS-UTF16-H', 'CNS1', '6E2F53E35E745EA6', '港口年度'],
  ['ETen-B5-H', 'CNS1', 'B4E4A466', '港口'],
  ['UniJIS-UTF16-H', 'Japan1', '6E21823930CE', '渡船ノ'],
  ['90ms-RKSJ-H', 'Japan1', '936E91448368', '渡船ド'],
  ['UniKS-UCS2-H', 'Korea1', 'ACA8C6B8', '겨울'],
  ['KSCms-UHC-H', 'Korea1', 'B0DCBFEF', '겨울'],
] as const)
  test(`${encoding} text of a font that is not in the file is read`, async () => {
    assert.deepEqual(await read(pdfOfCodes(encoding, ordering, codes)), {
      markdown: text,
      warnings: [],
    })
  })

test('characters that no map knows are shown as such, with a warning', async () => {
  const { markdown, warnings } = await read(pdfOfCodes('Identity-H', 'Identity', '00010002'))
  assert.match(markdown, /^\uFFFD+$/)
  assert.deepEqual(warnings, [
    'Characters that the file does not identify are shown as \uFFFD on page 1.',
  ])
})
