import { isTag, type ChildNode, type Element, type ParentNode } from 'domhandler'
import { decodeText } from '#content/bytes/charset.ts'
import type { FrameDocuments } from '#content/content.ts'
import { contentKind } from '#content/bytes/content-kind.ts'
import { dropUnseen, tidyElements } from './clean.ts'
import { keepChildren } from '#content/html/keep-children.ts'
import { isHidden } from '#content/html/styles/element-style.ts'
import { absoluteHttpUrl, findBaseUrl } from '#content/html/page-url.ts'
import { parsePage } from '#content/html/parse.ts'
import { listElements } from '#content/html/walk.ts'

interface FrameOptions {
  /** The frame elements of the page. */
  readonly frames: readonly Element[]
  readonly pageUrl: string
  readonly baseUrl: string
  readonly documents: FrameDocuments
  /** Frames in these elements are not read. */
  readonly excluded: ReadonlySet<ChildNode>
}

interface FilledFrames {
  /** Whether the page has more elements than before. */
  readonly isFilled: boolean
  /** URLs of frames of the same origin that `documents` does not have. */
  readonly missing: readonly string[]
  /** There are more frames, or more text in them, than is read. */
  readonly isCut: boolean
}

interface Frame {
  readonly element: Element
  readonly baseUrl: string
  /** 1 for a frame of the page, 2 for a frame of that frame. */
  readonly level: number
}

const levelsMax = 2
const framesMax = 20
/** Characters of the documents of all frames together. */
const lengthMax = 2_000_000
/** Frame elements that are examined; later ones are not read. */
const examinedMax = 1_000
/** Pixels; smaller frames show no content. */
const sideMin = 10

/**
 * Makes the documents of frames part of the tree: those of `srcdoc` and those of the same origin. All other frames become
 * empty, because their children are meant for browsers without frames.
 */
export function fillFrames(options: FrameOptions): FilledFrames {
  const missing = new Set<string>()
  const { baseUrl } = options
  const frames: Frame[] = options.frames.map((element) => ({ element, baseUrl, level: 1 }))
  let [count, length, isCut, isFilled] = [0, 0, false, false]
  for (const [index, frame] of frames.entries()) {
    keepChildren(frame.element, [])
    if (index >= examinedMax || !isShown(frame, options.excluded)) continue
    const source = readSource(frame, options)
    if (!source || missing.has(source.url)) continue
    count += 1
    length += source.text?.length ?? 0
    if (count > framesMax || length > lengthMax) isCut = true
    else if (source.text === undefined) missing.add(source.url)
    else {
      frames.push(...fill(frame, source.text, source.url))
      isFilled = true
    }
  }
  return { missing: [...missing], isCut, isFilled }
}

/** Turns frames that have a document into ordinary elements. */
export function unframe(elements: readonly Element[]): void {
  const filled = elements.filter((element) => isFrame(element) && element.children.length > 0)
  if (filled.length === 0) return
  const sets = elements.filter(({ name }) => name === 'frameset')
  for (const set of sets)
    keepChildren(
      set,
      set.children.filter((child) => !isTag(child) || child.name !== 'noframes'),
    )
  for (const element of [...filled, ...sets]) {
    element.name = 'div'
    element.attribs = {}
  }
}

export const isFrame = ({ name }: Element) => name === 'iframe' || name === 'frame'

const framesIn = (root: ParentNode, place: Pick<Frame, 'baseUrl' | 'level'>): Frame[] =>
  listElements(root)
    .filter(isFrame)
    .map((element) => ({ element, ...place }))

function isShown({ element, level }: Frame, excluded: ReadonlySet<ChildNode>): boolean {
  const { width, height } = element.attribs
  const isTiny = [width, height].some(
    (side) => Number.parseFloat(side ?? '') < sideMin && !side?.includes('%'),
  )
  if (level > levelsMax || isTiny || isHidden(element)) return false
  if (excluded.size === 0) return true
  for (let node: ParentNode | null = element; node && isTag(node); node = node.parent)
    if (excluded.has(node)) return false
  return true
}

/** Without a text, the document at `url` has not been fetched. Undefined if the frame has no document to read. */
function readSource(
  { element, baseUrl }: Frame,
  { pageUrl, documents }: FrameOptions,
): { readonly text?: string; readonly url: string } | undefined {
  const { src, srcdoc } = element.attribs
  if (srcdoc !== undefined) return { text: srcdoc, url: baseUrl }
  const url = src === undefined ? undefined : absoluteHttpUrl(src, baseUrl)?.split('#', 1)[0]
  if (url === undefined || URL.parse(url)?.origin !== URL.parse(pageUrl)?.origin) return undefined
  const document = documents[url]
  if (document === undefined) return { url }
  // Counted all the same.
  if (document === null) return { text: '', url }
  const { body, contentType } = document
  if (contentKind(body, contentType) !== 'html') return { text: '', url }
  return { text: decodeText(body, 'html', contentType).text, url }
}

/** Returns the frames of the document. */
function fill({ element, level }: Frame, text: string, url: string): Frame[] {
  const { document, elements } = parsePage(text, 'html')
  const baseUrl = findBaseUrl(elements, url)
  dropUnseen(document)
  tidyElements(document.children, baseUrl)
  keepChildren(element, listContent(document.children))
  return framesIn(element, { baseUrl, level: level + 1 })
}

const listContent = (nodes: readonly ChildNode[]): ChildNode[] =>
  nodes.flatMap((node) =>
    isTag(node) && (node.name === 'html' || node.name === 'body')
      ? listContent(node.children)
      : [node],
  )
