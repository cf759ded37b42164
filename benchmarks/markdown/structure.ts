/**
 * Share of the structure of main contents that their Markdown keeps, by kind, and how much of it is text without its structure:
 * `node benchmarks/markdown/structure.ts [--data FOLDER] [--step 10] [--verbose heading]`. What belongs to the content says the labelled text of a page,
 * which its blocks are aligned with: a word of a menu that is also in the content does not count.
 * The control is the same Markdown without its marks, which must have next to nothing.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isTag, isText, type Document, type Element } from 'domhandler'
import { getElementsByTagName } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { labelBlocks } from '#benchmarks/extraction/train/label.ts'
import { readDataset } from '#benchmarks/extraction/dataset.ts'
import { markdownRequest } from '#benchmarks/extraction/markdown-request.ts'
import { outline } from '#content/html/main-content/blocks.ts'
import { wrap } from '#content/html/main-content/wrap.ts'
import { readPage } from '#content/pipeline.ts'
import { dropInvisible, readLetters, renderMarkdown, tagged } from './survival.ts'

const { values } = parseArgs({
  options: {
    data: {
      type: 'string',
      default: resolve(import.meta.dirname, '../../../shared/data/wcxb-dev'),
    },
    /** Every n-th page is read. */
    step: { type: 'string', default: '10' },
    /** Lists what is lost of one kind. */
    verbose: { type: 'string', default: '' },
  },
})

/** A part of a page: the element whose text must be in the truth, and what must be in the Markdown, in one of several forms. */
interface Part {
  readonly element: Element
  readonly text: string
  readonly keys: readonly string[]
}

/** Parts with fewer letters around them than `lettersMin` are left out. */
type Kind = (document: Document, baseUrl: string, lettersMin: number) => Part[]

function readSame(element: Element): Part {
  const text = readLetters(element)
  return { element, text, keys: [text] }
}

/** The shortest texts are found anywhere. */
const partLettersMin = 8
const blockLettersMin = 24

const heading: Kind = (document) =>
  tagged(document, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']).map(readSame)

/** Words of a menu are in many contents, but not its whole list. */
const item: Kind = (document, _, lettersMin) =>
  tagged(document, ['li']).flatMap((element) => {
    const { parent } = element
    if (!parent || !isTag(parent)) return []
    const list = readLetters(parent)
    return list.length < lettersMin ? [] : [{ element, text: list, keys: [readOwn(element)] }]
  })

/** The text of an item without that of the lists in it. */
const readOwn = (element: Element): string =>
  element.children
    .map((child) =>
      isText(child)
        ? child.data.replaceAll(/[^\p{L}\p{N}]+/gu, '')
        : isTag(child) && child.name !== 'ul' && child.name !== 'ol'
          ? readOwn(child)
          : '',
    )
    .join('')

const row: Kind = (document) =>
  tagged(document, ['tr']).flatMap((element) => {
    const cells = getElementsByTagName(
      (name) => name === 'td' || name === 'th',
      element.children,
      true,
    ).map(readLetters)
    const filled = cells.filter(Boolean)
    if (filled.length < 2 || getElementsByTagName('table', element.children, true).length > 0)
      return []
    return [{ element, text: cells.join(''), keys: [filled.join('|')] }]
  })

const code: Kind = (document) => tagged(document, ['pre']).map(readSame)

const quote: Kind = (document) => tagged(document, ['blockquote']).map(readSame)

const blocks = new Set('p li td dd dt h1 h2 h3 h4 h5 h6 blockquote figcaption'.split(' '))

/** Links to other pages: those to places of the page itself are its contents, which repeat its headings. */
const link: Kind = (document, baseUrl, lettersMin) =>
  tagged(document, ['a']).flatMap((element) => {
    const url = URL.parse(element.attribs['href'] ?? '', baseUrl)
    const own = readLetters(element)
    let around: Element = element
    while (around.parent && isTag(around.parent) && !blocks.has(around.name)) around = around.parent
    const text = readLetters(around)
    const isOnPage = url?.hash !== '' || element.attribs['href'] === '#'
    if (!url?.protocol.startsWith('http') || isOnPage) return []
    if (own.length < 3 || text.length < lettersMin) return []
    return [{ element, text, keys: [`${readAddress(url)}|${own}`] }]
  })

/** The same address may be written in several ways. */
const readAddress = ({ href }: URL): string => {
  try {
    return decodeURI(href).replaceAll('%28', '(').replaceAll('%29', ')')
  } catch {
    return href
  }
}

/** Images between two blocks of the content. */
const image: Kind = (document, baseUrl) => {
  const found: { element: Element; before: string; after: string; keys: string[] }[] = []
  let [last, open] = ['', 0]
  for (const element of tagged(document, ['img', ...blocks])) {
    if (element.name === 'img') {
      const addresses = Object.entries(element.attribs)
        .filter(([name]) => /src|original|lazy/i.test(name))
        .flatMap(([, value]) => value.split(/,\s+|\s+/))
      const keys = addresses.flatMap((address) => {
        const url = URL.parse(address, baseUrl)
        return url?.protocol.startsWith('http') ? [readAddress(url)] : []
      })
      found.push({ element, before: last, after: '', keys })
      continue
    }
    const text = readLetters(element)
    if (text.length < blockLettersMin) continue
    for (; open < found.length; open += 1) (found[open] as { after: string }).after = text
    last = text
  }
  return found.flatMap(({ element, before, after, keys }) =>
    before === '' || after === '' || keys.length === 0
      ? []
      : [{ element, text: `${before} ${after}`, keys }],
  )
}

const kinds: Readonly<Record<string, Kind>> = { heading, item, row, code, quote, link, image }

interface Count {
  all: number
  found: number
  /** Those whose text is there without its structure. */
  flat: number
  control: number
}

const counts = new Map<string, Count>(
  Object.keys(kinds).map((name) => [name, { all: 0, found: 0, flat: 0, control: 0 }]),
)
const pages = readDataset(values.data).filter((_, index) => index % Number(values.step) === 0)
for (const { id, url, truth, html: source } of pages) {
  const html = source()
  const baseUrl = URL.canParse(url) ? url : 'https://site.test/'
  const { markdown = '' } = readPage(markdownRequest(html, url))
  const document = parseDocument(html)
  dropInvisible(document)
  const rendered = renderMarkdown(markdown)
  const flat = markdown.replaceAll(/[^\p{L}\p{N}\s]/gu, '').replaceAll(/^[ \d]+/gm, '')
  const plain = renderMarkdown(flat)
  const belongs = alignBlocks(document, truth)
  const trueText = truth.replaceAll(/[^\p{L}\p{N}]+/gu, '')
  const text = readLetters(rendered)
  for (const [name, kind] of Object.entries(kinds)) {
    const count = counts.get(name)
    const [kept, control] = [rendered, plain].map(
      (from) => new Set(kind(from, baseUrl, 0).flatMap(({ keys }) => keys)),
    )
    const seen = new Set<string>()
    for (const part of kind(document, baseUrl, blockLettersMin)) {
      const min = name === 'heading' ? 4 : partLettersMin
      const [key = ''] = part.keys
      if (!count || part.text.length < min || seen.has(key)) continue
      if (!part.text.split(' ').every((one) => trueText.includes(one))) continue
      if (name !== 'image' && !belongs(part.element)) continue
      seen.add(key)
      const isFound = part.keys.some((one) => kept?.has(one))
      const isFlat = !isFound && part.text.split(' ').every((one) => text.includes(one))
      count.all += 1
      if (isFound) count.found += 1
      if (isFlat) count.flat += 1
      if (part.keys.some((one) => control?.has(one))) count.control += 1
      if (!isFound && name === values.verbose)
        process.stdout.write(`${id} ${isFlat ? 'flat' : 'lost'} ${key.slice(0, 160)}\n`)
    }
  }
}
/** Whether the blocks in an element, or around one that has none, are in the labelled text at their place. */
function alignBlocks(document: Document, truth: string) {
  const { blocks } = outline(wrap(document))
  const labels = labelBlocks(
    blocks.map(({ text }) => text),
    truth,
  )
  const shares = new Map<Element, { words: number; own: number }>()
  for (const { index, part, measure } of blocks) {
    for (let around: typeof part | undefined = part; around; around = around.parent) {
      const share = shares.get(around.element) ?? { words: 0, own: 0 }
      shares.set(around.element, share)
      share.words += measure.words
      share.own += measure.words * (labels[index] ?? 0)
    }
  }
  return (element: Element): boolean => {
    let around: Element | undefined = element
    while (around && !shares.has(around))
      around = around.parent && isTag(around.parent) ? around.parent : undefined
    const { words, own } = (around && shares.get(around)) ?? { words: 1, own: 0 }
    return own > words / 2
  }
}

process.stdout.write(
  `\n${pages.length} pages\n\n| kind | in the content | kept | text without structure | control |\n|---|--:|--:|--:|--:|\n`,
)
for (const [name, { all, found, flat, control }] of counts) {
  const share = (part: number) => (part / (all || 1)).toFixed(3)
  process.stdout.write(
    `| ${name} | ${all} | ${share(found)} | ${share(flat)} | ${share(control)} |\n`,
  )
}
