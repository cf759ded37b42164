import { DomHandler, type Document } from 'domhandler'
import { Parser, type Handler, type ParserOptions } from 'htmlparser2'
import { tokenize } from './tokenize.ts'

/** A parsed page; `isCut` when it exceeded the node limit. */
export interface ParsedPage {
  readonly document: Document
  readonly isCut: boolean
}

/** Deeper elements become siblings, as in browsers, so that recursion over the tree is safe. */
const depthMax = 512

/** Every closing tag searches the open elements; beyond this depth elements are closed immediately. */
const openElementsMax = 2_048

/** A node takes a few hundred bytes; this many fit into a worker's heap. */
const nodesMax = 400_000

const attributesPerElementMax = 256

/** XML is fed in chunks, so that parsing stops at the node limit. */
const pieceLength = 1 << 18

/** Parses HTML or XML of any size and nesting into a tree that is safe to walk. Never throws. */
export function parsePage(text: string, kind: 'html' | 'xml'): ParsedPage {
  const dom = new DomHandler()
  const size: Size = { nodes: 0, depth: 0, isInText: false }
  const tree = bounded(dom, size)
  if (kind === 'html') parseHtml(text, tree, size)
  else parseXml(text, tree, size)
  return { document: dom.root, isCut: isFull(size) }
}

/** The parser knows which tags imply others; the tags are found by `tokenize`, which is faster than the parser's own way. */
function parseHtml(html: string, tree: Tree, size: Size): void {
  let attributes: Record<string, string> | undefined
  let count = 0
  const onopentag = (name: string) => tree.onopentag(name, attributes ?? {})
  const parser = new BoundedParser({ ...tree, onopentag }, {}, size)
  // It only keeps the page, to read names from it.
  parser.pause()
  parser.write(html)
  tokenize(html, {
    text: tree.ontext,
    openTag(start, end) {
      attributes = {}
      count = 0
      parser.onopentagname(start, end)
    },
    attribute(name, value) {
      if (!attributes || count >= attributesPerElementMax) return
      if (count > 0 && Object.hasOwn(attributes, name)) return
      attributes[name] = value
      count++
    },
    openTagEnd(end, isSelfClosing) {
      if (isSelfClosing) parser.onselfclosingtag(end)
      else parser.onopentagend(end)
      attributes = undefined
    },
    closeTag: (start, end) => parser.onclosetag(start, end),
    isForeign: () => parser.isInForeignContext(),
    isFull: () => isFull(size),
  })
  parser.onend()
}

function parseXml(xml: string, tree: Tree, size: Size): void {
  const onopentag = (name: string, attributes: Record<string, string>) =>
    tree.onopentag(name, withoutExcess(attributes))
  const parser = new BoundedParser({ ...tree, onopentag }, { xmlMode: true }, size)
  for (let start = 0; start < xml.length && !isFull(size); start += pieceLength) {
    parser.write(xml.slice(start, start + pieceLength))
  }
  parser.end()
}

interface Size {
  nodes: number
  depth: number
  /** Consecutive pieces of text become one node. */
  isInText: boolean
}

const isFull = (size: Size) => size.nodes > nodesMax

interface Tree {
  readonly onopentag: (name: string, attributes: Record<string, string>) => void
  readonly onclosetag: () => void
  readonly ontext: (data: string) => void
  readonly onend: () => void
}

/** Passes events to the tree builder within the limits of depth and size. Drops comments. */
function bounded(dom: DomHandler, size: Size): Tree {
  return {
    onopentag(name, attributes) {
      size.depth += 1
      size.nodes += 1
      size.isInText = false
      if (isFull(size)) return
      if (size.depth > depthMax) dom.onclosetag()
      dom.onopentag(name, attributes)
    },
    onclosetag() {
      size.depth -= 1
      size.isInText = false
      if (!isFull(size) && size.depth < depthMax) dom.onclosetag()
    },
    ontext(data) {
      if (!size.isInText) size.nodes += 1
      size.isInText = true
      if (!isFull(size)) dom.ontext(data)
    },
    onend: () => dom.onend(),
  }
}

function withoutExcess(attributes: Record<string, string>): Record<string, string> {
  const names = Object.keys(attributes)
  if (names.length <= attributesPerElementMax) return attributes
  const kept = names.slice(0, attributesPerElementMax)
  return Object.fromEntries(kept.map((name) => [name, attributes[name] ?? '']))
}

/** A class, because the parser is extended by overriding a method. */
class BoundedParser extends Parser {
  private readonly size: Size
  private isOverfull = false
  private closingTagsToSkip = 0

  constructor(handler: Partial<Handler>, options: ParserOptions, size: Size) {
    super(handler, options)
    this.size = size
  }

  override onopentagname(start: number, endIndex: number): void {
    this.isOverfull = this.size.depth >= openElementsMax
    super.onopentagname(start, endIndex)
    if (this.isOverfull) this.closingTagsToSkip += 1
  }

  override onclosetag(start: number, endIndex: number): void {
    this.isOverfull = false
    if (this.closingTagsToSkip > 0) this.closingTagsToSkip -= 1
    else super.onclosetag(start, endIndex)
  }

  /** An element beyond the depth limit is closed at once and its closing tag ignored. */
  protected override isVoidElement(name: string): boolean {
    return this.isOverfull || super.isVoidElement(name)
  }
}
