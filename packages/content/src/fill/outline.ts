import type { Line, PageLines } from '#content/html/facts/page-facts.ts'
import { readLabel, type Label } from './profile.ts'
import { bareNumber, isUnitName } from './quantities.ts'
import { listPairs, type Pair } from './pairs.ts'

/** A heading and what stands beneath it. */
export interface Section {
  readonly heading: Label
  readonly level: number
  /** Indexes of its heading and of the first line behind it. */
  readonly at: number
  readonly end: number
}

/** The content of a page, without what stands beside it. */
export interface Outline {
  readonly text: PageLines
  readonly lines: readonly Line[]
  /** What stands beside the content. */
  readonly aside: readonly Line[]
  readonly pairs: readonly Pair[]
  readonly sections: readonly Section[]
  /** Index of the first heading of the highest level; -1 without one. */
  readonly title: number
  /** As the page declares it; empty where it does not. */
  readonly language: string
}

const besideHeading =
  /^(?:(?:you (?:may|might) also (?:like|need)|customers (?:also|who)|(?:more|other) (?:from|by|in|jobs|articles|recipes|products|news|stories|events|homes|listings|like this)|related|similar|recommended|recently viewed|most (?:read|popular)|read (?:more|next|also)|frequently bought|see also|further reading|popular)(?!\p{L})|(?:das könnte|dazu passt|ähnliche|weitere|verwandte|kunden kauften|zuletzt angesehen|meistgelesen|mehr (?:von|aus|zum)|auch interessant)(?!\p{L})|(?:vous aimerez|produits similaires|articles similaires|à lire aussi|à voir aussi|autres|également|les plus lus|plus de)(?!\p{L})|(?:también te|te puede|productos relacionados|relacionad|otros |otras |más de |lo más leído|artículos similares)|(?:potrebbe|prodotti correlati|correlati|altri |altre |ti potrebbero|leggi anche|i più letti)|(?:gerelateerd|anderen bekeken|ook interessant|meer van|vergelijkbare|andere )|(?:também|produtos relacionados|outros |outras |veja também|mais de )|(?:podobne|zobacz też|inne |polecane|najczęściej)|(?:liknande|andra |relaterade|du kanske|mest läst)|(?:lignende|andre |relaterede|måske|mest læst)|関連|(?:passt|passend) (?:dazu|zu|hierzu)|\p{L}{3,20} (?:parecid|similar|relacionad|simili$|semelhant|vergelijkba|podobn|liknande|lignende|ähnlich)\p{L}{0,4}$)/iu
const linesMax = 6_000

/** Reads what a page shows for its readers. */
export function writeOutline(text: PageLines | undefined, language = ''): Outline {
  const all = text?.lines.slice(0, linesMax) ?? []
  const marked = joinUnits(withoutBeside(all, text?.containers ?? []), text?.containers ?? [])
  const lines = marked.filter(({ isAside }) => !isAside)
  const aside = marked.filter(({ isAside }) => isAside)
  const shown: PageLines = { lines, containers: text?.containers ?? [] }
  const sections = splitSections(lines)
  const title = findTitle(lines)
  return { text: shown, lines, aside, pairs: listPairs(shown), sections, title, language }
}

/** What stands beside the content as an outline of its own, without the sections about other things. */
export function writeAside({ aside, text: { containers }, language }: Outline): Outline {
  const lines = aside.map((line) => ({ ...line, isAside: false }))
  return writeOutline({ lines, containers }, language)
}

const pieces = /^(?:stück|stk|pcs|pieces?|pièces?|pz|pezzi|szt|uds?|st|ks|stuks|個|台|枚)\.?$/iu

/** Rows of a name, a number and its unit, each in a cell: the number with its unit is one cell. */
function joinUnits(lines: readonly Line[], containers: PageLines['containers']): readonly Line[] {
  const row = (at: number) => containers[lines[at]?.container ?? -1]?.parent ?? -1
  const isUnit = (at: number): boolean => {
    const [number, unit] = [lines[at - 1], lines[at]]
    if (unit?.kind !== 'cell' || number?.kind !== 'cell' || !bareNumber.test(number.text))
      return false
    const isOwn = row(at) >= 0 && row(at) === row(at - 2) && row(at) !== row(at + 1)
    return isOwn && row(at) !== row(at - 3) && (pieces.test(unit.text) || isUnitName(unit.text))
  }
  return lines.flatMap((line, at) => {
    if (isUnit(at)) return []
    const unit = isUnit(at + 1) ? lines[at + 1] : undefined
    if (!unit) return [line]
    const text = `${line.text} ${unit.text}`
    return [{ ...line, text, parts: [{ text }] }]
  })
}

/** Marks the sections about other things as beside the content. */
function withoutBeside(
  lines: readonly Line[],
  containers: PageLines['containers'],
): readonly Line[] {
  let level = 0
  let isFoot = false
  return lines.map((line) => {
    // What is beneath the page is of no section.
    const wasFoot = isFoot
    isFoot = isInFoot(line, containers)
    if (isFoot && !wasFoot) level = 0
    if (line.level > 0 && (level === 0 || line.level <= level))
      level = line.level > 1 && besideHeading.test(line.text) ? line.level : 0
    return level > 0 ? { ...line, isAside: true } : line
  })
}

function isInFoot({ container }: Line, containers: PageLines['containers']): boolean {
  for (let at = container, depth = 0; at > 0 && depth < footDepthMax; depth += 1) {
    if (containers[at]?.step.startsWith('footer') === true) return true
    at = containers[at]?.parent ?? -1
  }
  return false
}

const footDepthMax = 12

/** The first heading of the first level; without one the only heading of the highest. */
function findTitle(lines: readonly Line[]): number {
  const first = lines.findIndex(({ level }) => level === 1)
  if (first >= 0) return first
  const highest = Math.min(...lines.flatMap(({ level }) => (level > 0 ? level : [])))
  const own = lines.filter(({ level }) => level === highest)
  return own.length === 1 && own[0] ? lines.indexOf(own[0]) : -1
}

/** The lines between the title and the next heading. */
export function beneathTitle({ lines, title }: Outline): readonly (readonly [number, string])[] {
  if (title < 0) return []
  // A price may be a heading of its own.
  const next = lines.findIndex(
    ({ level, text }, at) => at > title && level > 0 && /\p{L}{2}/u.test(text),
  )
  const end = next < 0 ? lines.length : next
  return lines.slice(title + 1, end).map(({ text }, at) => [title + 1 + at, text] as const)
}

const pseudoLengthMax = 60

/** Headings, and lines in bold that end with a colon, with what stands beneath each. */
function splitSections(lines: readonly Line[]): readonly Section[] {
  const sections: Section[] = []
  for (const [at, line] of lines.entries()) {
    const level = readLevel(line)
    if (level === 0) continue
    let end = at + 1
    for (let next = lines[end]; next; next = lines[end]) {
      const other = readLevel(next)
      if (other > 0 && other <= level) break
      end += 1
      if (end - at > sectionMax) break
    }
    sections.push({ heading: readLabel(line.text.toLowerCase()), level, at, end })
  }
  return sections
}

const sectionMax = 2_000
const boldLevel = 7

function readLevel({ level, text, parts, kind }: Line): number {
  if (level > 0) return level
  if (text.length > pseudoLengthMax || kind === 'cell' || kind === 'term') return 0
  const isBold = parts.length === 1 && parts[0]?.isStrong === true
  return isBold || /[^.!?]:$/.test(text) ? boldLevel : 0
}

/** The words of a text in lower case, with a space around each. */
export const wordsAround = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
