import { oneLine } from '#base/one-line.ts'
import type { SnapshotNode } from './snapshot.ts'

/** How much of a page is described: everything, or only what works and the headings above it. */
export type Detail = 'all' | 'controls'

const nameLengthMax = 120
const textLengthMax = 400
const valueLengthMax = 200
const optionsMax = 40
/** Nodes that are read for the label of another one. */
const labelNodesMax = 1_000

const controls = new Set([
  'button',
  'checkbox',
  'combobox',
  'gridcell',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
])
/** Their texts matter whatever is asked for. */
const notices = new Set(['alert', 'alertdialog', 'dialog', 'status'])
/** Roles that only group: their name, if any, is no text of its own. */
const withValue = new Set(['combobox', 'searchbox', 'slider', 'spinbutton', 'textbox'])

/** Describes a page line by line; what works starts with its number in brackets. */
export function listLines(nodes: readonly (SnapshotNode | string)[], detail: Detail): string[] {
  const lines = nodes.flatMap((node) => describe(node, detail))
  return detail === 'controls' ? withoutIdleHeadings(lines) : lines
}

function describe(node: SnapshotNode | string, detail: Detail): string[] {
  if (typeof node === 'string') return detail === 'all' ? textLines(node) : []
  const { role } = node
  if (role === 'heading') return headingLines(node, detail)
  if (isControl(node)) return controlLines(node, detail)
  if (notices.has(role))
    return [`${role}: ${cut(node.name ?? '', nameLengthMax)}`, ...inner(node, 'all')]
  const lines = inner(node, detail)
  if (isGroupOfNothing(node, lines)) return [`[${node.ref}] ${role}${quoted(wholeText(node))}`]
  if (detail === 'controls') return lines
  const own = role === 'img' || role === 'iframe' ? [`${role}${quoted(node.name)}`] : named(node)
  return [...own, ...lines]
}

/** Clickable things of other roles count as controls, unless they hold controls. */
const isControl = (node: SnapshotNode): boolean =>
  mayWork(node) && (controls.has(node.role) || !holdsControls(node))

const holdsControls = ({ children = [] }: SnapshotNode): boolean =>
  children.some((child) => typeof child !== 'string' && (mayWork(child) || holdsControls(child)))

/** Whether the node, or one within it, is a control: of nodes that can be clicked, one always is. */
const mayWork = ({ ref, role, cursor }: SnapshotNode): boolean =>
  ref !== undefined && (controls.has(role) || cursor === 'pointer')

/** A group that listens, without anything in it that works, works itself. */
const isGroupOfNothing = (node: SnapshotNode, lines: readonly string[]) =>
  node.role === 'group' && node.ref !== undefined && !lines.some((line) => line.startsWith('['))

const inner = ({ text, children = [] }: SnapshotNode, detail: Detail): string[] => [
  ...(text !== undefined && detail === 'all' ? textLines(text) : []),
  ...children.flatMap((child) => describe(child, detail)),
]

/** Cells, list items and the like may have their text as name. */
const named = ({ name, text, children }: SnapshotNode): string[] =>
  name !== undefined && text === undefined && children === undefined ? textLines(name) : []

function headingLines(node: SnapshotNode, detail: Detail): string[] {
  const title = wholeText(node)
  const within = (node.children ?? []).flatMap((child) =>
    typeof child === 'string' ? [] : describe(child, detail),
  )
  const lines = within.filter((line) => line.startsWith('['))
  return title === '' ? lines : [`${'#'.repeat(node.level ?? 1)} ${title}`, ...lines]
}

function controlLines(node: SnapshotNode, detail: Detail): string[] {
  const { role, name, placeholder, children = [] } = node
  const label = name ?? (withValue.has(role) ? placeholder : wholeText(node))
  const line = `[${node.ref}] ${role}${quoted(label)}${valueOf(node)}${writeStates(node)}`
  if (role === 'combobox' || role === 'listbox') {
    const options = children.filter((child) => typeof child !== 'string' && child.ref === undefined)
    const rest = children.filter((child) => !options.includes(child))
    return [line + writeOptions(options), ...rest.flatMap((child) => describe(child, 'controls'))]
  }
  const within = children.flatMap((child) => describe(child, detail))
  return [line, ...within.filter((text) => text.startsWith('['))]
}

function valueOf({ role, text }: SnapshotNode): string {
  if (!withValue.has(role) || text === undefined || text === '') return ''
  return ` = ${JSON.stringify(cut(text, valueLengthMax))}`
}

function writeStates({
  checked,
  pressed,
  disabled,
  expanded,
  selected,
  active,
}: SnapshotNode): string {
  const states = [
    checked === true && 'checked',
    checked === 'mixed' && 'partly checked',
    pressed === true && 'pressed',
    disabled && 'disabled',
    expanded && 'expanded',
    selected && 'selected',
    active && 'focused',
  ].filter(Boolean)
  return states.length === 0 ? '' : ` (${states.join(', ')})`
}

function writeOptions(options: readonly (SnapshotNode | string)[]): string {
  if (options.length === 0) return ''
  const shown = options.slice(0, optionsMax).map((option) => {
    if (typeof option === 'string') return option
    return `${JSON.stringify(cut(wholeText(option), nameLengthMax))}${writeStates(option)}`
  })
  const more = options.length > optionsMax ? `, and ${options.length - optionsMax} more` : ''
  return ` options: ${shown.join(', ')}${more}`
}

/** The text of a node from its beginning. Reads little more than is shown: a node may be within many that have a label. */
function wholeText(node: SnapshotNode): string {
  const parts: string[] = []
  let [length, nodes] = [0, 0]
  const read = (part: SnapshotNode | string): void => {
    const { name, text = '', children = [] } = typeof part === 'string' ? { name: part } : part
    const shown = cut(name ?? text, nameLengthMax)
    if (shown !== '') parts.push(shown)
    length += shown.length
    for (const child of name === undefined ? children : []) {
      nodes += 1
      if (length > nameLengthMax || nodes > labelNodesMax) break
      read(child)
    }
  }
  read(node)
  return cut(parts.join(' '), nameLengthMax)
}

const quoted = (name: string | undefined) =>
  name ? ` ${JSON.stringify(cut(name, nameLengthMax))}` : ''

const textLines = (text: string) => (text.trim() === '' ? [] : [cut(text, textLengthMax)])

function cut(text: string, lengthMax: number): string {
  const line = oneLine(text)
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax)}…`
}

/** Headings that have nothing that works below them say nothing about what can be done. */
function withoutIdleHeadings(lines: readonly string[]): string[] {
  return lines.filter((line, index) => {
    const next = lines[index + 1]
    return !line.startsWith('#') || (next !== undefined && !next.startsWith('#'))
  })
}
