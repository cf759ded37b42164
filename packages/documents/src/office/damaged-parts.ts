import { posix } from 'node:path'
import type { Losses } from '#documents/losses.ts'
import { isWholePicture } from '#documents/whole-picture.ts'
import { hasDrawnText, unpackDrawing } from './metafile.ts'
import { listEmbedded } from './odf-embedded.ts'
import { elementsIn, localName, pathFrom, readRelations } from './relations.ts'
import { isWhole } from './xml-repair.ts'
import type { Package } from './zip.ts'

export const lostPart = 'Content is missing, because the file does not have it or it is damaged,'
export const changedPart =
  'Content may be wrong or missing, because it does not match its checksum or is packed in an unknown way,'
export const unreadFile = 'An embedded file was left out'
const unreadRecording = 'A film or a recording was left out'
const lostReference =
  'A picture, a link or another part is missing, because the file does not say where it is,'
const drawnText = 'Text of a drawing was left out'
const lostNote = 'A note or a comment is missing that the text refers to'

/** Kinds of parts whose loss is one of content: those that a part names where they stand, and those that belong to it as a whole. */
const named =
  /\/(?:slide|worksheet|chartsheet|chart|chartEx|drawing|header|footer|image|diagramData|package|oleObject)$/
const whole = /\/(?:notesSlide|footnotes|endnotes|comments|styles|numbering)$/
/** What a document shows and the readers leave out. */
const unread = /\/(?:subDocument|video|audio)$/
/** More than presentations have. */
const relationsMax = 5_000
/** Smaller than those that are read with their own limits, and the last to be unpacked twice. */
const checkedBytesMax = 1024 * 1024
/** Larger pictures are not looked at. */
const pictureBytesMax = 32 * 1024 * 1024
const isPicture = (path: string) =>
  /\.(?:png|jpe?g|gif|bmp|tiff?|webp|em[fz]|wm[fz]|svgz?|svm)$/i.test(path)
/** Read and repaired elsewhere; what is missing in a sheet is said with its name. */
const isRepaired = (path: string) => /^(?:word|ppt\/slides)\/[^/]+$/.test(path)

/** Names the parts that a package refers to and does not have, or that are cut off or not read. */
export function nameDamagedParts(file: Package, losses: Losses): void {
  const names = new Set(file.names.map((name) => name.toLowerCase()))
  const known = new Set<string>()
  for (const { path, isXml, lost } of [
    ...listTargets(file, names),
    ...listNotes(file),
    ...listChapters(file),
    ...listEmbedded(file),
  ]) {
    const lose = losses.at('in the part', path)
    if (lost !== undefined) lose(lost)
    else if (!names.has(path.toLowerCase())) lose(lostPart)
    else if (isPicture(path) && !known.has(path)) {
      const part = file.part(path, pictureBytesMax)
      const drawing = part && unpackDrawing(part)
      if (part && !(drawing && isWholePicture(drawing))) lose(lostPart)
      else if (drawing && hasDrawnText(drawing)) lose(drawnText)
    } else if (isXml && !isRepaired(path)) {
      const part = file.part(path, checkedBytesMax)
      if (part && !isWhole(part)) lose(lostPart)
    }
    known.add(path)
  }
}

/** Where a part shows another: the prefix and the number. Texts are searched for their few colons. */
const reference = /:(?<=\s(\w{1,20}):)(?:id|embed|link|pict|dm)="([^"]{1,80})"/g

/** A part that a document shows. */
export interface Target {
  readonly path: string
  readonly isXml: boolean
  /** What is said of one that is not read. */
  readonly lost?: string
}

/** What the parts of an Office Open XML file refer to. */
function* listTargets(file: Package, names: ReadonlySet<string>): Generator<Target> {
  const relations = new Set([
    ...file.names.filter((name) => name.endsWith('.rels')),
    ...file.names.filter((name) => isMain.test(name)).map(relationsPath),
  ])
  for (const name of [...relations].slice(0, relationsMax)) {
    const folder = posix.dirname(posix.dirname(name))
    const path = posix.join(folder, posix.basename(name, '.rels'))
    const references = [...(file.part(path)?.toString('latin1').matchAll(reference) ?? [])]
    const shown = new Set(references.map(([, , id]) => id))
    const missing = new Set(references.flatMap(([, prefix, id]) => (prefix === 'r' ? [id] : [])))
    for (const { attribs } of elementsIn(file, name)) {
      const { Id: id, Target: target = '', TargetMode: mode, Type: type = '' } = attribs
      missing.delete(id)
      if (unread.test(type)) {
        const lost = type.endsWith('/subDocument') ? unreadFile : unreadRecording
        yield { path: mode === 'External' ? target : pathFrom(folder, target), isXml: false, lost }
      }
      if (mode === 'External' || target === '' || unread.test(type)) continue
      const isShown = whole.test(type) || (named.test(type) && shown.has(id))
      const isText = target.endsWith('.xml') && !type.endsWith('/worksheet')
      const isStrings = type.endsWith('/sharedStrings')
      const own = pathFrom(folder === '.' ? '' : folder, target)
      // A workbook may have no texts.
      if (isShown || (isStrings && names.has(own.toLowerCase()))) yield { path: own, isXml: isText }
    }
    if (missing.size > 0) yield { path, isXml: false, lost: lostReference }
  }
}

/** Parts that refer to others even when the file does not say to which. */
const isMain = /^(?:word\/document|ppt\/slides\/slide\d+|xl\/worksheets\/sheet\d+)\.xml$/
const relationsPath = (name: string) =>
  posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`)

/** The parts that lack a note or a comment to which a text document refers. */
function* listNotes(file: Package): Generator<Target> {
  const text = file.part('word/document.xml')?.toString('latin1') ?? ''
  for (const kind of ['footnote', 'endnote', 'comment']) {
    const path = `word/${kind}s.xml`
    const wanted = text.includes(`${kind}Reference`) ? listIds(text, `${kind}Reference`) : []
    // A part that is missing or large is named elsewhere, or not looked at.
    if (wanted.length === 0 || file.names.includes(path) !== (file.part(path) !== undefined))
      continue
    const isKnown = readRelations(file, 'word/document.xml', `/${kind}s`).size > 0
    const own = new Set(listIds(file.part(path)?.toString('latin1') ?? '', kind))
    if (
      wanted.some((id) => !own.has(id)) &&
      (own.size > 0 || file.names.includes(path) || !isKnown)
    )
      yield { path, isXml: false, lost: lostNote }
  }
}

const noted = /<w:((?:footnote|endnote|comment)(?:Reference)?)\s[^<>]{0,400}?w:id="(\d{1,10})"/g
const listIds = (xml: string, element: string): string[] =>
  [...xml.matchAll(noted)].flatMap(([, name, id]) => (name === element && id ? [id] : []))

/** The chapters of an e-book. */
function* listChapters(file: Package): Generator<Target> {
  for (const container of elementsIn(file, 'META-INF/container.xml')) {
    const path = container.attribs['full-path']
    if (localName(container) !== 'rootfile' || path === undefined) continue
    const items = new Map<string | undefined, Target>()
    for (const item of elementsIn(file, path)) {
      const { id, idref, href = '', 'media-type': type = '' } = item.attribs
      if (localName(item) === 'itemref')
        yield items.get(idref) ?? { path: idref ?? path, isXml: false, lost: lostPart }
      if (localName(item) !== 'item') continue
      const chapter = pathFrom(posix.dirname(path), decodeHref(href))
      const isRead = /^(?:application\/xhtml\+xml|text\/html|image\/.*)$/.test(type)
      items.set(id, { path: chapter, isXml: false, ...(!isRead && { lost: unreadFile }) })
      if (!isRead) continue
      yield { path: chapter, isXml: false }
      const text = isPicture(chapter) ? undefined : file.part(chapter)?.toString('utf8')
      for (const [, source = ''] of text?.matchAll(pictureOfChapter) ?? [])
        yield { path: pathFrom(posix.dirname(chapter), decodeHref(source)), isXml: false }
    }
  }
}

/** Of a file in the book. */
const pictureOfChapter = /<(?:img\s[^<>]{0,400}?src|image\s[^<>]{0,400}?href)="([^":#?<>]{1,400})"/g

function decodeHref(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
