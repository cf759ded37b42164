import type { Losses } from '#documents/losses.ts'
import {
  findObjects,
  inflate,
  listReferences,
  readMembers,
  type FileObjects,
} from './file-objects.ts'

const lostContent =
  'Text and drawings may be missing, because the content of the page is damaged or cut off,'
const lostPicture =
  'A picture or a drawing is missing, because the file does not have it or it is damaged,'
const lostAnnotation = 'An annotation or a field is missing, because the file does not have it,'
const lostField = 'A field of the form is missing, because the file does not have it'
/** Unpacked content that is looked at, of all pages. */
const contentBytesMax = 128 * 1024 * 1024
const [treeDepthMax, formDepthMax, membersMax] = [40, 12, 5_000]

type Members = ReadonlyMap<string, string>

/** What is wrong with a page. */
interface Found {
  content: boolean
  picture: boolean
}

const readRoot = (objects: FileObjects, file: Buffer): Members => {
  const at = file.lastIndexOf('/Root')
  const [root = -1] = at === -1 ? [] : listReferences(file.toString('latin1', at, at + 40))
  return readMembers(objects.read(root)?.text ?? '')
}

/** A value, or the text of the object that it refers to. */
const readValue = (objects: FileObjects, value = ''): string =>
  /^(?:<<|\[)/.test(value) ? value : (objects.read(listReferences(value)[0] ?? -1)?.text ?? '')

/** Whether a list has objects that the file does not have. */
function isIncomplete(objects: FileObjects, value: string | undefined): boolean {
  const [list] = listReferences(value)
  if (list === undefined) return false
  if (!value?.startsWith('[') && !objects.has(list)) return true
  // Without what stands behind it. Objects within the list have references of their own, which may be of no use.
  const [members = ''] = /^\s*\[[^\]<]*\]/.exec(readValue(objects, value)) ?? []
  return listReferences(members).some((number) => !objects.has(number))
}

/**
 * Names the first `count` pages whose content cannot be unpacked whole, ends within a text, or shows what the file does not have: the engine
 * leaves it out without an error. Encrypted files and rare packings are not looked at.
 */
export function nameLostContent(file: Buffer, count: number, losses: Losses): void {
  const objects = findObjects(file)
  if (!objects) return
  const open = createLook(objects)
  const root = readRoot(objects, file)
  const form = readMembers(readValue(objects, root.get('AcroForm')))
  if (isIncomplete(objects, form.get('Fields'))) losses.lose(lostField)
  let number = 0
  for (const page of listPages(objects, root)) {
    number += 1
    if (number > count) break
    const found = page ? open(page) : undefined
    if (objects.isSpent()) break
    if (isIncomplete(objects, page?.get('Annots'))) losses.at('on page', number)(lostAnnotation)
    if (found?.content) losses.at('on page', number)(lostContent)
    if (found?.picture) losses.at('on page', number)(lostPicture)
  }
}

/** The pages of a document in order, with the resources that they inherit; undefined for one that is missing. */
function* listPages(objects: FileObjects, root: Members): Generator<Members | undefined> {
  const known = new Set<number>()
  function* walk(number: number, inherited: string, depth: number): Generator<Members | undefined> {
    if (known.has(number) || depth > treeDepthMax) return
    known.add(number)
    const text = objects.read(number)?.text
    if (text === undefined) {
      yield undefined
      return
    }
    const members = readMembers(text)
    const resources = members.get('Resources') ?? inherited
    const kids = members.get('Kids')
    if (kids === undefined) {
      yield new Map([...members, ['Resources', resources]])
      return
    }
    const list = kids.startsWith('[') ? kids : objects.read(listReferences(kids)[0] ?? -1)?.text
    for (const kid of listReferences(list)) yield* walk(kid, resources, depth + 1)
  }
  const [pages] = listReferences(root.get('Pages'))
  if (pages !== undefined) yield* walk(pages, '', 0)
}

/** Looks at the content of pages. What several pages show is looked at once. */
function createLook(objects: FileObjects): (page: Members) => Found {
  const known = new Map<number, Found>()
  const unpack = createUnpack(objects)
  const read = (value: string | undefined) => readValue(objects, value)
  const lookInto = (number: number, resources: string, depth: number): Found => {
    const object = objects.read(number)
    if (!object?.stream) return { content: false, picture: true }
    const isForm = /\/Subtype\s*\/Form\b/.test(object.text)
    if (!isForm || depth > formDepthMax) return { content: false, picture: false }
    const found = known.get(number) ?? { content: false, picture: false }
    if (known.has(number)) return found
    known.set(number, found)
    const own = readMembers(object.text).get('Resources') ?? resources
    return Object.assign(found, look([number], own, depth))
  }
  const look = (streams: readonly number[], resources: string, depth: number): Found => {
    const parts = streams.map(unpack)
    const last = parts.at(-1)
    const isCut = last !== undefined && last.isWhole && endsEarly(last.content)
    const found = {
      content: isCut || parts.some((part) => part?.isWhole === false),
      picture: false,
    }
    const matches = parts.flatMap((part) => [...(part?.content.matchAll(shownName) ?? [])])
    const shown = new Set(matches.map(([, name = '']) => name))
    if (shown.size === 0 || shown.size > membersMax) return found
    const pictures = readMembers(read(readMembers(read(resources)).get('XObject')))
    for (const name of shown) {
      const [number = -1] = listReferences(pictures.get(name))
      const inner = lookInto(number, resources, depth + 1)
      found.content ||= inner.content
      found.picture ||= inner.picture
    }
    return found
  }
  return (page) => {
    const contents = page.get('Contents') ?? ''
    const [first] = listReferences(contents)
    if (first === undefined) return { content: false, picture: false }
    const list = read(contents).trimStart()
    return look(
      list.startsWith('[') ? listReferences(list) : [first],
      page.get('Resources') ?? '',
      0,
    )
  }
}

interface Unpacked {
  readonly content: string
  readonly isWhole: boolean
}

const lost: Unpacked = { content: '', isWhole: false }
const filters =
  /^(?:\/(?:FlateDecode|Fl|ASCII85Decode|A85|ASCIIHexDecode|AHx|LZWDecode|LZW|RunLengthDecode|RL|Crypt))+$/

/** Unpacks streams by their numbers; undefined for a packing that is not looked at. */
function createUnpack(objects: FileObjects): (number: number) => Unpacked | undefined {
  let left = contentBytesMax
  return (number) => {
    const { stream, text = '' } = objects.read(number) ?? {}
    if (!stream) return lost
    const filter = (readMembers(text).get('Filter') ?? '').replaceAll(/[[\]\s]/g, '')
    if (left <= 0) return undefined
    if (filter === '') left -= stream.length
    if (filter === '') return { content: stream.toString('latin1'), isWhole: true }
    if (!filters.test(filter)) return lost
    if (filter === '/ASCII85Decode')
      return /[^!-uz\s~>]/.test(stream.toString('latin1')) ? lost : undefined
    if (filter !== '/FlateDecode' && filter !== '/Fl') return undefined
    const read = inflate(stream, left)
    left -= read?.content.length ?? 0
    return read && { content: read.content.toString('latin1'), isWhole: read.isWhole }
  }
}

/** A picture or a form that a content shows. */
const shownName = /\/([^\s/<>[\](){}%]{1,200})\s{1,9}Do(?![\w*])/g
const tailLetters = 2_000
const operator =
  /(?:^|[\s)\]>])(?:b\*?|B\*?|B[DMI]C|BT|BX|c|cm|CS|cs|d[01]?|Do|DP|E[ITX]|EMC|[fF]\*?|[gG]|gs|h|i|[jJ]|[kK]|[lmM]|MP|n|[qQ]|re|RG|rg|ri|[sS]|SCN?|scn?|sh|T[*cdDfjJLmrswz]|v|W\*?|w|y|['"])$/

/** Whether a content ends before its last text or operation does. */
function endsEarly(content: string): boolean {
  const tail = content.slice(-tailLetters).replaceAll('\0', ' ').trimEnd()
  // A comment.
  if (tail === '' || tail.slice(tail.lastIndexOf('\n') + 1).startsWith('%')) return false
  if (!operator.test(tail)) return true
  // The bytes of a picture may be signs.
  const signs = /\sID\s/.test(tail) ? '' : tail.replaceAll(/\\[^]/g, '')
  return signs.lastIndexOf('(') > signs.lastIndexOf(')')
}
