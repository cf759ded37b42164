import { isTag, isText, type Element } from 'domhandler'
import { getElementsByTagName } from 'domutils'
import { codeAt } from '#content/html/code-at.ts'
import type { ClientRendered } from '#content/content.ts'
import type { NotedElements } from '#content/html/about/noted-elements.ts'
import { isHidden } from '#content/html/styles/element-style.ts'
import { readText, unseenTags } from '#content/html/walk.ts'

const placeholderLengthMax = 60
const placeholdersMax = 200
/** Class names of an element that are looked for in scripts. */
const namesMax = 20

/** Evidence that scripts of a page fetch what an element that says `Loading`, or a table without rows, stands for, and name that element. */
export function findLoadingParts(
  { all }: NotedElements,
  textLength: number,
): ClientRendered | undefined {
  const waiting = all
    .filter((element) => isWaiting(element) || isUnfilled(element))
    .slice(0, placeholdersMax)
  if (waiting.length === 0) return undefined
  const scripts = all.filter(
    (element) =>
      element.name === 'script' && element.attribs['src'] === undefined && isProgram(element),
  )
  const source = scripts
    .map((script) => readText(script, { lengthMax: inlineLengthMax }))
    .join('\n')
    .slice(0, 2 * inlineLengthMax)
  if (!fetches.test(source) || !writes.test(source)) return undefined
  const isNamed = ({ attribs: { id, class: classes = '' } }: Element) =>
    (id !== undefined && namesOne(source, [`'${id}'`, `"${id}"`, `#${id}`])) ||
    classes
      .split(/\s+/, namesMax)
      .some((name) => name && namesOne(source, [`'.${name}'`, `".${name}"`]))
  return waiting.some((element) => {
    const levels = around(element)
    return levels.some(isNamed) && !levels.some(isUnseen)
  })
    ? {
        reason: 'its scripts load a part of the content after the page',
        textLength,
      }
    : undefined
}

const levelsMax = 3

/** An element and those around it. */
function around(element: Element): Element[] {
  const found = [element]
  for (let at = element.parent; at && isTag(at) && found.length < levelsMax; at = at.parent)
    found.push(at)
  return found
}

/** Whether an element is hidden, or shown to assistants alone. */
const isUnseen = (element: Element): boolean =>
  isHidden(element) ||
  /sr-only|visually-?hidden|screen-?reader|visible-sr|hidden/i.test(element.attribs['class'] ?? '')

const namesOne = (source: string, names: readonly string[]): boolean =>
  names.some((name) => source.includes(name))

/** Whether an element has a short text of its own that says `Loading`. */
const isWaiting = ({ name, children }: Element): boolean =>
  children.length <= childrenMax &&
  children.some(
    (child) =>
      isText(child) &&
      child.data.length <= placeholderLengthMax &&
      mayBegin(child.data) &&
      saysLoading.test(child.data),
  ) &&
  !unseenTags.has(name)

/** Whether an element is the empty body of a table that has titles of its columns. */
const isUnfilled = ({ name, children, parent }: Element): boolean =>
  name === 'tbody' &&
  !children.some((child) => !isText(child) || child.data.trim() !== '') &&
  parent !== null &&
  isTag(parent) &&
  getElementsByTagName('th', parent, true, 1).length > 0

/** Whether the first sign of a text may begin a message that something is loaded. */
function mayBegin(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = codeAt(text, at)
    if (code <= 0x20) continue
    const isLetterOrNumber = /\w/.test(text.charAt(at))
    return !isLetterOrNumber || 'lpowc'.includes(text.charAt(at).toLowerCase())
  }
  return false
}

const childrenMax = 5

export const fetches = /\bfetch\s*\(|XMLHttpRequest|axios|\$\.(get|ajax|getJSON)\b|import\s*\(/
export const writes =
  /innerHTML|textContent|innerText|createElement|insertAdjacent|append(Child)?\(|document\.write|\.html\(|render\(/

/** Loading messages. */
export const saysLoading =
  /^\W*(loading|please wait|one moment|wird geladen|chargement|cargando|carregando|caricamento|загрузка|加载中|読み込み中)/i

/** Executable scripts, as opposed to data blocks. */
export const isProgram = ({ attribs }: Element) =>
  !/json|template|speculationrules|importmap/i.test(attribs['type'] ?? '')

export const inlineLengthMax = 200_000
