import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { readText } from '#content/html/walk.ts'
import { namedLanguage } from './code-languages.ts'
import { isLineNumbers } from './code-text.ts'

/** The visible label of a code sample that names its language. */
export interface CodeLabel {
  readonly code: Element
  readonly label: Element
  readonly language: string
}

const codesMax = 2_000

/** Finds the numbers of lines that stand in an element of their own beside a code sample. */
export function findLineNumbers(elements: readonly Element[]): Element[] {
  const codes = elements.filter(({ name }) => name === 'pre').slice(0, codesMax)
  return codes.flatMap((code) => {
    const beside = code.parent?.children ?? []
    return beside.length > siblingsMax ? [] : beside.filter((node) => isNumbers(node, code))
  })
}

const isNumbers = (node: ChildNode, code: Element): node is Element =>
  isTag(node) && node.name !== 'pre' && (isLineNumbers(node) || counts(node, code))

/** Whether the text of an element is a number for each line of a code sample, each the next one: other numbers may be what the code prints. */
function counts(element: Element, code: Element): boolean {
  const text = readText(element, { lengthMax: labelLengthMax }).slice(0, labelLengthMax)
  const numbers = text.trim().split(/\s+/)
  // The last one may be cut.
  const isCut = text.length >= labelLengthMax
  const whole = isCut ? numbers.slice(0, -1) : numbers
  const first = Number(whole[0])
  if (whole.length < 2 || !whole.every((number, at) => number === `${first + at}`)) return false
  return isCut || readText(code).trimEnd().split('\n').length === whole.length
}

/** Finds labels such as `Python` that stand alone beside a code sample in the element around both. */
export function findCodeLabels(elements: readonly Element[]): CodeLabel[] {
  const codes = elements.filter(({ name }) => name === 'pre').slice(0, codesMax)
  return codes.flatMap((code) => labelAbove(code) ?? [])
}

const levelsMax = 4

function labelAbove(code: Element): CodeLabel | undefined {
  let inner = code
  for (let level = 0; level < levelsMax; level += 1) {
    const { parent } = inner
    if (!parent || !isTag(parent) || parent.children.length > siblingsMax) return undefined
    const others = parent.children.filter(
      (child) => child !== inner && !isNumbers(child, code) && labelText(child) !== '',
    )
    const [label] = others
    if (label) {
      const isAlone = others.length === 1 && isTag(label) && labelTags.has(label.name)
      const language = isAlone ? namedLanguage(labelText(label)) : undefined
      return isAlone && language !== undefined ? { code, label, language } : undefined
    }
    inner = parent
  }
  return undefined
}

const siblingsMax = 10
const labelTags = new Set('div span p figcaption header small strong b em'.split(' '))
const labelLengthMax = 60
const controls = new Set('button svg script style template select input'.split(' '))

/** The text of a node without controls. */
function labelText(node: ChildNode): string {
  if (!isTag(node)) return isText(node) ? node.data.trim() : ''
  if (controls.has(node.name)) return ''
  const text = readText(node, { except: controls, lengthMax: labelLengthMax }).trim()
  return text.length > labelLengthMax ? text : text.replace(copyLabel, '').trim()
}

/** What controls that are no buttons say. */
const copyLabel = /\bcop(?:y(?: code| to clipboard)?|ied!?)$/i

/** The only code inside of a `<pre>` that holds nothing else but a label and controls, and its language. */
export function codeBelowLabel(pre: Element): { code: Element; language: string } | undefined {
  let inner = pre
  let language: string | undefined
  for (let level = 0; level < 2 * levelsMax; level += 1) {
    const filled = inner.children.filter((child) => labelText(child) !== '')
    const code = filled.at(-1)
    if (!code || !isTag(code) || filled.length > 2) return undefined
    if (filled.length === 2) {
      const [label] = filled
      if (language !== undefined || !label || !isTag(label)) return undefined
      language = namedLanguage(labelText(label))
      if (language === undefined) return undefined
    }
    if (code.name === 'code') return language === undefined ? undefined : { code, language }
    inner = code
  }
  return undefined
}
