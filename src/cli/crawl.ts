import { appendFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { collect, wholeNumber } from './arguments.ts'
import { folderOutput, jsonOutput, linesOutput, textOutput } from './crawl-output.ts'
import type { CrawledPage, CrawlOutput } from './crawl-output.ts'
import { CommandError } from './command-error.ts'
import { operatorHint } from './operator-hint.ts'
import { startLocalService, type LocalService } from './local-service.ts'
import { sitemap } from './map.ts'
import type { Terminal } from './terminal.ts'

interface Flags {
  readonly limit: number
  readonly depth?: number
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly entireDomain?: true
  readonly subdomains?: true
  readonly sitemap: 'include' | 'skip' | 'only'
  readonly delay?: number
  readonly mainContent: boolean
  readonly outputFolder?: string
  readonly jsonl?: string
  readonly llms?: string
  readonly json?: true
}

interface Status {
  readonly status: 'scraping' | 'completed' | 'failed' | 'cancelled'
  readonly total: number
  readonly completed: number
  readonly next?: string
  readonly data: readonly CrawledPage[]
  readonly warning?: string
}

interface Failures {
  readonly errors: readonly {
    readonly url: string
    readonly code: string
    readonly error: string
  }[]
  readonly robotsBlocked: readonly string[]
}

const lookMs = 300
const shownFailuresMax = 10

/** `weir crawl URL`: the pages of a site as Markdown, without a running service. */
export function declareCrawl(command: Command, terminal: Terminal): void {
  command
    .argument('<url>', 'start URL; http:// may be omitted')
    .option('-n, --limit <pages>', 'maximum number of pages', wholeNumber(1, 1_000_000), 1_000)
    .option(
      '--depth <links>',
      'maximum number of links between the start URL and a page',
      wholeNumber(0, 1_000),
    )
    .option('--include <pattern>', 'only paths that match; may be repeated', collect)
    .option('--exclude <pattern>', 'no paths that match; may be repeated', collect)
    .option('--entire-domain', 'also pages outside the path of the start URL')
    .option('--subdomains', 'also subdomains of the same domain')
    .option('--sitemap <how>', 'include, skip or only', sitemap, 'include')
    .option('--delay <seconds>', 'delay between two pages', seconds)
    .option('--main-content', 'only the main content', true)
    .option('--no-main-content', 'whole pages with navigation and footers')
    .option('-o, --output-folder <folder>', 'a Markdown file for each page')
    .option('--jsonl <file>', 'a line of JSON for each page')
    .option('--llms <file>', 'all pages in one text, as llms-full.txt')
    .option(
      '--json',
      'print one JSON document: what became of the crawl, and the pages, unless a file gets them',
    )
    .action((url: string, flags: Flags) => crawl(url, flags, terminal))
}

async function crawl(url: string, flags: Flags, terminal: Terminal): Promise<void> {
  await using service = await startLocalService(terminal)
  const body = toRequest(url, flags)
  const { id } = await service.ask<{ id: string }>('POST', '/v2/crawl', body)
  const output = createOutput(flags, terminal)
  const began = Date.now()
  let loaded = 0
  const status = await follow(service, id, {
    signal: terminal.interrupted,
    async show({ data, total, completed }, written) {
      for (const page of data) await output.write(page)
      loaded += data.filter(({ metadata }) => metadata.statusCode < 400).length
      terminal.progress(progressLine({ total, completed, written, began }))
    },
  })
  terminal.progress('')
  const { errors, robotsBlocked } = await service.ask<Failures>('GET', `/v2/crawl/${id}/errors`)
  const { status: state, total, completed } = status
  output.end?.({ status: state, total, completed, errors, robotsBlocked })
  report(terminal, { status, errors, robotsBlocked, began })
  if (loaded > 0) return
  terminal.note(terminal.paint.red('No page could be loaded.'))
  throw new CommandError()
}

/** Passes every document to `show` once, until the crawl has ended; an interruption cancels it. */
async function follow(
  service: LocalService,
  id: string,
  {
    signal,
    show,
  }: { signal: AbortSignal; show: (status: Status, written: number) => Promise<void> },
): Promise<Status> {
  let written = 0
  for (;;) {
    const status = await service.ask<Status>('GET', `/v2/crawl/${id}?skip=${written}`)
    written += status.data.length
    await show(status, written)
    if (status.next === undefined) return status
    if (signal.aborted && status.status === 'scraping') {
      await service.ask('DELETE', `/v2/crawl/${id}`)
    } else if (status.data.length === 0) {
      await setTimeout(lookMs, undefined, { signal }).catch(() => {})
    }
  }
}

function toRequest(url: string, flags: Flags): object {
  return {
    url,
    limit: flags.limit,
    sitemap: flags.sitemap,
    crawlEntireDomain: flags.entireDomain === true,
    allowSubdomains: flags.subdomains === true,
    scrapeOptions: { onlyMainContent: flags.mainContent },
    ...(flags.depth !== undefined && { maxDiscoveryDepth: flags.depth }),
    ...(flags.include && { includePaths: flags.include }),
    ...(flags.exclude && { excludePaths: flags.exclude }),
    ...(flags.delay !== undefined && { delay: flags.delay }),
  }
}

function createOutput({ outputFolder, jsonl, llms, json }: Flags, terminal: Terminal): CrawlOutput {
  const outputs = [
    ...(outputFolder === undefined ? [] : [folderOutput(outputFolder)]),
    ...(jsonl === undefined ? [] : [linesOutput(jsonl)]),
    ...(llms === undefined ? [] : [textOutput((text) => appendFile(llms, text))]),
  ]
  const toScreen = json
    ? jsonOutput((text) => terminal.out(text), outputs.length === 0)
    : textOutput(async (text) => terminal.out(text.trimEnd() + '\n'))
  const chosen = json || outputs.length === 0 ? [...outputs, toScreen] : outputs
  return {
    async write(page) {
      for (const output of chosen) await output.write(page)
    },
    end: (summary) => toScreen.end?.(summary),
  }
}

interface Progress {
  readonly total: number
  readonly completed: number
  readonly written: number
  readonly began: number
}

function progressLine({ total, completed, written, began }: Progress): string {
  const perSecond = completed / Math.max(1, (Date.now() - began) / 1_000)
  return `${completed} of ${total} pages, ${perSecond.toFixed(0)} a second, ${written} written`
}

function report(
  terminal: Terminal,
  done: Failures & { readonly status: Status; readonly began: number },
): void {
  const { status, errors, robotsBlocked, began } = done
  const { paint } = terminal
  const inSeconds = ((Date.now() - began) / 1_000).toFixed(1)
  terminal.note(
    `${paint.bold(String(status.completed))} pages in ${inSeconds} s (${status.status}).`,
  )
  if (status.warning !== undefined) terminal.note(paint.yellow(status.warning))
  if (robotsBlocked.length > 0)
    terminal.note(`${counted(robotsBlocked, 'URL')} disallowed by robots.txt.`)
  for (const { url, error } of errors.slice(0, shownFailuresMax)) {
    terminal.note(`${paint.red('failed')} ${url}: ${error}`)
  }
  const more = errors.length - shownFailuresMax
  if (more > 0) terminal.note(`and ${more} more.`)
  const hints = new Set(errors.flatMap(({ code }) => operatorHint(code)))
  for (const hint of hints) terminal.note(hint)
}

const counted = ({ length }: readonly unknown[], noun: string) =>
  `${length} ${noun}${length === 1 ? '' : 's'}`

function seconds(value: string): number {
  const number = Number(value)
  if (number > 0 && number <= 60) return number
  throw new InvalidArgumentError('It must be a number of seconds up to 60.')
}
