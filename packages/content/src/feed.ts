import type { Document } from 'domhandler'
import { getFeed, type Feed } from 'domutils'
import { parsePage } from './html/parse.ts'
import { absoluteHttpUrl } from './html/page-url.ts'
import { oneLine, readText } from './html/walk.ts'

const entriesMax = 1_000
const summaryLengthMax = 1_000

/** A feed as a list of entries, with its metadata. */
export interface ReadableFeed {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly markdown: string
  readonly links: readonly string[]
}

/** Reads RSS, RDF and Atom: title, address, date and summary of each entry. Undefined for other XML. */
export function readFeed(document: Document, pageUrl: string): ReadableFeed | undefined {
  const feed = getFeed(document.children)
  if (!feed) return undefined
  const entries = feed.items.slice(0, entriesMax)
  const links = entries.flatMap(({ link }) => absoluteLink(link, pageUrl) ?? [])
  const title = feed.title && oneLine(feed.title)
  const description = feed.description && plain(feed.description)
  const head = [title && `# ${escape(title)}`, description && escape(description)]
  const markdown = [...head, ...entries.map((entry) => entryMarkdown(entry, pageUrl))]
  return {
    title: title || undefined,
    description: description || undefined,
    markdown: markdown.filter(Boolean).join('\n\n'),
    links: [...new Set(links)],
  }
}

function entryMarkdown(entry: Feed['items'][number], pageUrl: string): string {
  const title = escape(plain(entry.title ?? '') || 'Untitled')
  const link = absoluteLink(entry.link, pageUrl)
  const date = entry.pubDate && !Number.isNaN(entry.pubDate.getTime()) ? entry.pubDate : undefined
  const summary = plain(entry.description ?? '')
  return [
    `## ${link === undefined ? title : `[${title}](<${link}>)`}`,
    date?.toISOString() ?? '',
    summary.length > summaryLengthMax
      ? `${escape(summary.slice(0, summaryLengthMax))}…`
      : escape(summary),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const absoluteLink = (link: string | undefined, pageUrl: string) =>
  link === undefined ? undefined : absoluteHttpUrl(oneLine(link), pageUrl)

/** Summaries are escaped HTML. */
const plain = (html: string) => oneLine(readText(parsePage(html, 'html').document))

const escape = (text: string) => text.replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`)
