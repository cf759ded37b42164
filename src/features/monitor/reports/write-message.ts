import type { ChannelMessage } from '#delivery/channels/channel.ts'
import {
  describeCounts,
  listDiffLines,
  sortReported,
  words,
} from '#features/monitor/mail/check-mail.ts'
import type { StoredMonitor } from '#features/monitor/monitors/monitor-store.ts'
import { diffText } from '#features/monitor/pages/page-diff.ts'
import type { SeenPage } from '#features/monitor/pages/page-store.ts'
import { describeRule } from '#features/monitor/watch/watch-page.ts'

const listedMax = 20
const diffLinesMax = 12

/** What people read about the pages of one check, or of several. `link` leads to the monitor. */
export function writeMessage(
  monitor: Pick<StoredMonitor, 'id' | 'name' | 'notification'>,
  pages: readonly SeenPage[],
  link: string,
): ChannelMessage {
  const sorted = sortReported(pages)
  const summary = describeCounts(sorted)
  const listed = sorted.slice(0, listedMax).map(describePage)
  const rest = sorted.length > listedMax ? [`and ${sorted.length - listedMax} more`] : []
  const changes = [...listed, ...rest].join('\n\n')
  const template = monitor.notification.channels?.message
  const values = { monitor: monitor.name, summary, changes, link, url: sorted[0]?.url ?? '' }
  return {
    title: `${monitor.name}: ${summary}`,
    text: template === undefined ? changes : fill(template, values),
    link,
    subject: monitor.id,
  }
}

function describePage(page: ReturnType<typeof sortReported>[number]): string {
  const { status, url, error, diff, watched } = page
  const met = (watched ?? []).filter(({ isMet }) => isMet).map(describeRule)
  const lines = diff ? listDiffLines(diffText(diff)).filter((line) => /^[+-]/.test(line)) : []
  const shown = lines.slice(0, diffLinesMax)
  return [
    `${words[status]}: ${url}`,
    ...met,
    ...(error === null ? [] : [error]),
    ...shown,
    ...(lines.length > shown.length ? ['…'] : []),
  ].join('\n')
}

/** `{{changes}}` and the other names stand for their values; what is unknown stays. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{\{ ?([a-z]{1,20}) ?\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
