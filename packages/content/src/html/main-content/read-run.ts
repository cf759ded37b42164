import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { oneLine } from '#content/html/walk.ts'
import { findNote } from '#content/html/markdown/footnotes.ts'
import { addText, emptyMeasure, type TextMeasure } from './text-measure.ts'

/** Content of a run of text. */
export interface ChosenRun {
  readonly measure: TextMeasure
  readonly linkWords: number
  readonly links: number
  /** Those of them that lead to places on the same page. */
  readonly samePageLinks: number
  readonly emphasis: number
  readonly breaks: number
  readonly images: number
  readonly formulas: number
  /** Ids of the footnotes that it points to. */
  readonly notes: readonly string[]
  readonly text: string
}

/** Cells with text only are part of their row's run. */
const cellTags = new Set(['td', 'th'])

const emphasisTags = new Set(['b', 'strong', 'em', 'i', 'code'])

/** Of scripts, only those with formulas are left. */
const formulaTags = new Set(['math', 'mjx-container', 'script'])

const none: readonly string[] = []
/** Footnotes of one paragraph. */
const notesMax = 50

/** Whether an `<a>` leads somewhere, or may do so by a script: with a name alone, or nothing, it is the target of links. */
export function isLink({ attribs }: Element): boolean {
  if (attribs['href'] !== undefined) return true
  for (const name in attribs) if (name !== 'id' && name !== 'name') return true
  return false
}

/** Reads siblings and their descendants without recursion. */
export function readRun(siblings: readonly ChildNode[], isInsideLink: boolean): ChosenRun {
  const [only] = siblings
  return siblings.length === 1 && only && isText(only)
    ? readText(only.data, isInsideLink)
    : readNodes(siblings, isInsideLink)
}

/** Most runs are one text. */
function readText(data: string, isInsideLink: boolean): ChosenRun {
  const measure = emptyMeasure()
  addText(measure, data)
  return {
    measure,
    linkWords: isInsideLink ? measure.words : 0,
    links: 0,
    samePageLinks: 0,
    emphasis: 0,
    breaks: 0,
    images: 0,
    formulas: 0,
    notes: none,
    text: measure.words === 0 ? '' : oneLine(data),
  }
}

function readNodes(siblings: readonly ChildNode[], isInsideLink: boolean): ChosenRun {
  const measure = emptyMeasure()
  let linkWords = 0
  let links = 0
  let samePageLinks = 0
  let emphasis = 0
  let breaks = 0
  let images = 0
  let formulas = 0
  let notes = none
  let text = ''
  const stack = siblings.toReversed()
  /** While more nodes are queued, the position is inside a link. */
  let outsideLink = isInsideLink ? -1 : Infinity
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (stack.length < outsideLink) outsideLink = Infinity
    if (isText(node)) {
      const before = measure.words
      addText(measure, node.data)
      if (outsideLink < Infinity) linkWords += measure.words - before
      text += node.data
      continue
    }
    if (!isTag(node)) continue
    const { name, children } = node
    if (name === 'a' && isLink(node)) {
      links++
      const { href } = node.attribs
      if (href?.startsWith('#')) samePageLinks++
      const note = href?.includes('#') ? findNote(node) : undefined
      if (note !== undefined) notes = [...notes.slice(0, notesMax), note]
      outsideLink = Math.min(outsideLink, stack.length)
    } else if (name === 'br') breaks++
    else if (name === 'img') images++
    else if (formulaTags.has(name)) formulas++
    else if (emphasisTags.has(name)) emphasis++
    if (name === 'br' || cellTags.has(name)) text += ' '
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index]
      if (child) stack.push(child)
    }
  }
  return {
    measure,
    linkWords,
    links,
    samePageLinks,
    emphasis,
    breaks,
    images,
    formulas,
    notes,
    text: measure.words === 0 ? '' : oneLine(text),
  }
}
