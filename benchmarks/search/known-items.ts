import { fold } from '#page-index/fold.ts'
import { extractText } from '#page-index/extract.ts'

/** A scraped page of a manual. */
export interface ManualPage {
  readonly url: string
  readonly title: string
  readonly markdown: string
  readonly language: string | undefined
}

/** A query and its expected page. */
export interface KnownItem {
  readonly query: string
  readonly url: string
}

export type QueryKind = 'title' | 'heading' | 'paragraph' | 'typo' | 'link'
export type KnownItems = Readonly<Record<QueryKind, readonly KnownItem[]>>

interface Options {
  readonly perKind: number
}

/** English words that search engines leave out: a title of these alone identifies no page. */
const stopWords = new Set(
  `a about all an and any are as at be been but by can did do does each for from had has have how if in into is it its may
  more most no nor not of on only or other our own same should so some such than that the their them then there these they
  this those to too under up very was we were what when where which while who why will with you your`.split(
    /\s+/,
  ),
)

/**
 * Queries with a known result: titles, headings, five words of a paragraph, titles with a typing error, and link texts. Each
 * identifies one page; texts of several pages are left out. The same pages give the same queries.
 */
export function knownItems(pages: readonly ManualPage[], { perKind }: Options): KnownItems {
  const random = createRandom()
  const texts = pages.map(({ markdown }) => extractText(markdown))
  const titles = pages.map(({ title }) => title.replace(/\s+/g, ' ').trim())
  const titleCounts = makeCounts(titles.map(fold))
  const title = pages.flatMap(({ url }, index): KnownItem[] => {
    const query = titles[index] ?? ''
    const words = splitWords(query)
    const isTelling = words.length >= 2 && words.some((word) => !stopWords.has(word))
    return titleCounts.get(fold(query)) === 1 && isTelling ? [{ query, url }] : []
  })
  const headings = texts.map((text) => [...new Set(text.headings.map((heading) => heading.trim()))])
  const headingCounts = makeCounts(headings.flatMap((list) => [...new Set(list.map(fold))]))
  const heading = pages.flatMap(({ url }, index) =>
    (headings[index] ?? []).slice(1).flatMap((query): KnownItem[] => {
      const { length } = splitWords(query)
      return headingCounts.get(fold(query)) === 1 && length >= 3 && length <= 12
        ? [{ query, url }]
        : []
    }),
  )
  const holders = makeCounts(texts.flatMap(({ text }) => [...new Set(splitWords(text))]))
  const paragraph = pages.flatMap(({ url, markdown }): KnownItem[] => {
    const query = paragraphQuery(markdown, holders, random)
    return query === undefined ? [] : [{ query, url }]
  })
  const chosen = sample(title, perKind, random)
  const typo = chosen.flatMap(({ query, url }) => {
    const wrong = withTypo(query, random)
    return wrong === undefined ? [] : [{ query: wrong, url }]
  })
  return {
    title: chosen,
    heading: sample(heading, perKind, random),
    paragraph: sample(paragraph, perKind, random),
    typo,
    link: sample(linkItems(pages, { titles, headings }), perKind, random),
  }
}

/** Link texts that lead to one page only and are neither its title nor a heading of it. */
function linkItems(
  pages: readonly ManualPage[],
  {
    titles,
    headings,
  }: { readonly titles: readonly string[]; readonly headings: readonly string[][] },
): KnownItem[] {
  const byUrl = new Map(pages.map(({ url }, index) => [url, index]))
  const targets = new Map<string, Set<string>>()
  for (const page of pages) {
    for (const { url, text } of linksIn(page)) {
      if (url === page.url || !byUrl.has(url)) continue
      const folded = fold(text)
      targets.set(folded, (targets.get(folded) ?? new Set()).add(url))
    }
  }
  return [...targets].flatMap(([query, urls]): KnownItem[] => {
    const [url = ''] = urls
    const index = byUrl.get(url) ?? -1
    const { length } = query.split(' ')
    const isOwn =
      fold(titles[index] ?? '') === query ||
      (headings[index] ?? []).some((text) => fold(text) === query)
    const isPlace = /^(?:next|prev|up|home|section|chapter|part|table|bug|ticket|\d)/.test(query)
    return urls.size === 1 && length >= 2 && length <= 8 && !isOwn && !isPlace
      ? [{ query, url }]
      : []
  })
}

/** Links of a Markdown page, without fragments. */
function linksIn({ url, markdown }: Pick<ManualPage, 'url' | 'markdown'>) {
  const links = [...markdown.matchAll(/\[([^[\]\n]{1,200})\]\(([^()\s]{1,500})\)/g)]
  return links.flatMap(([, text = '', target = '']) => {
    const absolute = URL.parse(target, url)
    if (!absolute) return []
    absolute.hash = ''
    return [{ url: absolute.href, text }]
  })
}

const splitWords = (text: string) => fold(text).split(' ').filter(Boolean)

function paragraphQuery(
  markdown: string,
  holders: ReadonlyMap<string, number>,
  random: () => number,
): string | undefined {
  const paragraphs = markdown
    .split('\n\n')
    .filter(
      (text) => text.length > 200 && !/^(?:#| {4}|```|\|)/.test(text) && !text.includes('```'),
    )
  const paragraph = paragraphs[Math.floor(random() * paragraphs.length)]
  if (paragraph === undefined) return undefined
  const { text } = extractText(paragraph)
  const words = [...new Set(splitWords(text))].filter(
    (word) => word.length > 3 && !stopWords.has(word) && (holders.get(word) ?? 0) > 1,
  )
  return words.length < 8 ? undefined : sample(words, 5, random).join(' ')
}

/** A letter left out, two swapped, or one replaced, in one of the longer words. */
function withTypo(title: string, random: () => number): string | undefined {
  const words = splitWords(title)
  const long = words.flatMap((word, index) => (/^[a-z]{6,}$/.test(word) ? [index] : []))
  const index = long[Math.floor(random() * long.length)]
  const word = words[index ?? -1]
  if (word === undefined || index === undefined) return undefined
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [before, here, next] = [word.slice(0, at), word[at] ?? '', word[at + 1] ?? '']
  const kind = Math.floor(random() * 3)
  const letter = 'aeioust'[Math.floor(random() * 7)] ?? ''
  const middle = [next, next + here, letter + next][kind] ?? ''
  words[index] = before + middle + word.slice(at + 2)
  return words[index] === word ? undefined : words.join(' ')
}

/** A seeded random number generator. */
function createRandom(): () => number {
  let seed = 7
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
}

function sample<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const left = [...items]
  for (let index = left.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const [a, b] = [left[index], left[other]]
    if (a !== undefined && b !== undefined) [left[index], left[other]] = [b, a]
  }
  return left.slice(0, count)
}

function makeCounts(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
