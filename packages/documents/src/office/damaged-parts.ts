import { posix } from 'node:path'
import type { Losses } from '#documents/losses.ts'
import { isWholePicture } from '#documents/whole-picture.ts'
import { listEmbedded } from './odf-embedded.ts'
import { elementsIn, localName, pathFrom } from './relations.ts'
import { isWhole } from './xml-repair.ts'
import type { Package } from './zip.ts'

export const lostPart = 'Content is missing, because the file does not have it or it is damaged,'
export const changedPart =
  'Content may be wrong or missing, because it does not match its checksum,'
export const unreadFile = 'An embedded file was left out'
const unreadRecording = 'A film or a recording was left out'

/** Kinds of parts whose loss is one of content: those that a part names where they stand, and those that belong to it as a whole. */
const named =
  /\/(?:slide|worksheet|chart|chartEx|drawing|header|footer|image|diagramData|package|oleObject)$/
const whole = /\/(?:notesSlide|footnotes|endnotes|comments|styles)$/
/** What a document shows and the readers leave out. */
const unread = /\/(?:subDocument|video|audio)$/
/** More than presentations have. */
const relationsMax = 5_000
/** Smaller than those that are read with their own limits, and the last to be unpacked twice. */
const checkedBytesMax = 1024 * 1024
/** Larger pictures are not looked at. */
const pictureBytesMax = 32 * 1024 * 1024
const isPicture = (path: string) => /\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|svg)$/i.test(path)
/** Read and repaired elsewhere; what is missing in a sheet is said with its name. */
const isRepaired = (path: string) => /^(?:word|ppt\/slides)\/[^/]+$/.test(path)

/** Names the parts that a package refers to and does not have, or that are cut off or not read. */
export function nameDamagedParts(file: Package, losses: Losses): void {
  const names = new Set(file.names.map((name) => name.toLowerCase()))
  const known = new Set<string>()
  for (const { path, isXml, lost } of [
    ...listTargets(file, names),
    ...listChapters(file),
    ...listEmbedded(file),
  ]) {
    const lose = losses.at('in the part', path)
    if (lost !== undefined) lose(lost)
    else if (!names.has(path.toLowerCase())) lose(lostPart)
    else if (isPicture(path) && !known.has(path)) {
      const part = file.part(path, pictureBytesMax)
      if (part && !isWholePicture(part)) lose(lostPart)
    } else if (isXml && !isRepaired(path)) {
      const part = file.part(path, checkedBytesMax)
      if (part && !isWhole(part)) lose(lostPart)
    }
    known.add(path)
  }
}

/** Where a part shows another. */
const reference = /:(?:id|embed|link|pict|dm)="[^"]{1,80}"/g
const readId = (text: string): string | undefined => text.split('"')[1]

/** A part that a document shows. */
export interface Target {
  readonly path: string
  readonly isXml: boolean
  /** What is said of one that is not read. */
  readonly lost?: string
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
      if (unread.test(type)) {
        const lost = type.endsWith('/subDocument') ? unreadFile : unreadRecording
        yield { path: mode === 'External' ? target : pathFrom(folder, target), isXml: false, lost }
      }
      if (mode === 'External' || target === '' || unread.test(type)) continue
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
      if (localName(item) !== 'item' || !/^(?:application\/xhtml\+xml|image\/.*)$/.test(type ?? ''))
        continue
      const chapter = pathFrom(posix.dirname(path), decodeHref(href))
      yield { path: chapter, isXml: false }
      const text = isPicture(chapter) ? undefined : file.part(chapter)?.toString('utf8')
      for (const [, source = ''] of text?.matchAll(pictureOfChapter) ?? [])
        yield { path: pathFrom(posix.dirname(chapter), decodeHref(source)), isXml: false }
    }
  }
}

/** Of a file in the book. */
const pictureOfChapter = /<img\s[^<>]{0,400}?src="([^":#?<>]{1,400})"/g

function decodeHref(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
