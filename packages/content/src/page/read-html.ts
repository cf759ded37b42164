import type { ChildNode, Document, Element, ParentNode } from 'domhandler'
import type { ContentRequest } from '#content/content.ts'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import { outlineElements } from '#content/recipe/outline.ts'
import { runRecipe } from '#content/recipe/run-recipe.ts'
import { toBase64, type Reading } from '#content/reading.ts'
import { readAttributes } from './attributes.ts'
import { cleanHtml } from './clean.ts'
import { readComparisonText } from '#content/html/comparison-text/comparison-text.ts'
import { examinedText } from './examined-text.ts'
import { createPageFacts } from '#content/html/facts/stated.ts'
import { fillFrames, isFrame } from './frames.ts'
import { imagesMax, listImages } from '#content/html/images.ts'
import { linksMax, listLinks } from '#content/html/links.ts'
import { toMarkdown } from '#content/html/markdown/to-markdown.ts'
import { findMedia } from './media.ts'
import { readMetadata } from './metadata.ts'
import { noteElements, type NotedElements } from '#content/html/about/noted-elements.ts'
import type { ParsedPage } from '#content/html/parse.ts'
import { findBaseUrl } from '#content/html/page-url.ts'
import { readResultPage } from '#content/html/result-page/result-page.ts'
import { selectContent } from './select-content.ts'
import { createSelect, type Select } from '#content/html/selectors.ts'
import { clientRenderedEvidence } from './client-rendered.ts'
import { readSource } from '#content/html/source.ts'
import { parseStreamed } from '#content/html/streamed.ts'

/**
 * Reads HTML, parsed once, when something of it is first requested. Links, images, attributes, metadata and the check for client
 * rendering use the whole page and must be requested before markdown and html, which consume the tree. Links, images and metadata
 * do not depend on `onlyMainContent` and `includeTags`, and of these only links on `excludeTags`.
 */
export function readHtml(request: ContentRequest, options: PageOptions = {}): Required<Reading> {
  let opened: OpenPage | undefined
  const page = () => (opened ??= openPage(request, options))
  let selected: readonly ChildNode[] | undefined
  const content = () => {
    const { document, noted, select } = page()
    return (selected ??= selectContent(document, request, { noted, select }))
  }

  return {
    missingFrames: () => page().missingFrames,
    metadata: () => page().metadata(),
    product: () => page().facts.product(),
    menu: () => page().facts.menu(),
    stated: () => page().facts.stated(),
    clientRendered: () => clientRenderedEvidence(page().document, page().noted),
    warnings: () => page().warnings,
    links() {
      const { document, noted, baseUrl, warnings, select } = page()
      const excluded = new Set<ParentNode>(
        request.excludeTags.flatMap((selector, at) =>
          select(document, selector, ['excludeTags', at]),
        ),
      )
      const links = listLinks(listOutside(excluded, noted.links), { pageUrl: request.url, baseUrl })
      if (links.length >= linksMax) warnings.push(`Only the first ${linksMax} links are listed.`)
      return links
    },
    images() {
      const { document, baseUrl, warnings } = page()
      const images = listImages(document, baseUrl)
      if (images.length >= imagesMax)
        warnings.push(`Only the first ${imagesMax} images are listed.`)
      return images
    },
    attributes: (selectors) => readAttributes(page().document, selectors, page().select),
    rawHtml: () => page().source.text(),
    rawBase64: () => toBase64(request.body),
    extract: (wanted) => runRecipe(page().document, wanted, page().baseUrl),
    outline: (lengthMax) => outlineElements(page().document, lengthMax),
    media: () => findMedia(page().noted, page().baseUrl),
    resultPage() {
      const { document, baseUrl } = page()
      return readResultPage(document, { pageUrl: request.url, baseUrl, status: request.status })
    },
    examined() {
      const { document, noted, source } = page()
      return examinedText({ document, elements: noted.all, source: source.text() })
    },
    comparisonText() {
      const describe = readComparisonText(page().document, page().baseUrl)
      return describe(content(), request.onlyMainContent && request.includeTags.length === 0)
    },
    markdown() {
      const { baseUrl } = page()
      return toMarkdown(content(), { baseUrl, removeBase64Images: request.removeBase64Images })
    },
    html: () => cleanHtml(content(), page().baseUrl),
  }
}

/** Those of some elements that are not in others. */
function listOutside(
  excluded: ReadonlySet<ParentNode>,
  elements: readonly Element[],
): readonly Element[] {
  if (excluded.size === 0) return elements
  return elements.filter((element) => {
    for (let around: ParentNode | null = element; around; around = around.parent)
      if (excluded.has(around)) return false
    return true
  })
}

/** What the caller knows of a page. */
interface PageOptions {
  /** The dates of the metadata need not be searched. */
  readonly areDatesKnown?: boolean
  /** The page itself, which is then not read from the body of the request. */
  readonly made?: MadePage
}

/** A page that was made from something else than HTML. */
interface MadePage {
  readonly parsed: () => ParsedPage
  /** Its source. */
  readonly text: () => string
}

type OpenPage = ReturnType<typeof openPage>

/** Parses a page and fills its frames. */
function openPage(request: ContentRequest, { areDatesKnown = false, made }: PageOptions) {
  const { source, document, elements, isCut } = made ? opened(made) : parsedBody(request)
  const select = createSelect()
  const unfilled = noteElements(document, elements)
  const frames = readFrames(document, { noted: unfilled, request, select })
  const noted = frames.isFilled ? noteElements(document) : unfilled
  const { url } = request
  const baseUrl = findBaseUrl(noted.about, url)
  let found: ContentMetadata | undefined
  const metadata = () => (found ??= readMetadata(document, noted, { url, baseUrl, areDatesKnown }))
  return {
    source,
    document,
    select,
    noted,
    baseUrl,
    metadata,
    facts: createPageFacts({ document, noted, metadata, url, baseUrl }),
    missingFrames: frames.missing,
    warnings: [
      ...source.warnings,
      ...(isCut ? ['The page has too many elements; only its beginning was read.'] : []),
      ...(frames.isCut ? ['The page has too many or too large frames; some were left out.'] : []),
    ],
  }
}

const opened = (made: MadePage) => ({ ...made.parsed(), source: { ...made, warnings: [] } })

function parsedBody({ body, contentType }: ContentRequest) {
  const source = readSource(body, contentType)
  return { ...parseStreamed(source), source }
}

const noFrames = { missing: [], isCut: false, isFilled: false }

interface FrameRequest {
  readonly noted: NotedElements
  readonly request: ContentRequest
  readonly select: Select
}

function readFrames(document: Document, { noted, request, select }: FrameRequest) {
  const frames = noted.frames.filter(isFrame)
  if (frames.length === 0) return noFrames
  const excluded = request.excludeTags.flatMap((selector, at) =>
    select(document, selector, ['excludeTags', at]),
  )
  return fillFrames({
    frames,
    pageUrl: request.url,
    baseUrl: findBaseUrl(noted.about, request.url),
    documents: request.frames ?? {},
    excluded: new Set(excluded),
  })
}
