import { isTag, type Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { oneLine, readText } from '#content/html/walk.ts'
import type { Lose } from '#documents/losses.ts'
import { localName } from '#documents/office/relations.ts'
import { openData, type FormData } from './data.ts'
import {
  findBelow,
  inOrder,
  isShown,
  listChildren,
  readCaption,
  readChoices,
  readKind,
  readLine,
  readOnValue,
} from './template.ts'

/** A part of a form, in its order: a text, a field, or a row of a table. */
export type FormPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'row'; readonly cells: readonly string[] }
  | FormField

export interface FormField {
  readonly kind: 'field'
  /** Names of the field and of what it is in, counted where they are equal, such as `boats[0].#subform[0].name[1]`. */
  readonly name: string
  readonly label: string
  readonly value: string
  readonly isBox: boolean
  /** Whether its value is of the data rather than of the template. */
  readonly isFilled: boolean
}

/** Containers of a template are repeated for their data. */
const stepsMax = 100_000
const cutForm = 'The form was read in part, because it has too many fields'

/**
 * Reads a form of the XML Forms Architecture: texts and fields of its template with the values of its data. Without a template, the
 * data alone.
 */
export function readForm(xml: string, lose: Lose): FormPart[] {
  const { elements, isCut } = parsePage(xml, 'xml')
  const template = elements.find((one) => localName(one) === 'template')
  const root = elements.find(isData)
  const data = root && openData(root)
  const form: Form = { data, steps: stepsMax, parts: [], counts: new Map() }
  const inside = { form, group: root, path: '' }
  if (template) for (const one of listChildren(template, 'subform')) readContainer(one, inside)
  else for (const one of root ? leavesIn(root) : []) form.parts.push(one)
  if (isCut || form.steps <= 0) lose(cutForm)
  return form.parts
}

const isData = (element: Element) =>
  localName(element) === 'data' &&
  !!element.parent &&
  isTag(element.parent) &&
  localName(element.parent) === 'datasets'

function* leavesIn(root: Element): Generator<FormPart> {
  for (const child of listChildren(root)) {
    if (listChildren(child).length > 0) yield* leavesIn(child)
    else yield { kind: 'text', text: `${localName(child)}: ${readLine(child)}` }
  }
}

interface Form {
  readonly data: FormData | undefined
  steps: number
  readonly parts: FormPart[]
  readonly counts: Map<string, number>
}

interface Inside {
  readonly form: Form
  /** The data around. */
  readonly group: Element | undefined
  /** The names around. */
  readonly path: string
}

function extendPath(part: Element, { path, form }: Inside): string {
  const name = part.attribs['name'] ?? `#${localName(part)}`
  const whole = path === '' ? name : `${path}.${name}`
  const count = form.counts.get(whole) ?? 0
  form.counts.set(whole, count + 1)
  return `${whole}[${count}]`
}

/** The data of a field or container, at most this many. */
function findData(part: Element, { form: { data }, group }: Inside, most: number): Element[] {
  const { match, ref = '' } = findBelow(part, 'bind')?.attribs ?? {}
  const { name } = part.attribs
  if (!data || !group || match === 'none') return []
  if (match === 'dataRef') return data.resolve(ref, group).slice(0, most)
  if (name === undefined) return []
  if (match === 'global') return data.resolve(name, group).slice(0, most)
  return data.take(name, group, most)
}

function readContainer(container: Element, inside: Inside): void {
  const { form } = inside
  const isRoot = inside.path === '' && container.attribs['name'] !== undefined
  const most = Number(findBelow(container, 'occur')?.attribs['max'] ?? 1)
  const found = findData(container, inside, most < 0 ? stepsMax : Math.max(1, most))
  // The root of the data may have another name than that of the form.
  const [only] = isRoot && inside.group ? listChildren(inside.group) : []
  for (const group of found.length > 0 ? found : [only ?? inside.group]) {
    const own = { form, group, path: extendPath(container, inside) }
    const from = form.parts.length
    for (const part of inOrder(container)) readPart(part, own)
    if (isRow(container))
      form.parts.push({ kind: 'row', cells: form.parts.splice(from).map(writePart) })
  }
}

/** A part as a line of text. */
export function writePart(part: FormPart): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'row') return part.cells.join(' ')
  const { isBox, label, value } = part
  if (isBox || label === '') return `${value} ${label}`.trim()
  return `${label}${/[:?]$/.test(label) ? '' : ':'} ${value}`.trim()
}

function readPart(part: Element, inside: Inside): void {
  const { form } = inside
  form.steps -= 1
  if (form.steps < 0 || !isShown(part)) return
  switch (localName(part)) {
    case 'subform':
      return readContainer(part, inside)
    case 'area':
    case 'subformSet': {
      const own = { ...inside, path: extendPath(part, inside) }
      for (const child of inOrder(part)) readPart(child, own)
      return
    }
    case 'exclGroup':
      return readBoxes(part, inside)
    case 'field':
      form.parts.push(...readField(part, inside))
      return
    case 'draw': {
      const text = readLine(findBelow(part, 'value'))
      if (text !== '') form.parts.push({ kind: 'text', text })
    }
  }
}

/** Boxes of which one is ticked. */
function readBoxes(group: Element, inside: Inside): void {
  const [data] = findData(group, inside, 1)
  const path = extendPath(group, inside)
  const caption = readCaption(group)
  if (caption !== '') inside.form.parts.push({ kind: 'text', text: caption })
  for (const field of listChildren(group, 'field')) {
    if (!isShown(field)) continue
    const isTicked = data !== undefined && readLine(data) === readOnValue(field)
    inside.form.parts.push({
      kind: 'field',
      name: extendPath(field, { ...inside, path }),
      label: readCaption(field) || (field.attribs['name'] ?? ''),
      value: isTicked ? ticked : unticked,
      isBox: true,
      isFilled: data !== undefined,
    })
  }
}

const [ticked, unticked] = ['☑', '☐']

function readField(field: Element, inside: Inside): FormField[] {
  const kind = readKind(field)
  const [data] = findData(field, inside, 1)
  const name = extendPath(field, inside)
  if (kind === 'none') return []
  const stored = data ? readValues(data) : [readLine(findBelow(field, 'value'))]
  const isBox = kind === 'box'
  const choices = kind === 'choice' ? readChoices(field) : undefined
  const value = isBox
    ? stored[0] === readOnValue(field)
      ? ticked
      : unticked
    : stored.map((one) => choices?.get(one) || one).join(', ')
  return [
    { kind: 'field', name, label: readLabel(field, inside.form), value, isBox, isFilled: !!data },
  ]
}

/** A list of values, or one text with its lines. */
function readValues(data: Element): string[] {
  const list = listChildren(data, 'value')
  if (list.length > 0) return list.map(readLine)
  return [oneLine(readText(data))]
}

/** A label is shorter. */
const labelLengthMax = 80

/** A field without a label of its own is named by the short text before it, by its hint, or by its own name. */
function readLabel(field: Element, { parts }: Form): string {
  const caption = readCaption(field)
  const { parent } = field
  if (caption !== '' || (parent && isTag(parent) && isRow(parent))) return caption
  const before = parts.at(-1)
  if (before?.kind === 'text' && before.text.length <= labelLengthMax) {
    parts.pop()
    return before.text
  }
  const assist = findBelow(field, 'assist')
  const hint = readLine(findBelow(assist, 'speak')) || readLine(findBelow(assist, 'toolTip'))
  return hint || (field.attribs['name'] ?? '')
}

const isRow = ({ attribs }: Element) => attribs['layout'] === 'row'
