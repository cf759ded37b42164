import type { Line } from '#content/html/facts/page-facts.ts'
import type { Outline, Section } from './outline.ts'
import { areLabels } from './pairs.ts'
import { matchLabel, readLabel, type Profile } from './profile.ts'

/** One of several things that a page shows alike. */
export interface Block {
  readonly lines: readonly Line[]
  /** Index of its first line. */
  readonly at: number
  /** The heading above it that is not its own. */
  readonly section: string
}

/** Blocks that are built alike. */
export interface BlockGroup {
  readonly blocks: readonly Block[]
  /** The class of the blocks or their tag. */
  readonly name: string
}

const groupsMax = 60
const blocksMin = 2
const blocksMax = 500
const linesPerBlockMax = 60
const depthMax = 6

/** Groups of blocks that are built alike: elements with the same tag and class, and headings of a level with what follows. */
export function groupBlocks(outline: Outline): readonly BlockGroup[] {
  return [
    ...termGroups(outline),
    ...elementGroups(outline),
    ...headingGroups(outline),
    ...lineGroups(outline),
  ].slice(0, groupsMax)
}

/** Elements by their tag and class, wherever they stand: a menu has them in several sections. */
function elementGroups({ lines, text: { containers } }: Outline): BlockGroup[] {
  const groups = new Map<string, Map<number, { at: number; lines: Line[] }>>()
  for (const [at, line] of lines.entries()) {
    let container = line.container
    for (let depth = 0; container > 0 && depth < depthMax; depth += 1) {
      const { step = '', parent = -1 } = containers[container] ?? {}
      const [tag = '', rest = ''] = step.split(':nth-of-type(')
      const [, name = ''] = rest.split('.')
      const isKept = name !== '' || /^(?:li|article|section|tr|div|dl|p|figure)$/.test(tag)
      if (isKept) {
        const outer = name === '' ? `${tag} in ${findOuter(containers, parent)}` : `${tag}.${name}`
        const blocks = groups.get(outer) ?? new Map<number, { at: number; lines: Line[] }>()
        groups.set(outer, blocks)
        const block = blocks.get(container) ?? { at, lines: [] }
        blocks.set(container, block)
        if (block.lines.length < linesPerBlockMax) block.lines.push(line)
      }
      container = parent
    }
  }
  const sections = createFindSection(lines)
  return [...groups]
    .filter(([, blocks]) => blocks.size >= blocksMin)
    .map(([name, blocks]) => ({
      name: name.slice(name.indexOf('.') + 1),
      blocks: [...blocks.values()]
        .slice(0, blocksMax)
        .map((block) => ({ ...block, section: sections(block.at, block.lines) })),
    }))
}

function findOuter(containers: Outline['text']['containers'], parent: number): string {
  const step = containers[parent]?.step ?? ''
  return step.replace(/:nth-of-type\(\d+\)/, '')
}

/** The heading before a line of a block that stands above those of the block. */
function createFindSection(lines: readonly Line[]) {
  return function findSection(at: number, own: readonly Line[]): string {
    const inner = Math.min(...own.map(({ level }) => (level > 0 ? level : 9)))
    for (let before = at - 1; before >= 0; before -= 1) {
      const { level = 0, text = '' } = lines[before] ?? {}
      if (level > 0 && level < inner) return level === 1 ? '' : text
    }
    return ''
  }
}

/** The terms of a definition list with what is said of each. */
function termGroups({ lines, text: { containers } }: Outline): BlockGroup[] {
  const findSection = createFindSection(lines)
  const groups = new Map<number, Block[]>()
  for (const [at, { kind, container }] of lines.entries()) {
    if (kind !== 'term') continue
    let end = at + 1
    while (lines[end]?.kind === 'value' && end - at < linesPerBlockMax) end += 1
    const parent = containers[container]?.parent ?? -1
    const inside = lines.slice(at, end)
    const blocks = groups.get(parent) ?? []
    groups.set(parent, blocks)
    if (inside.length > 1) blocks.push({ at, lines: inside, section: findSection(at, inside) })
  }
  return [...groups.values()]
    .filter((blocks) => blocks.length > 0)
    .map((blocks) => ({ name: '', blocks: blocks.slice(0, blocksMax) }))
}

/** Lines of one block that breaks part and that begin with a label each: `Adults: 4 €`. */
function lineGroups({ lines }: Outline): BlockGroup[] {
  const findSection = createFindSection(lines)
  const groups = new Map<number, Block[]>()
  for (const [at, line] of lines.entries()) {
    if (line.kind !== 'text' || !/^[^:]{2,40} ?: ./.test(line.text)) continue
    const blocks = groups.get(line.container) ?? []
    groups.set(line.container, blocks)
    blocks.push({ at, lines: [line], section: findSection(at, [line]) })
  }
  return [...groups.values()]
    .filter((blocks) => blocks.length >= blocksMin)
    .map((blocks) => ({ name: '', blocks: blocks.slice(0, blocksMax) }))
}

/** Headings of one level and what follows each of them. */
function headingGroups({ lines, sections }: Outline): BlockGroup[] {
  const groups: BlockGroup[] = []
  for (let level = 2; level <= 7; level += 1) {
    const own = sections.filter((section) => section.level === level)
    if (own.length < blocksMin) continue
    const findSection = createFindSection(lines)
    const blocks = own.slice(0, blocksMax).map(({ at, end }) => {
      const inside = lines.slice(at, Math.min(end, at + linesPerBlockMax))
      return { at, lines: inside, section: findSection(at, inside) }
    })
    groups.push({ name: '', blocks })
  }
  return groups
}

const isHead = ({ lines }: Block): boolean => lines.length === 1 && lines[0]?.kind === 'cell'

/** Blocks without the rows of one cell among others, which name the section of what is beneath them. */
export function withHeads(blocks: readonly Block[]): readonly Block[] {
  const heads = blocks.filter(isHead)
  if (heads.length === 0 || heads.length * 2 >= blocks.length) return blocks
  let section = ''
  return blocks.flatMap((block) => {
    if (isHead(block)) section = block.lines[0]?.text ?? ''
    return isHead(block) ? [] : [section === '' ? block : { ...block, section }]
  })
}

const alikeMin = 3

/** Whether a heading with more words than the name of a list is that of one of its things: `Pier Cottage` of `cottages`. */
export const isAmong = (
  groups: readonly BlockGroup[],
  { at, heading }: Section,
  list: Profile,
): boolean =>
  matchLabel(list, heading) < 2.5 &&
  groups.some(({ blocks }) => blocks.length >= alikeMin && blocks.some((block) => block.at === at))

/** Whether blocks are labels and their values, which are all of one thing. */
export const isOfLabels = (blocks: readonly Block[]): boolean =>
  areLabels(
    blocks.flatMap(({ lines: [name, , more] }) =>
      name?.kind === 'cell' && !more ? name.text : [],
    ),
    blocks.length,
  )

/** Whether the class of blocks names a list. */
export const nameScore = ({ name }: BlockGroup, list: Profile): number =>
  name !== '' && matchLabel(list, readLabel(`${name}s`)) > 0 ? 1 : 0
