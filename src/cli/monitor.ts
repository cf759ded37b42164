import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { collect, wholeNumber } from './arguments.ts'
import { createServiceWork } from './command-work.ts'
import { countsCredits } from './count-credits.ts'
import type { AskService } from './running-service.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

interface Monitor {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly schedule: { readonly cron: string; readonly timezone: string }
  readonly nextRunAt: string | null
  readonly lastRunAt: string | null
  readonly lastCheckSummary?: Summary
}

type Summary = Readonly<
  Record<'totalPages' | 'same' | 'changed' | 'new' | 'removed' | 'error', number>
>

interface Page {
  readonly url: string
  readonly status: string
  readonly error: string | null
  readonly diff: { readonly text: string } | null
}

interface Check {
  readonly id: string
  readonly status: string
  readonly trigger: string
  readonly summary: Summary
  readonly error: string | null
  readonly createdAt: string
  readonly actualCredits: number | null
  readonly pages?: readonly Page[]
  readonly next?: string
}

interface Data<Value> {
  readonly data: Value
}

interface CreateFlags {
  readonly name?: string
  readonly every: string
  readonly timezone: string
  readonly crawl?: true
  readonly limit?: number
  readonly email?: readonly string[]
  readonly webhook?: string
  readonly goal?: string
  readonly keep: number
}

const lookMs = 300

/** `weir monitor create | list | show | pause | resume | run | checks | check | delete`. */
export function declareMonitor(monitor: Command, terminal: Terminal): void {
  const doWork = createServiceWork(terminal)
  const command = (name: string, text: string) => monitor.command(name).description(text)
  const ofMonitor = (name: string, text: string) => command(name, text).argument('<id>')
  const show = (monitors: readonly Monitor[]) => terminal.out(monitorTable(monitors))
  doWork(
    declareOptions(command('create', 'Create a monitor of pages, or with --crawl of sites.')),
    async (ask, urls: readonly string[], flags: CreateFlags) =>
      (await ask<Data<Monitor>>('POST', '/v2/monitor', toRequest(urls, flags))).data,
    ({ id, name, nextRunAt }) => {
      terminal.out(id)
      terminal.note(terminal.paint.dim(`${name}: next check at ${nextRunAt ?? 'never'}.`))
    },
  )
  doWork(
    command('list', 'List the monitors of the team.'),
    async (ask) => (await ask<Data<Monitor[]>>('GET', '/v2/monitor?limit=100')).data,
    show,
  )
  doWork(
    ofMonitor('show', 'Show a monitor.'),
    async (ask, id: string) => (await ask<Data<Monitor>>('GET', `/v2/monitor/${id}`)).data,
    (found) => show([found]),
  )
  for (const [name, status] of [
    ['pause', 'paused'],
    ['resume', 'active'],
  ] as const)
    doWork(
      ofMonitor(name, `Set a monitor ${status}.`),
      async (ask, id: string) =>
        (await ask<Data<Monitor>>('PATCH', `/v2/monitor/${id}`, { status })).data,
      (found) => terminal.note(`${found.name} is ${found.status}.`),
    )
  doWork(
    ofMonitor('delete', 'Delete a monitor with all its checks.'),
    async (ask, id: string) => {
      await ask('DELETE', `/v2/monitor/${id}`)
      return { id, deleted: true }
    },
    () => terminal.note('The monitor is deleted.'),
  )
  declareChecks(ofMonitor, terminal)
}

function declareChecks(command: (name: string, text: string) => Command, terminal: Terminal): void {
  const doWork = createServiceWork(terminal)
  const show = (check: Check) => showCheck(check, terminal)
  doWork(
    command('run', 'Check now, wait, and show what was found.'),
    (ask, id: string) => runCheck(ask, id, terminal),
    show,
  )
  doWork(
    command('checks', 'List the checks of a monitor, newest first.'),
    async (ask, id: string) =>
      (await ask<Data<Check[]>>('GET', `/v2/monitor/${id}/checks?limit=100`)).data,
    async (checks, ask) => terminal.out(checkTable(checks, await countsCredits(ask))),
  )
  doWork(
    command('check', 'Show what a check found.').argument('<check>'),
    (ask, id: string, check: string) => readCheck(ask, id, check),
    show,
  )
}

const declareOptions = (command: Command): Command =>
  command
    .argument('<urls...>', 'pages, or start URLs of sites')
    .option('--name <name>', 'name; default: the first URL')
    .option('--every <schedule>', 'schedule as text or cron expression', 'every 30 minutes')
    .option('--timezone <zone>', 'time zone of the schedule', 'UTC')
    .option('--crawl', 'monitor all pages of the sites')
    .option('-n, --limit <pages>', 'maximum number of pages of a site', wholeNumber(1, 1_000_000))
    .option('--email <address>', 'recipient; may be repeated', collect)
    .option('--webhook <url>', 'URL for events')
    .option('--goal <text>', 'description of relevant changes')
    .option('--keep <days>', 'how long checks are kept', wholeNumber(1, 365), 30)

const cronShape = /^\S+ \S+ \S+ \S+ \S+$/

function toRequest(urls: readonly string[], flags: CreateFlags): object {
  const { every, timezone, email, webhook, goal, limit } = flags
  const isCron = cronShape.test(every) && /[*\d]/.test(every[0] ?? '')
  return {
    name: flags.name ?? urls[0],
    schedule: { ...(isCron ? { cron: every } : { text: every }), timezone },
    targets: flags.crawl
      ? urls.map((url) => ({ type: 'crawl', url, crawlOptions: limit ? { limit } : {} }))
      : [{ type: 'scrape', urls }],
    retentionDays: flags.keep,
    ...(email && {
      notification: { email: { enabled: true, recipients: email, includeDiffs: true } },
    }),
    ...(webhook !== undefined && { webhook: { url: webhook } }),
    ...(goal !== undefined && { goal }),
  }
}

async function runCheck(ask: AskService, id: string, terminal: Terminal): Promise<Check> {
  const { data } = await ask<Data<Check>>('POST', `/v2/monitor/${id}/run`, {})
  for (;;) {
    const path = `/v2/monitor/${id}/checks/${data.id}?limit=1`
    const { data: check } = await ask<Data<Check>>('GET', path)
    if (check.status !== 'queued' && check.status !== 'running') break
    terminal.progress(`${check.status} …`)
    await setTimeout(lookMs)
  }
  terminal.progress('')
  return readCheck(ask, id, data.id)
}

/** A check with all of its pages. */
async function readCheck(ask: AskService, id: string, checkId: string): Promise<Check> {
  const { data } = await ask<Data<Check>>('GET', `/v2/monitor/${id}/checks/${checkId}?limit=100`)
  const pages = [...(data.pages ?? [])]
  for (let next = data.next; next !== undefined;) {
    const { pathname, search } = new URL(next)
    const more = await ask<Data<Check>>('GET', pathname + search)
    pages.push(...(more.data.pages ?? []))
    next = more.data.next
  }
  return { ...data, pages }
}

const time = (text: string | null) => text && new Date(text)

function monitorTable(monitors: readonly Monitor[]): string {
  return table(monitors, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    status: ({ status }) => status,
    schedule: ({ schedule: { cron, timezone } }) => `${cron} ${timezone}`,
    next: ({ nextRunAt }) => time(nextRunAt),
    last: ({ lastRunAt }) => time(lastRunAt),
    found: ({ lastCheckSummary }) => lastCheckSummary && inWords(lastCheckSummary),
  })
}

function checkTable(checks: readonly Check[], hasCredits: boolean): string {
  return table(checks, {
    id: ({ id }) => id,
    began: ({ createdAt }) => time(createdAt),
    by: ({ trigger }) => trigger,
    status: ({ status }) => status,
    found: ({ summary }) => inWords(summary),
    ...(hasCredits && { credits: ({ actualCredits }: Check) => actualCredits }),
  })
}

function inWords({ totalPages, ...counts }: Summary): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  return totalPages === 0 ? '–' : some.map(([name, count]) => `${count} ${name}`).join(', ')
}

function showCheck(check: Check, terminal: Terminal): void {
  const { paint } = terminal
  const paints: Readonly<Record<string, (text: string) => string>> = {
    new: paint.green,
    changed: paint.yellow,
    error: paint.red,
    removed: paint.red,
  }
  for (const { url, status, error, diff } of check.pages ?? []) {
    const painted = (paints[status] ?? paint.dim)(status.padEnd(8))
    terminal.out(`${painted} ${url}${error === null ? '' : ` (${error})`}`)
    if (diff) terminal.out(diff.text.trimEnd())
  }
  terminal.note(
    `${check.status}: ${inWords(check.summary)}${check.error === null ? '' : `. ${check.error}`}`,
  )
}
