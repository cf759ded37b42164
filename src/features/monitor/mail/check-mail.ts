import type { Mail } from '#kernel/mail.ts'
import type { StoredCheck } from '#features/monitor/checks/check-store.ts'
import type { PageStatus } from '#features/monitor/contract.ts'
import { escapeAttribute, escapeText } from '#base/html-text.ts'
import { mailPage, unsubscribeHeaders } from './mail-layout.ts'
import type { StoredMonitor } from '#features/monitor/monitors/monitor-store.ts'
import { diffText } from '#features/monitor/pages/page-diff.ts'
import type { SeenPage } from '#features/monitor/pages/page-store.ts'
import type { Recipient } from './recipients.ts'
import type { Summary } from '#features/monitor/replies.ts'

const listedMax = 50
const diffsMax = 5
const diffLinesMax = 40

/** Statuses that are reported, in this order. */
const reported = ['changed', 'new', 'removed', 'error'] as const
type Reported = (typeof reported)[number]

/** Statuses as they are reported. */
export const words = {
  same: 'the same',
  changed: 'changed',
  new: 'new',
  removed: 'gone',
  error: 'not reachable',
}

const colours: Readonly<Record<Reported, string>> = {
  changed: '#9a6700',
  new: '#1a7f37',
  removed: '#57606a',
  error: '#cf222e',
}

/** Whether the result of a check is reported by e-mail. */
export const isWorthMail = (summary: Summary): boolean =>
  reported.some((status) => summary[status] > 0)

/** Returns the e-mail about a check for one recipient. */
export function checkMail(
  found: {
    readonly monitor: StoredMonitor
    readonly check: Pick<StoredCheck, 'id' | 'finishedAt' | 'summary'>
    /** Pages to report. */
    readonly pages: readonly SeenPage[]
  },
  { email, unsubscribeUrl }: Recipient,
): Mail {
  const { monitor, check } = found
  const subject = `${monitor.name}: ${describeSummary(check.summary)}`
  const pages = sortReported(found.pages)
  const diffs = monitor.notification.email?.includeDiffs
    ? pages.filter(({ diff }) => diff !== null).slice(0, diffsMax)
    : []
  return {
    to: email,
    subject,
    headers: unsubscribeHeaders(unsubscribeUrl),
    text: writeText({ subject, pages, diffs, unsubscribeUrl }),
    html: mailPage({
      title: subject,
      body: writeHtml({ monitor, check, pages, diffs }),
      unsubscribeUrl,
    }),
  }
}

function describeSummary(summary: Summary): string {
  return reported
    .filter((status) => summary[status] > 0)
    .map((status) => `${summary[status]} ${words[status]}`)
    .join(', ')
}

/** `2 changed, 1 new` */
export const describeCounts = (pages: readonly { readonly status: Reported }[]): string =>
  reported
    .map((status) => ({ status, count: pages.filter((page) => page.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${words[status]}`)
    .join(', ')

const isReported = (status: PageStatus): status is Reported =>
  reported.some((known) => known === status)

/** The pages that are reported, the most important first. */
export function sortReported(
  pages: readonly SeenPage[],
): (SeenPage & { readonly status: Reported })[] {
  return pages
    .filter((page): page is SeenPage & { readonly status: Reported } => isReported(page.status))
    .toSorted((a, b) => reported.indexOf(a.status) - reported.indexOf(b.status))
}

interface Parts {
  readonly pages: readonly (SeenPage & { readonly status: Reported })[]
  readonly diffs: readonly SeenPage[]
}

function writeText({
  subject,
  pages,
  diffs,
  unsubscribeUrl,
}: Parts & { readonly subject: string; readonly unsubscribeUrl: string }): string {
  const lines = pages
    .slice(0, listedMax)
    .map(
      ({ status, url, error }) => `${words[status]}: ${url}${error === null ? '' : ` (${error})`}`,
    )
  const rest = pages.length > listedMax ? [`and ${pages.length - listedMax} more`] : []
  const changes = diffs.map(
    ({ url, diff }) => `${url}\n\n${listDiffLines(diffText(diff)).join('\n')}`,
  )
  return [
    subject,
    [...lines, ...rest].join('\n'),
    ...changes,
    `Unsubscribe: ${unsubscribeUrl}`,
  ].join('\n\n')
}

function writeHtml({
  monitor,
  check,
  pages,
  diffs,
}: Parts & {
  readonly monitor: StoredMonitor
  readonly check: Pick<StoredCheck, 'finishedAt' | 'summary'>
}): string {
  const rows = pages.slice(0, listedMax).map(
    ({ status, url, error }) => `<tr>
<td style="padding:6px 12px 6px 0;white-space:nowrap;vertical-align:top;color:${colours[status]};font-weight:600">${words[status]}</td>
<td style="padding:6px 0;word-break:break-all"><a href="${escapeAttribute(url)}" style="color:#0b6e6e">${escapeText(url)}</a>${error === null ? '' : `<br><span style="color:#6b7879">${escapeText(error)}</span>`}</td></tr>`,
  )
  const rest = pages.length - listedMax
  const more = rest > 0 ? `<p>and ${rest} more</p>` : ''
  const time = check.finishedAt?.toUTCString() ?? ''
  return `<h1 style="margin:0 0 4px;font-size:20px">${escapeText(monitor.name)}</h1>
<p style="margin:0 0 16px;color:#6b7879">${escapeText(describeSummary(check.summary))} · ${time}</p>
<table style="border-collapse:collapse;width:100%">${rows.join('')}</table>${more}
${diffs.map(diffHtml).join('')}`
}

function diffHtml({ url, diff }: SeenPage): string {
  const lines = listDiffLines(diffText(diff)).map((line) => {
    const colour = line.startsWith('+') ? '#dafbe1' : line.startsWith('-') ? '#ffebe9' : '#fff'
    return `<div style="background:${colour};padding:0 8px">${escapeText(line) || '&nbsp;'}</div>`
  })
  return `<h2 style="margin:24px 0 6px;font-size:14px;word-break:break-all">${escapeText(url)}</h2>
<div style="border:1px solid #dfe6e6;border-radius:6px;padding:6px 0;font:12px/1.6 ui-monospace,monospace;white-space:pre-wrap;word-break:break-word">${lines.join('')}</div>`
}

/** The changed lines, without the file headers; a changed line may start like a header. */
export function listDiffLines(diff: string): string[] {
  const all = diff.split('\n')
  const lines = all
    .slice(
      Math.max(
        0,
        all.findIndex((line) => line.startsWith('@@')),
      ),
    )
    .filter((line) => !line.startsWith('\\'))
  return lines.length > diffLinesMax ? [...lines.slice(0, diffLinesMax), '…'] : lines
}
