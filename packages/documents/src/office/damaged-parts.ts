import { posix } from 'node:path'
import type { Losses } from '#documents/losses.ts'
import { elementsIn, localName, pathFrom } from './relations.ts'
import { isWhole } from './xml-repair.ts'
import type { Package } from './zip.ts'

export const lostPart = 'Content is missing, because the file does not have it or it is damaged,'

/** Kinds of parts whose loss is one of content: those that a part names where they stand, and those that belong to it as a whole. */
const named =
  /\/(?:slide|worksheet|chart|chartEx|header|footer|image|diagramData|package|oleObject)$/
const whole = /\/(?:notesSlide|footnotes|endnotes|comments)$/
/** More than presentations have. */
const relationsMax = 5_000
/** Smaller than those that are read with their own limits, and the last to be unpacked twice. */
const checkedBytesMax = 1024 * 1024
/** Read and repaired elsewhere; what is missing in a sheet is said with its name. */
const isRepaired = (path: string) => /^(?:word|ppt\/slides)\/[^/]+$/.test(path)

/** Names the parts that a package refers to and does not have, or that are cut off. */
export function nameDamagedParts(file: Package, losses: Losses): void {
  const names = new Set(file.names.map((name) => name.toLowerCase()))
  const lose = (path: string) => losses.at('in the part', path)(lostPart)
  for (const { path, isXml } of [...listTargets(file, names), ...listChapters(file)]) {
    if (!names.has(path.toLowerCase())) lose(path)
    else if (isXml && !isRepaired(path)) {
      const part = file.part(path, checkedBytesMax)
      if (part && !isWhole(part)) lose(path)
    }
  }
}

/** Where a part shows another. */
const reference = /:(?:id|embed|link|pict|dm)="[^"]{1,80}"/g
const readId = (text: string): string | undefined => text.split('"')[1]

interface Target {
  readonly path: string
  readonly isXml: boolean
}

/** What the parts of an Office Open XML file refer to. */
function* listTargets(file: Package, names: ReadonlySet<string>): Generator<Target> {
  const relations = file.names.filter((name) => name.endsWith('.rels'))
  for (const name of relations.slice(0, relationsMax)) {
    const folder = posix.dirname(posix.dirname(name))
    const source = file.part(posix.join(folder, posix.basename(name, '.rels')))
    const shown = new Set(source?.toString('latin1').match(reference)?.map(readId))
    for (const { attribs } of elementsIn(file, name)) {
      const { Id: id, Target: target = '', TargetMode: mode, Type: type = '' } = attribs
      if (mode === 'External' || target === '') continue
      const isShown = whole.test(type) || (named.test(type) && shown.has(id))
      const isText = target.endsWith('.xml') && !type.endsWith('/worksheet')
      const isStrings = type.endsWith('/sharedStrings')
      const path = pathFrom(folder === '.' ? '' : folder, target)
      // A workbook may have no texts.
      if (isShown || (isStrings && names.has(path.toLowerCase()))) yield { path, isXml: isText }
    }
  }
}

/** The chapters of an e-book. */
function* listChapters(file: Package): Generator<Target> {
  for (const container of elementsIn(file, 'META-INF/container.xml')) {
    const path = container.attribs['full-path']
    if (localName(container) !== 'rootfile' || path === undefined) continue
    for (const item of elementsIn(file, path)) {
      const { href = '', 'media-type': type } = item.attribs
      if (localName(item) !== 'item' || type !== 'application/xhtml+xml') continue
      yield { path: pathFrom(posix.dirname(path), decodeHref(href)), isXml: false }
    }
  }
}

function decodeHref(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
