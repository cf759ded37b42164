import type { Content, ContentFormat, ContentRequest, Material } from './content.ts'
import { contentKind, type ContentKind } from './bytes/content-kind.ts'
import { readFile } from './file.ts'
import { readHtml } from './page/read-html.ts'
import { statedInMarkdown } from './markdown-lines.ts'
import { mediaItself } from './media-reference.ts'
import { readNotebook } from './notebook.ts'
import { rankPassages } from './passages/passages.ts'
import type { Reading } from './reading.ts'
import { readCode, readJson, readTextFile } from './text.ts'
import { readXml } from './xml.ts'

/** Longest text that is read. A step on one takes up to 1.8 GB (test/acceptance/memory-steps.ts). */
export const textLengthMax = 50 * 1024 * 1024

/** The reader of each kind of content. */
const readers: Readonly<Record<ContentKind, (request: ContentRequest) => Reading>> = {
  html: readHtml,
  xml: readXml,
  json: (request) => readNotebook(request) ?? readJson(request),
  code: readCode,
  text: readTextFile,
  pdf: readFile,
  office: readFile,
  table: readTextFile,
  mail: readTextFile,
  image: readFile,
  file: readFile,
}

/** Kinds whose whole body is decoded as one text. */
const texts = new Set<ContentKind>(['html', 'xml', 'json', 'code', 'text', 'table', 'mail'])

/**
 * How each format is made, in this order: formats that use the whole page come before those that consume its tree.
 */
const makers: {
  readonly [Type in ContentFormat['type']]: (
    reading: Reading,
    request: ContentRequest,
  ) => Partial<Content>
} = {
  links: (reading) => ({ links: reading.links() }),
  images: (reading) => ({ images: reading.images() }),
  attributes: (reading, { formats }) => ({
    attributes: reading.attributes(
      formats.flatMap((format) => (format.type === 'attributes' ? format.selectors : [])),
    ),
  }),
  product: (reading) => {
    const product = reading.product?.()
    return product ? { product } : {}
  },
  menu: (reading) => {
    const menu = reading.menu?.()
    return menu ? { menu } : {}
  },
  rawHtml: (reading) => ({ rawHtml: reading.rawHtml() }),
  rawBase64: (reading) => ({ rawBase64: reading.rawBase64() }),
  markdown: (reading) => ({ markdown: reading.markdown() }),
  html: (reading) => ({ html: reading.html() }),
}

/**
 * Makes the requested formats of a page on the calling thread. Fails with `SCRAPE_UNSUPPORTED_FILE_ERROR` or
 * `NOT_IMPLEMENTED` for files without a reader, `BAD_REQUEST` for bad selectors, or a `RangeError` for too long a text.
 */
export function readPage(request: ContentRequest): Content {
  const { body, contentType, fileName } = request
  const kind = contentKind(body, contentType, fileName)
  if (texts.has(kind) && body.length > textLengthMax) throw new RangeError('The text is too long.')
  const reading = readers[kind](request)
  const missingFrames = request.frames && usesTree(request) ? reading.missingFrames?.() : []
  if (missingFrames?.length) return { metadata: {}, warnings: [], internal: { missingFrames } }
  return makeContent(reading, request)
}

/** Whether anything but the bytes of the page is requested. */
const usesTree = ({ formats, material, wantsExamined, wantsNormalisedText }: ContentRequest) =>
  material !== undefined ||
  wantsExamined ||
  wantsNormalisedText ||
  formats.some(({ type }) => !type.startsWith('raw'))

/** All texts of a result together. Links and values made absolute may take far more than the page they stand on. */
const resultLengthMax = 128 * 1024 * 1024

/** Makes the requested formats of a page that has been parsed. Fails with a `RangeError` for too long a result. */
export function makeContent(reading: Reading, request: ContentRequest): Content {
  const requested = new Set<string>(request.formats.map(({ type }) => type))
  const metadata = reading.metadata()
  const clientRendered = reading.clientRendered()
  // These also need the whole tree.
  const examined = request.wantsExamined ? reading.examined?.() : undefined
  const normalisedText = request.wantsNormalisedText ? reading.comparisonText?.() : undefined
  const extracted = request.recipe && reading.extract?.(request.recipe)
  const outline =
    request.outlineLengthMax === undefined ? undefined : reading.outline?.(request.outlineLengthMax)
  const media = request.wantsMedia
    ? [mediaItself(request), ...(reading.media?.() ?? [])].filter((found) => found !== undefined)
    : undefined
  const resultPage = request.wantsResultPage ? reading.resultPage?.() : undefined
  const stated = request.material && (reading.stated?.() ?? nothingStated)
  const made = Object.entries(makers).map(([type, make]) =>
    requested.has(type) || (stated && type === 'markdown') ? make(reading, request) : {},
  )
  const all: Partial<Content> = Object.assign({}, ...made)
  const { markdown = '', ...others } = all
  const members: Partial<Content> = requested.has('markdown') ? all : others
  if (measureLength(all) > resultLengthMax || (stated && markdown.length > textLengthMax))
    throw new RangeError('The result is too long.')
  const material = stated && makeMaterial({ markdown, ...stated, metadata }, request)
  return {
    ...members,
    metadata,
    warnings: [
      ...reading.warnings(),
      ...emptyWarnings(members, request),
      ...missingWarnings(members, requested),
    ],
    internal: {
      ...(clientRendered && { clientRendered }),
      ...(normalisedText !== undefined && { normalisedText }),
      ...(examined && { examined }),
      ...(material && { material }),
      ...(media && { media }),
      ...(resultPage && { resultPage }),
      ...(extracted && { extracted }),
      ...(outline !== undefined && { outline }),
    },
  }
}

function measureLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let length = 0
  for (const member of Object.values(value)) length += measureLength(member)
  return length
}

const nothingStated: Pick<Material, 'facts' | 'text'> = {
  facts: { facts: [], lists: [] },
  text: '',
}

function makeMaterial(
  { metadata, ...material }: Omit<Material, 'passages'> & Pick<Content, 'metadata'>,
  { material: wanted }: ContentRequest,
): Material {
  const title = String(metadata['title'] ?? '')
  const passages = rankPassages(material.markdown, { queries: wanted?.queries ?? [], title })
  const { facts } = material
  const ofMarkdown = facts.text ? undefined : statedInMarkdown(material.markdown)
  return { ...material, ...(ofMarkdown && { facts: { ...facts, ...ofMarkdown } }), passages }
}

/** An empty text needs a warning; otherwise it looks like a success. */
function emptyWarnings(
  { markdown, html, rawHtml, rawBase64 }: Partial<Content>,
  { includeTags, excludeTags }: ContentRequest,
): string[] {
  if (![markdown, html, rawHtml, rawBase64].some((text) => text?.trim() === '')) return []
  const isSelected = includeTags.length + excludeTags.length > 0
  return [isSelected ? nothingSelected : nothingFound]
}

function missingWarnings(
  { product, menu }: Partial<Content>,
  requested: ReadonlySet<string>,
): string[] {
  return [
    ...(requested.has('product') && !product ? [noProduct] : []),
    ...(requested.has('menu') && !menu?.isMenu ? [noMenu] : []),
  ]
}

const noMenu = 'No menu found: the page declares none and shows no priced items under headings.'
const noProduct = 'No product found: the page declares none and shows no price beside a buy button.'

const nothingFound = 'The result is empty: no text was found here.'
const nothingSelected =
  'The result is empty: includeTags and excludeTags leave no text of this page.'
