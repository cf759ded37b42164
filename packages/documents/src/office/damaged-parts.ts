import { posix } from 'node:path'
import type { Losses } from '#documents/losses.ts'
import { elementsIn, localName, pathFrom } from './relations.ts'
import { isWhole } from './xml-repair.ts'
import type { Package } from './zip.ts'

const lost = 'Content is missing, because the file does not have it or it is damaged,'

/** Kinds of parts whose loss is one of content. */
const content =
  /\/(?:slide|notesSlide|worksheet|sharedStrings|chart|chartEx|footnotes|endnotes|comments|header|footer|image|diagramData|package|oleObject)$/
/** Smaller than those that are read with their own limits, and the last to be unpacked twice. */
const checkedBytesMax = 1024 * 1024
/** Read and repaired elsewhere; what is missing in a sheet is said with its name. */
const isRepaired = (path: string) => /^(?:word|ppt\/slides)\/[^/]+$/.test(path)

/** Names the parts that a package refers to and does not have, or that are cut off. */
export function nameDamagedParts(file: Package, losses: Losses): void {
  const names = new Set(file.names.map((name) => name.toLowerCase()))
  const lose = (path: string) => losses.at('in the part', path)(lost)
  for (const { path, isXml } of [...listTargets(file), ...listChapters(file)]) {
    if (!names.has(path.toLowerCase())) lose(path)
    else if (isXml && !isRepaired(path)) {
      const part = file.part(path, checkedBytesMax)
      if (part && !isWhole(part)) lose(path)
    }
  }
}

interface Target {
  readonly path: string
  readonly isXml: boolean
}

/** What the parts of an Office Open XML file refer to. */
function* listTargets(file: Package): Generator<Target> {
  for (const name of file.names) {
    if (!name.endsWith('.rels')) continue
    const folder = posix.dirname(posix.dirname(name))
    for (const { attribs } of elementsIn(file, name)) {
      const { Target: target = '', TargetMode: mode, Type: type = '' } = attribs
      if (mode === 'External' || target === '' || !content.test(type)) continue
      yield {
        path: pathFrom(folder === '.' ? '' : folder, target),
        isXml: target.endsWith('.xml') && !type.endsWith('/worksheet'),
      }
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
