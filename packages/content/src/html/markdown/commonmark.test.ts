import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tests } from 'commonmark-spec'
import { isTag, isText, type ChildNode } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { micromark } from 'micromark'
import { baseUrl } from '#fixtures/markdown-check.ts'
import { toMarkdown } from './to-markdown.ts'

/** Examples of the specification that do not come back as they were, by the reason. */
const differences: Readonly<Record<string, readonly number[]>> = {
  'links, headings, quotes, items and code without text say nothing to a reader': [
    21, 31, 61, 79, 126, 129, 130, 144, 218, 237, 239, 240, 280, 281, 282, 283, 284, 315, 476, 477,
    484, 487, 642, 643,
  ],
  'a link to nothing is text': [200, 485, 486, 567],
  'white space at the ends of code and of titles is layout of the HTML': [
    118, 127, 138, 196, 318, 331, 332, 333, 334, 336,
  ],
  'a title that repeats the text of its link says nothing': [217],
  'items of one paragraph each are written without empty lines': [
    109, 306, 311, 313, 314, 317, 326,
  ],
  'blocks inside of an item stand apart from its text': [300, 320, 321],
  'emphasis inside of the same emphasis is one emphasis': [
    369, 373, 389, 407, 408, 409, 417, 418, 425, 426, 427, 432, 461, 463, 464, 465, 466, 468,
  ],
  'elements that HTML does not know are dropped, their text stays': [201, 491, 524, 536],
  '`<b>` is written as `<strong>`': [494],
}

test('what CommonMark shows comes back, except for what is listed with its reason', () => {
  const examples = tests.filter(
    ({ section }) => section !== 'HTML blocks' && section !== 'Raw HTML',
  )
  const changed = examples.filter(({ html }) => {
    const options = { baseUrl, removeBase64Images: true }
    const markdown = toMarkdown(parseDocument(html).children, options)
    const back = micromark(markdown, { allowDangerousHtml: true, allowDangerousProtocol: true })
    return showStructure(back) !== showStructure(html)
  })
  const listed = Object.values(differences).flat()
  assert.ok(examples.length > 580, `${examples.length} examples`)
  assert.deepEqual(
    changed.map(({ number }) => number),
    listed.toSorted((one, other) => one - other),
  )
})

const inline = new Set(['a', 'code', 'del', 'em', 'img', 'strong'])
/** Stands for the edge of a block. */
const edge = '¶'

/** The elements and texts of HTML as one text; line breaks count only in blocks of code, and no white space beside blocks. */
function showStructure(html: string): string {
  const parts: string[] = []
  const walk = (node: ChildNode, isCode: boolean): void => {
    if (isText(node)) parts.push(isCode ? node.data : node.data.replaceAll(/\s+/g, ' '))
    if (!isTag(node)) return
    const mark = inline.has(node.name) ? '' : edge
    const attributes = Object.entries(node.attribs)
      .filter(([name, value]) => name !== 'alt' || value !== '')
      .map(([name, value]) => `${name}=${resolve(name, value)}`)
    parts.push(`${mark}<${[node.name, ...attributes.toSorted()].join(' ')}>${mark}`)
    for (const child of node.children) walk(child, isCode || node.name === 'pre')
    parts.push(`${mark}</${node.name}>${mark}`)
  }
  for (const node of parseDocument(html).children) walk(node, false)
  return parts
    .join('')
    .replaceAll(/ *¶[ ¶]*/g, edge)
    .trim()
}

const resolve = (name: string, value: string): string =>
  name === 'href' || name === 'src' ? decodeURI(URL.parse(value, baseUrl)?.href ?? value) : value
