import { listElements } from '#content/html/walk.ts'
import { parsePage } from '#content/html/parse.ts'

/** Styles of Word for lists within lists, each of which has a numbering of its own. */
const innerList = /^list (?:bullet|number) ([2-5])$/i

/**
 * Writes the level of paragraphs whose style is one of a list within a list, because the converter takes each style for a list of its own.
 * Undefined for a document that has none.
 */
export function withListLevels(document: Buffer, styles: Buffer | undefined): Buffer | undefined {
  if (!styles || !/list (?:bullet|number) [2-5]/i.test(styles.toString('latin1'))) return undefined
  const found = readStyles(styles)
  const xml = document.toString('utf8')
  const levelled = xml.replaceAll(
    /<w:pStyle w:val="([^"]{1,80})"\s?\/>(?!<w:numPr>)/g,
    (tag, id: string) => {
      const { level, numbering } = found.get(id) ?? {}
      if (level === undefined || numbering === undefined) return tag
      return `${tag}<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numbering}"/></w:numPr>`
    },
  )
  return levelled === xml ? undefined : Buffer.from(levelled)
}

interface ListStyle {
  readonly level: number
  readonly numbering: string | undefined
}

function readStyles(styles: Buffer): Map<string, ListStyle> {
  const elements = listElements(parsePage(styles.toString('utf8'), 'xml').document)
  return new Map(
    elements
      .filter(({ name }) => name === 'w:style')
      .flatMap((element) => {
        const value = (name: string) =>
          listElements(element).find((one) => one.name === name)?.attribs['w:val']
        const level = innerList.exec(value('w:name') ?? '')?.[1]
        const style = { level: Number(level) - 1, numbering: value('w:numId') }
        return level === undefined ? [] : [[element.attribs['w:styleId'] ?? '', style] as const]
      }),
  )
}

const [levelStart, levelEnd, numberingEnd] = ['<w:lvl ', '</w:lvl>', '</w:abstractNum>']

/** Gives numberings of one level four more that look like it. */
export function withInnerLevels(numbering: Buffer): Buffer {
  const parts = numbering.toString('utf8').split(numberingEnd)
  return Buffer.from(parts.map(withCopies).join(numberingEnd))
}

function withCopies(part: string): string {
  const from = part.indexOf(levelStart)
  const until = part.indexOf(levelEnd)
  if (from === -1 || until === -1 || part.lastIndexOf(levelStart) !== from) return part
  const level = part.slice(from, until + levelEnd.length)
  const copies = [1, 2, 3, 4].map((at) =>
    level.replace(/w:ilvl="0"/, `w:ilvl="${at}"`).replaceAll('%1', `%${at + 1}`),
  )
  return (
    part.slice(0, until + levelEnd.length) + copies.join('') + part.slice(until + levelEnd.length)
  )
}
