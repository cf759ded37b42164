import { writeFile } from 'node:fs/promises'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { readConfig } from '#config.ts'
import { oneMore, wholeNumber } from './arguments.ts'
import { Failed } from './failed.ts'
import { printDocument } from './print-document.ts'
import { scrapeDocument, type ScrapeChoices } from './scrape-document.ts'
import type { Terminal } from './terminal.ts'

const formats = ['markdown', 'html', 'rawHtml', 'rawBase64', 'links', 'images'] as const

interface Flags {
  readonly format?: readonly (typeof formats)[number][]
  readonly attribute?: readonly { readonly selector: string; readonly attribute: string }[]
  readonly json?: true
  readonly output?: string
  readonly mainContent: boolean
  readonly includeTags?: readonly string[]
  readonly excludeTags?: readonly string[]
  readonly base64Images?: true
  readonly timeout: number
  readonly header?: Readonly<Record<string, string>>
  readonly mobile?: true
  readonly proxy: 'basic' | 'enhanced' | 'auto'
  readonly country: string
  readonly language?: readonly string[]
  readonly verifyTls?: true
}

/** `weir scrape URL`: one page to standard output, without a running service and without a database. */
export function addScrapeCommand(program: Command, terminal: Terminal): void {
  program
    .command('scrape')
    .description('Print one page, as Markdown unless told otherwise. Needs no running service.')
    .argument('<url>', 'the page; http:// may be left out')
    .addOption(
      new Option(
        '-f, --format <format>',
        'what to make of the page; may be repeated (default: markdown)',
      ).argParser(oneOf),
    )
    .option('--attribute <selector@name>', 'values of an attribute; may be repeated', pair)
    .option('--json', 'print the whole document with its metadata')
    .option('-o, --output <file>', 'write to a file')
    .option('--main-content', 'only what the page is about', true)
    .option('--no-main-content', 'the whole page with its menus and footers')
    .option('--include-tags <selector>', 'keep only this; may be repeated', oneMore)
    .option('--exclude-tags <selector>', 'leave this out; may be repeated', oneMore)
    .option('--base64-images', 'keep images that are written into the page')
    .option('--timeout <ms>', 'give up after this long', wholeNumber(1_000, 300_000), 60_000)
    .option('-H, --header <name: value>', 'send a header; may be repeated', header)
    .option('--mobile', 'ask as a phone')
    .addOption(
      new Option('--proxy <pool>', 'which of the configured proxies')
        .choices(['basic', 'enhanced', 'auto'])
        .default('auto'),
    )
    .option('--country <code>', 'two letters; chooses language and exit', country, 'US')
    .option('--language <tag>', 'preferred language; may be repeated', oneMore)
    .option('--verify-tls', 'refuse certificates that are not valid')
    .action((url: string, flags: Flags) => scrape(url, flags, terminal))
}

async function scrape(url: string, flags: Flags, terminal: Terminal): Promise<void> {
  const config = readConfig(undefined, { WEIR_LOG_LEVEL: 'silent' })
  const choices = toChoices(url, flags)
  const document = await scrapeDocument(config, choices, terminal.interrupted)
  for (const warning of document.warnings) terminal.note(terminal.paint.yellow(warning))
  const text = printDocument(document, { formats: choices.formats, asJson: flags.json === true })
  if (flags.output === undefined) terminal.out(text)
  else await writeFile(flags.output, `${text}\n`)
  const status = Number(document.metadata['statusCode'])
  if (status < 400) return
  terminal.note(terminal.paint.red(`The page answered ${status}.`))
  throw new Failed()
}

function toChoices(url: string, flags: Flags): ScrapeChoices {
  const attributes = flags.attribute
    ? [{ type: 'attributes' as const, selectors: flags.attribute }]
    : []
  const named = (flags.format ?? []).map((type) => ({ type }))
  const chosen = [...named, ...attributes]
  return {
    url,
    formats: chosen.length > 0 ? chosen : [{ type: 'markdown' }],
    onlyMainContent: flags.mainContent,
    includeTags: flags.includeTags ?? [],
    excludeTags: flags.excludeTags ?? [],
    removeBase64Images: !flags.base64Images,
    timeoutMs: flags.timeout,
    headers: flags.header ?? {},
    mobile: flags.mobile === true,
    proxy: flags.proxy,
    location: {
      country: flags.country,
      languages: flags.language,
    },
    skipTlsVerification: flags.verifyTls !== true,
  }
}

function oneOf(value: string, before: Flags['format'] = []): Flags['format'] {
  const format = formats.find((name) => name === value)
  if (!format) throw new InvalidArgumentError(`It must be one of ${formats.join(', ')}.`)
  return [...before, format]
}

function pair(value: string, before: Flags['attribute'] = []): Flags['attribute'] {
  const at = value.lastIndexOf('@')
  if (at < 1) throw new InvalidArgumentError('Write it as selector@name, for example a.title@href.')
  return [...before, { selector: value.slice(0, at), attribute: value.slice(at + 1) }]
}

function header(value: string, before: Flags['header'] = {}): Flags['header'] {
  const at = value.indexOf(':')
  if (at < 1) throw new InvalidArgumentError('Write it as "Name: value".')
  return { ...before, [value.slice(0, at).trim()]: value.slice(at + 1).trim() }
}

function country(value: string): string {
  if (/^[a-z]{2}$/i.test(value)) return value.toUpperCase()
  throw new InvalidArgumentError('It must be two letters, for example DE.')
}
