import { isTag, isText, type ChildNode, type Document } from 'domhandler'
import { codeAt } from '#content/html/code-at.ts'
import { unseenTags } from '#content/html/walk.ts'
import { isSpace } from '#content/html/white-space.ts'

/** Pages with more visible text have content, whatever scripts add. */
export const longTextMin = 1_200

/** White space counts here but not in the thresholds, so the limit is generous. */
export const visible = { except: unseenTags, lengthMax: 100_000 }

/** Whether the visible text has more than `longTextMin` characters on one line. Reads no more of the page than that. */
export function isLongText(document: Document): boolean {
  const stack: ChildNode[] = document.children.toReversed()
  const seen = { length: 0, isAfterSpace: false }
  let read = 0
  for (let node = stack.pop(); node !== undefined && read < visible.lengthMax; node = stack.pop()) {
    if (isText(node)) {
      addLength(seen, node.data)
      if (seen.length > longTextMin) return true
      read += node.data.length
    } else if (isTag(node) && !unseenTags.has(node.name)) {
      seen.isAfterSpace = true
      for (let child = node.children.length - 1; child >= 0; child -= 1) {
        const next = node.children[child]
        if (next) stack.push(next)
      }
    }
  }
  return false
}

/** Adds the length of a text on one line to what was seen before it, until that is more than `longTextMin`. */
function addLength(seen: { length: number; isAfterSpace: boolean }, data: string): void {
  const end = Math.min(data.length, visible.lengthMax)
  for (let at = 0; at < end && seen.length <= longTextMin; at++) {
    const code = codeAt(data, at)
    if (isSpace(code)) seen.isAfterSpace = true
    else {
      seen.length += seen.isAfterSpace && seen.length > 0 ? 2 : 1
      seen.isAfterSpace = false
    }
  }
}
