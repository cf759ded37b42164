import { isTag, isText, type ChildNode } from 'domhandler'
import type { PageOutline, Part } from './blocks.ts'
import { droppedCaptionWords } from './captions.ts'
import { keepChildren } from '#content/html/keep-children.ts'
import { keptWords } from './kept-words.ts'

/** Minimum share of surrounding words kept for a picture to be kept. */
const mediaShareMin = 0.5

/**
 * Removes everything without a chosen block from the tree. Pictures and rules are kept if most of the text around
 * them stays, also those whose captions are not chosen.
 */
export function prune(outline: PageOutline, isKept: readonly boolean[]): void {
  const { parts, blocks } = outline
  const words = keptWords(outline, isKept)
  const captions = droppedCaptionWords(outline, isKept)
  const [kept, cut] = [new Set<ChildNode>(), new Set<ChildNode>()]
  for (const { index, nodes, part } of blocks) {
    // A part that is one run of text is kept or removed as a whole.
    if (part.parent && !part.hasBlocks) continue
    for (const node of nodes) (isKept[index] ? kept : cut).add(node)
  }
  /** Parts that contain only a picture and a caption that is not chosen. */
  const frames = new Set<Part>()
  const stack = parts.slice(0, 1)
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    const ownWords = part.words - (captions[part.index] ?? 0)
    const keepsMedia = frames.has(part) || (words[part.index] ?? 0) >= mediaShareMin * ownWords
    let next = part.index + 1
    const stays = (child: ChildNode): boolean => {
      const inner = isTag(child) ? parts[next] : undefined
      next = inner?.end ?? next
      if (kept.has(child)) return true
      if (cut.has(child)) return false
      if (!inner) return isText(child)
      if (inner.words === 0) return keepsMedia
      if (keepsMedia && inner.images > 0 && inner.words === captions[inner.index]) {
        frames.add(inner)
        stack.push(inner)
        return true
      }
      const isStaying = (words[inner.index] ?? 0) > 0
      if (isStaying && inner.hasBlocks) stack.push(inner)
      return isStaying
    }
    keepChildren(part.element, part.element.children.filter(stays))
  }
}
