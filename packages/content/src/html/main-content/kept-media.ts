import { Element, isTag, isText, type ChildNode } from 'domhandler'
import { lazySources, lazySrcsets } from '#content/html/images.ts'
import { isHidingStyle } from '#content/html/styles/element-style.ts'
import { videoPlayer } from '#content/html/video-player.ts'

/**
 * What stays of an element that is dropped as such: the picture that a `<noscript>` holds for readers without scripts, the
 * TeX of a formula, a film or a recording without the text for browsers that cannot play it, the title of a drawing.
 */
export function keptMedia(element: Element): ChildNode[] {
  switch (element.name) {
    case 'noscript':
      return pictureIn(element)
    case 'script':
      return (element.attribs['type'] ?? '').startsWith('math/tex') ? [element] : []
    case 'video':
    case 'audio':
      element.children = element.children.filter((child) => isTag(child) && child.name === 'source')
      return [element]
    case 'iframe':
      return videoPlayer.test(element.attribs['src'] ?? '') ? [emptied(element)] : []
    case 'input':
      return isTaskMark(element) ? [element] : []
    case 'svg':
      return element.attribs['data-latex'] === undefined ? titled(element) : [emptied(element)]
    default:
      return []
  }
}

const taskLevelsMax = 3

/** The box at the start of an item of a list, which says whether a task is done. */
function isTaskMark({ attribs, parent }: Element): boolean {
  if (attribs['type']?.toLowerCase() !== 'checkbox') return false
  let around = parent
  for (let level = 0; level < taskLevelsMax && around && isTag(around); level++) {
    if (around.name === 'li') return true
    around = around.parent
  }
  return false
}

function emptied(element: Element): Element {
  element.children = []
  return element
}

/** The only thing in a `<noscript>`, unless the same picture stands before it or it is there to count visits. */
function pictureIn({ children, prev }: Element): ChildNode[] {
  const [only, more] = children.filter((child) => !isText(child) || child.data.trim() !== '')
  if (!only || more || !isTag(only) || (only.name !== 'img' && only.name !== 'picture')) return []
  if (isCounter(only)) return []
  const before = prev && isText(prev) && prev.data.trim() === '' ? prev.prev : prev
  const isRepeated = before && isTag(before) && before.name === 'img' && isShown(before)
  return isRepeated ? [] : [only]
}

const isCounter = ({ attribs }: Element): boolean =>
  /^[01](?:px)?$/.test(attribs['width'] ?? '') ||
  /^[01](?:px)?$/.test(attribs['height'] ?? '') ||
  isHidingStyle(attribs['style'] ?? '')

const isShown = ({ attribs }: Element): boolean =>
  addressNames.some((name) => {
    const address = attribs[name]
    return address !== undefined && address.trim() !== '' && !/^\s*data:/i.test(address)
  })

const addressNames = ['src', 'srcset', ...lazySources, ...lazySrcsets]

const cellLevelsMax = 4

/** In a cell a drawing says what its title says. */
function titled(drawing: Element): ChildNode[] {
  const title = drawing.children.find((child) => isTag(child) && child.name === 'title')
  const [text] = title && isTag(title) ? title.children : []
  const said = drawing.attribs['aria-label'] ?? (text && isText(text) ? text.data : undefined)
  if (!said?.trim()) return []
  let around = drawing.parent
  for (let level = 0; level < cellLevelsMax && around && isTag(around); level++) {
    if (around.name === 'td' || around.name === 'th')
      return [new Element('i', { title: said.trim() })]
    around = around.parent
  }
  return []
}
