import { escapeAttribute, escapeText } from '#base/html-text.ts'
import { words } from '#features/monitor/mail/check-mail.ts'
import { diffText } from '#features/monitor/pages/page-diff.ts'
import type { SeenPage } from '#features/monitor/pages/page-store.ts'
import { describeRule } from '#features/monitor/watch/watch-page.ts'

/** What a feed has. */
export interface FeedContent {
  readonly id: string
  readonly title: string
  /** Page of the console. */
  readonly link: string
  /** The address of the feed itself. */
  readonly self: string
  readonly createdAt: Date
  readonly entries: readonly FeedEntry[]
}

export interface FeedEntry {
  readonly page: SeenPage
  readonly monitorName: string
  readonly monitorLink: string
}

const diffLengthMax = 20_000
const titleLengthMax = 200

/** A feed as Atom (RFC 4287). */
export function writeAtom({ id, title, link, self, createdAt, entries }: FeedContent): string {
  const updated = (entries[0]?.page.createdAt ?? createdAt).toISOString()
  const items = entries.map((entry) => {
    const { page } = entry
    return `<entry>
<id>urn:uuid:${page.id}</id>
<title>${text(makeTitle(entry))}</title>
<link rel="alternate" href="${attribute(page.url)}"/>
<link rel="related" href="${attribute(entry.monitorLink)}"/>
<updated>${page.createdAt.toISOString()}</updated>
<content type="html">${text(makeHtml(entry))}</content>
</entry>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${id}</id>
<title>${text(title)}</title>
<updated>${updated}</updated>
<author><name>Weir</name></author>
<link rel="self" href="${attribute(self)}"/>
<link rel="alternate" href="${attribute(link)}"/>
${items.join('\n')}
</feed>
`
}

/** The same as RSS 2.0. */
export function writeRss({ title, link, self, entries }: FeedContent): string {
  const items = entries.map((entry) => {
    const { page } = entry
    return `<item>
<guid isPermaLink="false">urn:uuid:${page.id}</guid>
<title>${text(makeTitle(entry))}</title>
<link>${text(page.url)}</link>
<pubDate>${page.createdAt.toUTCString()}</pubDate>
<description>${text(makeHtml(entry))}</description>
</item>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${text(title)}</title>
<link>${text(link)}</link>
<atom:link rel="self" type="application/rss+xml" href="${attribute(self)}"/>
<description>${text(title)}</description>
${items.join('\n')}
</channel>
</rss>
`
}

function makeTitle({ monitorName, page: { status, url, metadata } }: FeedEntry): string {
  const { title } = (metadata ?? {}) as { readonly title?: unknown }
  const name = typeof title === 'string' && title !== '' ? title : url
  return `${monitorName}: ${words[status]}: ${name}`.slice(0, titleLengthMax)
}

/** Text of the page is escaped here, and once more as content of the feed. */
function makeHtml({ page, monitorName, monitorLink }: FeedEntry): string {
  const met = (page.watched ?? []).filter(({ isMet }) => isMet).map(describeRule)
  const lines = diffText(page.diff)
  const shown = lines.length > diffLengthMax ? `${lines.slice(0, diffLengthMax)}\n…` : lines
  return [
    ...met.map((rule) => `<p>${escapeText(rule)}</p>`),
    ...(page.judgment?.reason ? [`<p>${escapeText(page.judgment.reason)}</p>`] : []),
    ...(shown === '' ? [] : [`<pre>${escapeText(shown)}</pre>`]),
    `<p><a href="${escapeAttribute(monitorLink)}">${escapeText(monitorName)}</a></p>`,
  ].join('')
}

const text = (value: string) => escapeText(permitted(value))
const attribute = (value: string) => escapeAttribute(permitted(value))

/** XML 1.0 has no place for these characters, not even escaped. */
const permitted = (value: string) =>
  // oxlint-disable-next-line no-control-regex
  value.toWellFormed().replaceAll(/[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\u{FFFD}')
