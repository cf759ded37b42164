import type { Row } from './rows.ts'
import { surround, type Segment } from './segment.ts'
import type { TableLayout } from './tables.ts'

const entriesMin = 4
const numberedShareMin = 0.5
const wordsMin = 3
const pageNumber = /^(?:\d{1,4}|[ivxlc]{1,6})$/
/** The number of an entry, with a word such as "Chapter" before it. */
const entryNumber =
  /^(?:\p{L}{1,12} {1,3})?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[A-Z]|[IVXLC]{1,6})[.):]?$/u
const heading =
  /^(?:(?:table of )?contents|in this issue|inhalt(?:sverzeichnis|sübersicht)?|table des matières|sommaire|índice|indice|sumário|inhoud(?:sopgave)?|innehåll|indhold|innhold|spis treści|obsah|содержание|оглавление|目次|目录|목차)$/iu

/** An entry of a table of contents, or a line of its title without the page number. */
interface Entry {
  readonly title: readonly Segment[]
  readonly page: readonly Segment[]
}

/**
 * The entries of a table of contents without leaders; undefined for other tables. Its last column has nothing but page numbers,
 * which never fall, beside titles of several words or below a heading such as "Contents".
 */
export function contentsRows(
  table: TableLayout,
  { before, after }: { before: Row | undefined; after: Row | undefined },
): Row[] | undefined {
  const read = table.cells.map(findEntry)
  if (!read.every((entry) => entry !== undefined)) return undefined
  const entries = wholeEntries(read)
  // Entries of chapters stand between those of sections, which have leaders.
  const isBeside = [before, after].some((row) => row !== undefined && isContentsLine(row))
  const least = isBeside ? 1 : entriesMin
  if (entries.length < Math.max(least, numberedShareMin * read.length)) return undefined
  const pages = entries.flatMap(({ page }) => {
    const text = joinText(page)
    return /^\d/.test(text) ? [Number(text)] : []
  })
  const isRising = pages.every((page, at) => at === 0 || page >= (pages[at - 1] ?? 0))
  if (!isRising || pages.length < least / 2) return undefined
  const isHeaded = before !== undefined && heading.test(joinText(before.segments))
  if (!isBeside && !isHeaded && !(hasTitles(entries) && isIrregular(pages))) return undefined
  return entries.map(({ title, page }) => {
    const segments = [...title, ...page]
    return {
      ...surround(segments),
      segments,
      baseline: Math.max(...segments.map(({ baseline }) => baseline)),
      size: segments[0]?.size ?? 0,
    }
  })
}

/** A line of a table of contents: dot leaders and a page number. */
export function isContentsLine({ segments }: Row): boolean {
  const text = segments.map((segment) => segment.text).join(' ')
  return (
    /[.…·]\s*[.…·]\s*[.…·]/.test(text) &&
    /(?:[.…·] ?){4}\S{0,6}$/.test(text.replaceAll(/\s+/g, ' ').trimEnd())
  )
}

function findEntry(cells: TableLayout['cells'][number]): Entry | undefined {
  const texts = cells.map(joinText)
  const number = texts.at(-1) ?? ''
  const [first = '', ...others] = texts.slice(0, -1)
  if (number !== '' && !pageNumber.test(number)) return undefined
  // The second line of a title may be a single letter.
  const letters = number === '' ? /\p{L}/u : /\p{L}{2}/u
  const isTitled =
    others.length === 0
      ? letters.test(first)
      : others.length === 1 && (first === '' || entryNumber.test(first) || others[0] === '')
  return isTitled ? { title: cells.slice(0, -1).flat(), page: cells.at(-1) ?? [] } : undefined
}

/** Joins the lines of titles; the page number is beside the first or the last. */
function wholeEntries(read: readonly Entry[]): Entry[] {
  const isFirst = (read[0]?.page.length ?? 0) > 0
  const entries: Entry[] = []
  let title: readonly Segment[] = []
  for (const entry of read) {
    const last = entries.at(-1)
    if (entry.page.length > 0) {
      entries.push({ title: [...title, ...entry.title], page: entry.page })
      title = []
    } else if (isFirst && last) {
      entries[entries.length - 1] = { ...last, title: [...last.title, ...entry.title] }
    } else title = [...title, ...entry.title]
  }
  const last = entries.at(-1)
  if (last && title.length > 0)
    entries[entries.length - 1] = { ...last, title: [...last.title, ...title] }
  return entries
}

/** Numbers that do not count on, as those of rows do. */
const isIrregular = (pages: readonly number[]) =>
  new Set(pages.slice(1).map((page, at) => page - (pages[at] ?? 0))).size > 1

function hasTitles(entries: readonly Entry[]): boolean {
  const words = entries.map(({ title }) => joinText(title).match(/\p{L}{2,}/gu)?.length ?? 0)
  return words.reduce((sum, count) => sum + count, 0) >= wordsMin * entries.length
}

const joinText = (segments: readonly Segment[]) =>
  segments
    .map(({ text }) => text.trim())
    .join(' ')
    .trim()
