import { isCDATA, isTag, isText, type ChildNode } from 'domhandler'

/** Text of nodes with one line per block, so that words of adjacent blocks are separate. */
export function readText(nodes: readonly ChildNode[]): string {
  const parts: string[] = []
  const stack: (ChildNode | string)[] = [...nodes].toReversed()
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (typeof top === 'string') parts.push(top)
    else if (isText(top)) parts.push(top.data)
    else if (isTag(top) || isCDATA(top)) {
      const isBlock = isTag(top) && !inlineTags.has(top.name)
      if (isBlock) parts.push('\n')
      if (isBlock) stack.push('\n')
      for (let index = top.children.length - 1; index >= 0; index--) {
        const child = top.children[index]
        if (child) stack.push(child)
      }
    }
  }
  return parts
    .join('')
    .replace(/[ \t\f\r]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

const inlineTags = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark output ' +
    'picture q ruby s samp small span strike strong sub sup time tt u var wbr'
  ).split(' '),
)
