import { isTag, isText, type ChildNode } from 'domhandler'
import { oneLine, textOf } from './walk.ts'

/** TODO(#2): the text of nodes, until the Markdown writer stands here. */
export function toMarkdown(
  nodes: readonly ChildNode[],
  _options: { readonly baseUrl: string; readonly removeBase64Images: boolean },
): string {
  const texts = nodes.map((node) => {
    if (isText(node)) return oneLine(node.data)
    return isTag(node) ? oneLine(textOf(node)) : ''
  })
  return texts.filter(Boolean).join('\n\n')
}
