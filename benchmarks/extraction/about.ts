import { readMetadata } from '#content/page/metadata.ts'
import { noteElements } from '#content/html/about/noted-elements.ts'
import { parsePage } from '#content/html/parse.ts'
import type { AboutTruth } from './dataset.ts'
import { oneSpace } from './segments.ts'

interface PageWithAbout {
  readonly url: string
  readonly about: AboutTruth
  readonly html: () => string
}

/** Share of the pages with known title, author or date whose value is exactly right. */
export function aboutShares(pages: readonly PageWithAbout[]): Record<keyof AboutTruth, string> {
  const right = { title: 0, author: 0, date: 0 }
  const known = { title: 0, author: 0, date: 0 }
  for (const page of pages) {
    const found = readAbout(page)
    for (const field of ['title', 'author', 'date'] as const) {
      const wanted = comparable(field, page.about[field])
      if (wanted === '') continue
      known[field]++
      if (comparable(field, found[field]) === wanted) right[field]++
    }
  }
  const share = (field: keyof AboutTruth) =>
    `${((100 * right[field]) / (known[field] || 1)).toFixed(1)} % of ${known[field]}`
  return { title: share('title'), author: share('author'), date: share('date') }
}

function readAbout({ url, html }: PageWithAbout): AboutTruth {
  const { document } = parsePage(html(), 'html')
  const pageUrl = URL.canParse(url) ? url : 'https://site.test/'
  const metadata = readMetadata(document, noteElements(document), {
    url: pageUrl,
    baseUrl: pageUrl,
  })
  const text = (key: string) => String(metadata[key] ?? '')
  return { title: text('title'), author: text('author'), date: text('publishedTime') }
}

/** Compares names in any order and case, dates by day, titles exactly. */
function comparable(field: keyof AboutTruth, text: string): string {
  const line = oneSpace(text)
  if (field === 'title') return line
  if (field === 'date') return line.slice(0, 10)
  return line
    .toLowerCase()
    .split(/ ?(?:[,;&/]| und | and ) ?/)
    .filter(Boolean)
    .toSorted()
    .join(', ')
}
