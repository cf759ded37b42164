import type { Line, PageLines } from '#content/html/facts/page-facts.ts'
import { readLabel, type Label } from './profile.ts'
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
  /^(?:(?:you (?:may|might) also (?:like|need)|customers (?:also|who)|(?:more|other) (?:from|by|in|jobs|articles|recipes|products|news|stories|events|homes|listings|like this)|related|similar|recommended|recently viewed|most (?:read|popular)|read (?:more|next|also)|frequently bought|see also|further reading|popular)(?!\p{L})|(?:das könnte|dazu passt|ähnliche|weitere|verwandte|kunden kauften|zuletzt angesehen|meistgelesen|mehr (?:von|aus|zum)|auch interessant)(?!\p{L})|(?:vous aimerez|produits similaires|articles similaires|à lire aussi|à voir aussi|autres|également|les plus lus|plus de)(?!\p{L})|(?:también te|te puede|productos relacionados|relacionad|otros |otras |más de |lo más leído|artículos similares)|(?:potrebbe|prodotti correlati|correlati|altri |altre |ti potrebbero|leggi anche|i più letti)|(?:gerelateerd|anderen bekeken|ook interessant|meer van|vergelijkbare|andere )|(?:também|produtos relacionados|outros |outras |veja também|mais de )|(?:podobne|zobacz też|inne |polecane|najczęściej)|(?:liknande|andra |relaterade|du kanske|mest läst)|(?:lignende|andre |relaterede|måske|mest læst)|関連)/iu
const linesMax = 6_000

/** Reads what a page shows for its readers. */
export function writeOutline(text: PageLines | undefined, language = ''): Outline {
  const all = text?.lines.slice(0, linesMax) ?? []
  const marked = withoutBeside(all)
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

/** Marks the sections about other things as beside the content. */
function withoutBeside(lines: readonly Line[]): readonly Line[] {
  let level = 0
  return lines.map((line) => {
    if (line.level > 0 && (level === 0 || line.level <= level))
      level = line.level > 1 && besideHeading.test(line.text) ? line.level : 0
    return level > 0 ? { ...line, isAside: true } : line
  })
}

/** The first heading of the first level; without one the only heading of the highest. */
function findTitle(lines: readonly Line[]): number {
  const first = lines.findIndex(({ level }) => level === 1)
  if (first >= 0) return first
  const highest = Math.min(...lines.flatMap(({ level }) => (level > 0 ? level : [])))
  const own = lines.filter(({ level }) => level === highest)
  return own.length === 1 && own[0] ? lines.indexOf(own[0]) : -1
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
