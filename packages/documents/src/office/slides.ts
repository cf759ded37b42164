import type { Element } from 'domhandler'
import type { Lose } from '#documents/losses.ts'
import { parsePage } from '#content/html/parse.ts'
import { listElements, readText } from '#content/html/walk.ts'
import { joinInline, type Block } from './office-document.ts'
import { elementsIn, pathFrom, readRelations } from './relations.ts'
import { letters, scanSlide, type Slide } from './scan-slide.ts'
import type { Package } from './zip.ts'

export const slidesMax = 5_000
export const unknownSlides = 'The last slides have no headings, because there are too many'

/** The slides of a presentation in order; empty for other packages. */
export function readSlides(file: Package, lose: Lose): Slide[] {
  if (file.names.includes('ppt/presentation.xml')) return slidesOfPptx(file, lose)
  if (!file.part('mimetype')?.includes('presentation')) return []
  const content = file.part('content.xml')
  if (!content) lose(unknownSlides)
  return content ? slidesOfOdp(content, lose) : []
}

/** An intact presentation without slides, which the converter reports as damaged. */
export function isWithoutSlides(file: Package): boolean {
  const part = file.part('ppt/presentation.xml')?.toString('utf8') ?? ''
  const isWhole = /<\/(?:\w+:)?presentation>\s*$/.test(part)
  return isWhole && !/<(?:\w+:)?sldId[\s/>]/.test(part)
}

const parse = (xml: string) => parsePage(xml, 'xml')

function slidesOfPptx(file: Package, lose: Lose): Slide[] {
  const links = readRelations(file, 'ppt/presentation.xml')
  const slides: Slide[] = []
  for (const { name, attribs } of elementsIn(file, 'ppt/presentation.xml')) {
    const target = name === 'p:sldId' ? links.get(attribs['r:id'] ?? '') : undefined
    if (target === undefined) continue
    if (slides.length >= slidesMax) {
      lose(unknownSlides)
      break
    }
    const path = pathFrom('ppt', target)
    const read = () => file.part(path)?.toString('utf8') ?? ''
    slides.push(scanSlide(read) ?? readSlide(parse(read()).document, pptx))
  }
  return slides
}

function slidesOfOdp(content: Buffer, lose: Lose): Slide[] {
  const slides: Slide[] = []
  const { document, isCut } = parse(content.toString('utf8'))
  if (isCut) lose(unknownSlides)
  for (const element of listElements(document)) {
    if (element.name !== 'draw:page') continue
    if (slides.length >= slidesMax) {
      lose(unknownSlides)
      break
    }
    slides.push(readSlide(element, odp))
  }
  return slides
}

/** Element and part names of a package format. */
interface Naming {
  readonly paragraph: string
  readonly shape: string
  readonly isTitle: (shape: Element) => boolean
}

const pptx: Naming = { paragraph: 'a:p', shape: 'p:sp', isTitle: isPptxTitle }
const odp: Naming = {
  paragraph: 'text:p',
  shape: 'draw:frame',
  isTitle: ({ attribs }) => attribs['presentation:class'] === 'title',
}

function readSlide(root: Parameters<typeof listElements>[0], naming: Naming): Slide {
  const texts = new Set<string>()
  let title: string | undefined
  for (const element of listElements(root)) {
    if (element.name === naming.paragraph) texts.add(letters(readText(element)))
    if (title === undefined && element.name === naming.shape && naming.isTitle(element)) {
      title = letters(readText(element)) || undefined
    }
  }
  texts.delete('')
  return { title, texts: () => texts }
}

function isPptxTitle(shape: Element): boolean {
  for (const element of listElements(shape)) {
    if (element.name === 'p:ph') return /^(ctrTitle|title)$/.test(element.attribs['type'] ?? '')
  }
  return false
}

/**
 * Restores headings and slide boundaries: the converter returns all slides
 * as one text, so each slide is located by its first paragraph.
 */
export function withSlides(blocks: readonly Block[], slides: readonly Slide[]): readonly Block[] {
  if (slides.length === 0) return blocks
  const out: Block[] = []
  let next = 0
  for (const block of blocks) {
    const text = textOfBlock(block)
    const slide = slides[next]
    const isBegin = slide && (isSlideTitle(slide, text) || belongsTo(text, slides, next))
    if (isBegin) {
      if (next > 0) out.push({ kind: 'rule' })
      next += 1
    }
    const isTitle = isBegin ? slide.title !== undefined : isSlideTitle(slides[next - 1], text)
    out.push(isTitle ? toHeading(block) : block)
  }
  return out
}

/** Most texts differ from the title in their first letter, so their other letters are not compared. */
const isSlideTitle = (slide: Slide | undefined, text: string): boolean =>
  slide?.title !== undefined &&
  text.trimStart().startsWith(slide.title.slice(0, 1)) &&
  letters(text) === slide.title

/** A slide without a title starts at the first text that the previous slide does not contain. */
function belongsTo(text: string, slides: readonly Slide[], at: number): boolean {
  const [before, slide] = [slides[at - 1], slides[at]]
  if (!slide || slide.title !== undefined) return false
  const words = letters(text)
  return slide.texts().has(words) && !before?.texts().has(words)
}

function toHeading(block: Block): Block {
  return { kind: 'heading', level: 2, content: block.content ?? [] }
}

function textOfBlock({ content = [], list, table }: Block): string {
  if (list) return list.items[0]?.blocks.map(textOfBlock).join(' ') ?? ''
  if (table)
    return (table.grid[0] ?? []).flatMap(({ cell }) => cell?.blocks ?? []).map(textOfBlock)[0] ?? ''
  return content.map(joinInline).join('')
}
