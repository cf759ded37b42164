import { createTree } from '#content/html/tree.ts'
import type { ParsedPage } from '#content/html/parse.ts'
import { escapeAttribute, escapeText } from '#base/html-text.ts'

/** Receives the elements and texts of a page in their order. */
export interface Markup {
  readonly open: (name: string, attributes?: Record<string, string>) => void
  readonly close: (name: string) => void
  readonly text: (data: string) => void
}

/** Builds the tree of a page without writing and parsing it. */
export function treeMarkup(): Markup & { readonly end: () => ParsedPage } {
  const tree = createTree()
  return {
    open: (name, attributes = {}) => tree.onopentag(name, attributes),
    close: tree.onclosetag,
    text(data) {
      if (data !== '') tree.ontext(data)
    },
    end: () => ({ document: tree.end(), elements: tree.elements, isCut: tree.isFull() }),
  }
}

const voidTags = new Set(['br', 'hr', 'img', 'input', 'meta'])

/** Writes the source of a page. */
export function htmlMarkup(): Markup & { readonly end: () => string } {
  const out = ['<!doctype html>']
  return {
    open(name, attributes = {}) {
      const values = Object.entries(attributes).map(
        ([key, value]) => ` ${key}="${escapeAttribute(value)}"`,
      )
      out.push(`<${name}${values.join('')}>`)
    },
    close(name) {
      if (!voidTags.has(name)) out.push(`</${name}>`)
    },
    text: (data) => void out.push(escapeText(data)),
    end: () => out.join(''),
  }
}

/** Closes a block, with a line break in the source. */
export function endBlock(tag: string, out: Markup): void {
  out.close(tag)
  out.text('\n')
}
