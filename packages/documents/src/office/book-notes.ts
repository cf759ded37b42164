import { posix } from 'node:path'
import { joinInline, type Block, type Inline, type OfficeDocument } from './office-document.ts'
import type { Package } from './zip.ts'

const link = /<a\s[^<>]*>/g
const isReference = /\b(?:epub:type|role|class)\s*=\s*["'][^"'<>]*\b(?:noteref|footnote-?ref)\b/i
const target = /\shref\s*=\s*["']([^"'<>#]*)#([^"'<>]+)["']/i
const mark = /^[[(]?(?:\d{1,4}|[a-z]|[*†‡§↩⏎^]{1,3})[\])]?\.?$/i

/** Turns the marked note references of an e-book, which the converter returns as links, into notes. */
export function withBookNotes(document: OfficeDocument, file: Package): OfficeDocument {
  const targets = makeReferences(file)
  if (targets.size === 0) return document
  const notes = new Map<string, Block>()
  const blocks = document.blocks.filter((block, index) => {
    const id = listAnchors(block).find((anchor) => targets.has(anchor) && !notes.has(anchor))
    const before = document.blocks[index - 1]
    const idBefore = before && isAnchorOnly(before) ? listAnchors(before).at(-1) : undefined
    if (id === undefined) {
      if (idBefore === undefined || notes.get(idBefore) !== before) return true
      notes.set(idBefore, withoutMark(block))
      return false
    }
    notes.set(id, isAnchorOnly(block) ? block : withoutMark(block))
    return false
  })
  if (notes.size === 0) return document
  return {
    ...document,
    blocks: blocks.map((block) => withReferences(block, notes)),
    notes: [
      ...document.notes,
      ...[...notes].map(([id, block]) => ({ id, kind: 'footnote' as const, blocks: [block] })),
    ],
  }
}

/** Targets of the note references, as the converter names them. */
function makeReferences(file: Package): Set<string> {
  const found = new Set<string>()
  for (const name of file.names.filter((part) => /\.x?html?$/i.test(part))) {
    const part = file.part(name)
    if (!part || !/noteref|footnote-?ref/i.test(part.toString('latin1'))) continue
    for (const [tag] of part.toString('utf8').matchAll(link)) {
      const [, path = '', id = ''] = (isReference.test(tag) && target.exec(tag)) || []
      if (id !== '')
        found.add(`${path === '' ? name : posix.join(posix.dirname(name), path)}#${id}`)
    }
  }
  return found
}

const listAnchors = ({ content = [] }: Block): string[] =>
  content.flatMap(({ kind, anchor }) => (kind === 'anchor' && anchor ? [anchor] : []))

const isAnchorOnly = ({ kind, content = [] }: Block) =>
  kind === 'paragraph' && content.length > 0 && content.every((inline) => inline.kind === 'anchor')

/** A note without its number and the link back. */
const withoutMark = (block: Block): Block => ({
  ...block,
  ...(block.content && {
    content: block.content.filter(
      (inline) =>
        inline.kind !== 'anchor' &&
        !(inline.kind === 'link' && mark.test(joinInline(inline).trim())),
    ),
  }),
})

function withReferences(block: Block, notes: ReadonlyMap<string, Block>): Block {
  const { content, blocks, list } = block
  return {
    ...block,
    ...(content && { content: content.map((inline) => toReference(inline, notes)) }),
    ...(blocks && { blocks: blocks.map((inner) => withReferences(inner, notes)) }),
    ...(list && {
      list: {
        ...list,
        items: list.items.map((item) => ({
          ...item,
          blocks: item.blocks.map((inner) => withReferences(inner, notes)),
        })),
      },
    }),
  }
}

function toReference(inline: Inline, notes: ReadonlyMap<string, Block>): Inline {
  const id = inline.kind === 'link' ? inline.target?.value : undefined
  const isNote = id !== undefined && notes.has(id) && mark.test(joinInline(inline).trim())
  return isNote ? { kind: 'noteRef', noteId: id } : inline
}
