import { svgName } from './svg-names.ts'
import { createTagKinds, type Language, type TagKind } from './tag-kinds.ts'
import type { Tree } from './tree.ts'

/** Builds a tree from the tags of HTML, of which some imply others. Names are given as written. */
export interface OpenElements {
  readonly open: (name: string, attributes: Record<string, string>, isSelfClosing: boolean) => void
  readonly close: (name: string) => void
  /** Closes the innermost element if this part of a page is its name, as in most closing tags. False for other tags. */
  readonly closeNamed: (html: string, start: number, end: number) => boolean
  /** Whether the place is inside of SVG or MathML. */
  readonly isForeign: () => boolean
}

/** Every closing tag searches the open elements; beyond this depth elements are closed immediately. */
export const openElementsMax = 2_048

/** The tags mean the same as for the parser of htmlparser2, which takes several times as long. */
export function createOpenElements(tree: Pick<Tree, 'onopentag' | 'onclosetag'>): OpenElements {
  const kinds = createTagKinds()
  /** The innermost last. */
  const open: TagKind[] = []
  const languages: Language[] = ['HTML']
  /** Those of elements beyond the depth limit. */
  let closingTagsToSkip = 0

  const isForeign = () => languages.at(-1) !== 'HTML'
  const isOpen = (name: string) => open.some((kind) => kind.name === name)

  function kindAt(written: string): TagKind {
    const kind = kinds.written(written)
    const inSvg = languages.length > 1 ? svgName(kind.name) : undefined
    if (inSvg !== undefined && (languages.at(-1) === 'SVG' || isOpen(inSvg)))
      return kinds.named(inSvg)
    return kind.name === 'image' && !isForeign() ? kinds.named('img') : kind
  }

  function closeInnermost(): void {
    if (open.pop()?.language) languages.pop()
    tree.onclosetag()
  }

  function endOthers({ ends }: TagKind): void {
    for (let last = open.at(-1); last && ends.has(last.name); last = open.at(-1)) closeInnermost()
  }

  return {
    isForeign,
    open(name, attributes, isSelfClosing) {
      const isOverfull = open.length >= openElementsMax
      if (isOverfull) closingTagsToSkip++
      const kind = kindAt(name)
      if (kind.name === 'form' && isOpen('form')) return
      endOthers(kind)
      tree.onopentag(kind.name, attributes)
      if (isOverfull || kind.isVoid) {
        tree.onclosetag()
        return
      }
      open.push(kind)
      if (kind.language) languages.push(kind.language)
      if (isSelfClosing && isForeign()) closeInnermost()
    },
    closeNamed(html, start, end) {
      const name = languages.length > 1 || closingTagsToSkip > 0 ? undefined : open.at(-1)?.name
      if (name?.length !== end - start || !html.startsWith(name, start)) return false
      closeInnermost()
      return true
    },
    close(name) {
      if (closingTagsToSkip > 0) {
        closingTagsToSkip--
        return
      }
      const kind = kindAt(name)
      const at = open.lastIndexOf(kind)
      if (at >= 0) while (open.length > at) closeInnermost()
      else if (kind.name === 'p' || kind.name === 'br') {
        // Without an opening tag, these closing tags are elements.
        tree.onopentag(kind.name, {})
        tree.onclosetag()
      }
    },
  }
}
