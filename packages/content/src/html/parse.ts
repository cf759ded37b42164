import { sliceText } from '#base/text-pieces.ts'
import type { Document, Element } from 'domhandler'
import { Parser, type Handler, type ParserOptions } from 'htmlparser2'
import { createOpenElements, openElementsMax } from './open-elements.ts'
import { markFor } from './marks.ts'
import { decodedSource, type Source } from './source.ts'
import { tokenize } from './tokenize.ts'
import { createTree, type Tree } from './tree.ts'

/** A parsed page; `isCut` when it exceeded the node limit. */
export interface ParsedPage {
  readonly document: Document
  /** All elements of the page, in document order. */
  readonly elements: readonly Element[]
  readonly isCut: boolean
}

const attributesPerElementMax = 256

/** XML is fed in chunks, so that parsing stops at the node limit. */
const pieceLength = 1 << 18

/** Parses HTML or XML of any size and nesting into a tree that is safe to walk. Never throws. */
export function parsePage(text: string, kind: 'html' | 'xml'): ParsedPage {
  if (kind === 'html') return parseSource(decodedSource(text))
  const tree = createTree()
  parseXml(text, tree)
  return parsed(tree)
}

/** Parses HTML that may not have been decoded yet. */
export function parseSource(source: Source): ParsedPage {
  const tree = createTree()
  return parseHtml(source, tree) ? parsed(tree) : parsePage(source.text(), 'html')
}

const parsed = (tree: Tree): ParsedPage => ({
  document: tree.end(),
  elements: tree.elements,
  isCut: tree.isFull(),
})

/** False when the page must be decoded first. */
function parseHtml(source: Source, tree: Tree): boolean {
  const elements = createOpenElements(tree)
  let attributes: Record<string, string> = {}
  const attributeNames: string[] = []
  let count = 0
  let marks = 0
  return tokenize(source, {
    text: tree.ontext,
    attribute(name, value) {
      if (count >= attributesPerElementMax) return
      // Most elements have few attributes.
      for (let at = 0; at < count; at++) if (attributeNames[at] === name) return
      attributes[name] = value
      attributeNames[count++] = name
      marks |= markFor(name)
    },
    openTag(name, isSelfClosing) {
      tree.mark(marks)
      elements.open(name, attributes, isSelfClosing)
      attributes = {}
      count = 0
      marks = 0
    },
    closeTag: elements.close,
    closeNamed: elements.closeNamed,
    isForeign: elements.isForeign,
    isFull: tree.isFull,
  })
}

function parseXml(xml: string, tree: Tree): void {
  const onopentag = (name: string, attributes: Record<string, string>) =>
    tree.onopentag(name, withoutExcess(attributes))
  const parser = new BoundedParser({ ...tree, onopentag }, { xmlMode: true }, tree)
  for (const piece of sliceText(xml, pieceLength)) {
    if (tree.isFull()) break
    parser.write(piece)
  }
  parser.end()
}

function withoutExcess(attributes: Record<string, string>): Record<string, string> {
  const names = Object.keys(attributes)
  if (names.length <= attributesPerElementMax) return attributes
  const kept = names.slice(0, attributesPerElementMax)
  return Object.fromEntries(kept.map((name) => [name, attributes[name] ?? '']))
}

/** A class, because the parser is extended by overriding a method. */
class BoundedParser extends Parser {
  private readonly tree: Tree
  private isOverfull = false
  private closingTagsToSkip = 0

  constructor(handler: Partial<Handler>, options: ParserOptions, tree: Tree) {
    super(handler, options)
    this.tree = tree
  }

  override onopentagname(start: number, endIndex: number): void {
    this.isOverfull = this.tree.depth() >= openElementsMax
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
