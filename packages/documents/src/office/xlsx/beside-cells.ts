import { isTag, type Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { listElements, oneLine, readText } from '#content/html/walk.ts'
import type { Lose } from '#documents/losses.ts'
import {
  elementsIn,
  joinTexts,
  localName,
  pathFrom,
  readRelations,
} from '#documents/office/relations.ts'
import { withOrderedPoints } from '#documents/office/diagram-order.ts'
import type { Package } from '#documents/office/zip.ts'

/** What a sheet shows beside its cells. */
export interface BesideCells {
  /** Paragraphs of text boxes and diagrams, and descriptions of pictures. */
  readonly boxes: readonly string[]
  /** Parts of charts, by their paths. */
  readonly charts: readonly string[]
  readonly comments: readonly CellComment[]
}

interface CellComment {
  /** Such as `B2`. */
  readonly place: string
  readonly author: string
  readonly text: string
}

/** Finds the comments, text boxes and charts of a sheet. */
export function findBesideCells(file: Package, sheet: string, lose: Lose): BesideCells {
  const folder = sheet.slice(0, sheet.lastIndexOf('/'))
  const [drawing] = readRelations(file, sheet, '/drawing').values()
  const comments = readComments(file, sheet)
  const [boxes, charts]: [string[], string[]] = [readControls(file, sheet), []]
  if (drawing === undefined) return { boxes, charts, comments }
  const path = pathFrom(folder, drawing)
  const own = path.slice(0, path.lastIndexOf('/'))
  const [plain, extended, diagrams] = ['/chart', '/chartEx', '/diagramData'].map((kind) =>
    readRelations(file, path, kind),
  ) as [Map<string, string>, Map<string, string>, Map<string, string>]
  const targets = new Map([...plain, ...extended])
  for (const element of elementsIn(file, path)) {
    if (isFallback(element)) continue
    const kind = localName(element)
    if (kind === 'sp') boxes.push(...readParagraphs(listElements(element)))
    if (kind === 'pic') boxes.push(...readDescription(element))
    const id = element.attribs['r:id'] ?? element.attribs['r:dm'] ?? ''
    const [chart, diagram] = [targets.get(id), diagrams.get(id)]
    if (kind === 'chart' && chart !== undefined) charts.push(pathFrom(own, chart))
    else if (kind === 'chart') lose('A chart of an unknown kind was left out')
    if (kind === 'relIds' && diagram !== undefined)
      boxes.push(...readDiagram(file.part(pathFrom(own, diagram))))
  }
  return { boxes, charts, comments }
}

/** The labels of buttons and boxes to tick; notes of cells are drawn in the same way. */
function readControls(file: Package, sheet: string): string[] {
  const folder = sheet.slice(0, sheet.lastIndexOf('/'))
  return [...readRelations(file, sheet, '/vmlDrawing').values()].flatMap((target) =>
    [...elementsIn(file, pathFrom(folder, target))]
      .filter((element) => localName(element) === 'shape')
      .flatMap((shape) => {
        const parts = listElements(shape)
        const find = (name: string) => parts.find((one) => localName(one) === name)
        const [words, data, state] = [find('textbox'), find('ClientData'), find('Checked')]
        const kind = data?.attribs['ObjectType']
        const text = words ? oneLine(readText(words)) : ''
        if (text === '' || kind === undefined || kind === 'Note') return []
        const isTicked = state !== undefined && readText(state).trim() !== '0'
        const isBox = kind === 'Checkbox' || kind === 'Radio'
        return [isBox ? `${isTicked ? '☑' : '☐'} ${text}` : text]
      }),
  )
}

/** The texts that are drawn over a chart. */
export const readDrawnOver = (file: Package, path: string): string[] =>
  [...readRelations(file, path, '/chartUserShapes').values()].flatMap((target) =>
    readParagraphs(elementsIn(file, pathFrom(path.slice(0, path.lastIndexOf('/')), target))),
  )

/** What stands for a picture, written by the author of the sheet. */
function readDescription(picture: Element): string[] {
  const own = listElements(picture).find((one) => localName(one) === 'cNvPr')?.attribs
  const text = oneLine(own?.['descr'] || own?.['title'] || '')
  return text === '' ? [] : [text]
}

const readDiagram = (part: Buffer | undefined): string[] => {
  const xml = part && (withOrderedPoints(part) ?? part).toString('utf8')
  return xml === undefined ? [] : readParagraphs(parsePage(xml, 'xml').elements)
}

/** Whether an element repeats the one before it for older programs. */
function isFallback(element: Element): boolean {
  for (let at: Element['parent'] = element.parent; at && isTag(at); at = at.parent)
    if (localName(at) === 'Fallback') return true
  return false
}

function readParagraphs(elements: Iterable<Element>): string[] {
  return [...elements].flatMap((element) => {
    const text = element.name === 'a:p' ? oneLine(joinTexts(element)) : ''
    return text === '' ? [] : [text]
  })
}

/** A conversation is stored twice: as its parts, and as one text for older programs. */
function readComments(file: Package, sheet: string): CellComment[] {
  const parts = (kind: string) => {
    const folder = sheet.slice(0, sheet.lastIndexOf('/'))
    return [...readRelations(file, sheet, kind).values()].flatMap((target) => [
      ...elementsIn(file, pathFrom(folder, target)),
    ])
  }
  const people = new Map(
    file.names
      .filter((name) => name.startsWith('xl/persons/'))
      .flatMap((name) => [...elementsIn(file, name)])
      .map(({ attribs }) => [attribs['id'], attribs['displayName'] ?? '']),
  )
  const threaded = parts('/threadedComment')
    .filter((one) => localName(one) === 'threadedComment')
    .map((one) => makeComment(one, people.get(one.attribs['personId']) ?? ''))
  const known = new Set(threaded.map(({ place }) => place))
  const plain = parts('/comments')
  const authors = plain.filter((one) => localName(one) === 'author').map((one) => readText(one))
  const others = plain
    .filter((one) => localName(one) === 'comment' && !known.has(one.attribs['ref'] ?? ''))
    .map((one) => makeComment(one, authors[Number(one.attribs['authorId'])] ?? ''))
  return [...threaded, ...others].filter(({ text }) => text !== '')
}

function makeComment(element: Element, author: string): CellComment {
  const text = oneLine(joinTexts(element) || readText(element))
  const name = oneLine(author)
  // Excel begins a comment with the name of its author.
  const isNamed = name !== '' && text.startsWith(`${name}:`)
  return {
    place: element.attribs['ref'] ?? '',
    author: name,
    text: isNamed ? text.slice(name.length + 1).trim() : text,
  }
}
