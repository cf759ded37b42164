import { isTag, isText, type Element, type ParentNode } from 'domhandler'

/** One element with what its whole subtree holds. */
export interface Section {
  readonly element: Element
  readonly parent: Section | undefined
  words: number
  linkWords: number
  links: number
  /** Paragraphs long enough to be prose. */
  paragraphs: number
  titles: number
}

/** Every element below `root` in document order, measured without recursion. */
export function outline(root: ParentNode): Section[] {
  const sections: Section[] = []
  const stack: { element: Element; parent: Section | undefined }[] = []
  pushElements(root, undefined, stack)
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const section = measureOwn(top.element, top.parent)
    sections.push(section)
    pushElements(top.element, section, stack)
  }
  addUp(sections)
  return sections
}

function pushElements(
  node: ParentNode,
  parent: Section | undefined,
  stack: { element: Element; parent: Section | undefined }[],
): void {
  for (let index = node.children.length - 1; index >= 0; index--) {
    const child = node.children[index]
    if (child && isTag(child)) stack.push({ element: child, parent })
  }
}

function measureOwn(element: Element, parent: Section | undefined): Section {
  let words = 0
  for (const child of element.children) if (isText(child)) words += countWords(child.data)
  const isTitle = element.name === 'h1' || element.name === 'h2'
  return {
    element,
    parent,
    words,
    linkWords: 0,
    links: element.name === 'a' ? 1 : 0,
    paragraphs: 0,
    titles: isTitle ? 1 : 0,
  }
}

/** Paragraphs with fewer words are captions, labels and teasers. */
const proseWordsMin = 40

/** Children come after their parents, so one pass backwards carries every figure up. */
function addUp(sections: Section[]): void {
  for (let index = sections.length - 1; index >= 0; index--) {
    const section = sections[index]
    if (!section) continue
    if (section.element.name === 'a') section.linkWords = section.words
    if (section.element.name === 'p' && section.words >= proseWordsMin) section.paragraphs++
    const { parent } = section
    if (!parent) continue
    parent.words += section.words
    parent.linkWords += section.linkWords
    parent.links += section.links
    parent.paragraphs += section.paragraphs
    parent.titles += section.titles
  }
}

function countWords(text: string): number {
  let words = 0
  let isInSpace = true
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const isSpace = code <= 32 || code === 160
    if (isInSpace && !isSpace) words++
    isInSpace = isSpace
  }
  return words
}
