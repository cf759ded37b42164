import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPdf } from '#documents/pdf/pdfium.ts'
import { readPdf } from '#documents/pdf/read-pdf.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { written } from '#fixtures/pdf.ts'

/** A structure element: its type, its entries in PDF syntax, and its elements or ids of marked content. */
interface Tag {
  readonly type: string
  readonly entries?: string
  readonly of: readonly (Tag | number)[]
}

/** A page whose text is one marked content after the other, with a structure tree. */
function taggedPdf(texts: readonly string[], tags: readonly Tag[]): Buffer {
  const content = texts
    .map((text, at) => {
      const place = `BT /F1 11 Tf ${72 + 60 * (at % 8)} ${760 - 24 * Math.floor(at / 8)} Td`
      return `/Span << /MCID ${at} >> BDC ${place} (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj ET EMC`
    })
    .join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /StructParents 0 /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '',
  ]
  const owners = new Map<number, number>()
  const add = ({ type, entries = '', of }: Tag, parent: number): number => {
    const own = objects.push('')
    const kids = of.map((child) => {
      if (typeof child !== 'number') return `${add(child, own)} 0 R`
      owners.set(child, own)
      return String(child)
    })
    objects[own - 1] =
      `<< /Type /StructElem /S /${type} /P ${parent} 0 R /Pg 3 0 R ${entries} /K [${kids.join(' ')}] >>`
    return own
  }
  const top = tags.map((tag) => add(tag, 6))
  const parents = texts.map((_, at) => (owners.has(at) ? `${owners.get(at)} 0 R` : 'null'))
  objects[5] = `<< /Type /StructTreeRoot /K [${top.map((own) => `${own} 0 R`).join(' ')}] /ParentTree << /Nums [0 [${parents.join(' ')}]] >> >>`
  return written([...objects, '<< >>'])
}

async function readMarkdown(file: Buffer): Promise<string> {
  const request = contentRequest(file, { contentType: 'application/pdf' })
  const reading = await readPdf(request, {
    readPicture: () => Promise.reject(new Error('has text')),
    onProgress() {},
  })
  return reading.markdown()
}

const formula = (description: string, of: Tag['of']): Tag => ({
  type: 'Formula',
  entries: description === '' ? '' : `/Alt (${description.replaceAll(/[()\\]/g, '\\$&')})`,
  of,
})

const sentence = (description: string): Tag => ({
  type: 'P',
  of: [0, formula(description, [1]), 2],
})

test('a formula that its tag describes in TeX is that TeX', async () => {
  const texts = ['The energy', 'E = mc2', 'is known to all readers of this page.']
  const described = ['$E = mc^2$', '\\(E = mc^2\\)', '\\begin{equation} E = mc^2 \\end{equation}']
  for (const description of [...described, 'E = mc^2']) {
    const markdown = await readMarkdown(taggedPdf(texts, [sentence(description)]))
    assert.match(markdown, /^The energy \$E = mc\^2\$ is known to all/m, description)
  }
  for (const description of ['', 'energy equals mass times the speed of light squared'])
    assert.match(
      await readMarkdown(taggedPdf(texts, [sentence(description)])),
      /The energy E = mc2 is/,
    )
})

const leaf = (type: string, mcid: number): Tag => ({ type, of: [mcid] })

test('a formula of MathML elements becomes TeX', async () => {
  const math: Tag = {
    type: 'math',
    of: [
      leaf('mi', 1),
      leaf('mo', 2),
      { type: 'mfrac', of: [leaf('mn', 3), { type: 'msup', of: [leaf('mi', 4), leaf('mn', 5)] }] },
    ],
  }
  const file = taggedPdf(
    ['With', 'f', '=', '12', 'x', '3', 'the result is small.'],
    [{ type: 'P', of: [0, { type: 'Formula', of: [math] }, 6] }],
  )
  assert.match(await readMarkdown(file), /With \$f ?= ?\\frac\{12\}\{x\^\{3\}\}\$ the result/)
})

test('elements below the depth that is read are ignored', async () => {
  let deep: Tag = formula('x^2', [1])
  for (let depth = 0; depth < 500; depth++) deep = { type: 'Sect', of: [deep] }
  const file = taggedPdf(['Some text of a page', 'x2', 'y2'], [deep, formula('y^2', [2])])
  await using document = await openPdf(file)
  assert.deepEqual(
    document.readTaggedFormulas(0).map(({ description }) => description),
    ['y^2'],
  )
  assert.match(await readMarkdown(file), /Some text of a page/)
})
