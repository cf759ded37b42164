import { readFileSync } from 'node:fs'
import { isObject } from '#base/json-values.ts'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { collect, wholeNumber } from './arguments.ts'
import { pageFormats } from './format-names.ts'
import { steps, type ShownStep } from './steps.ts'

/** Options of `weir scrape`. */
export interface ScrapeFlags {
  readonly format?: readonly string[]
  readonly schema?: Readonly<Record<string, unknown>>
  readonly prompt?: string
  readonly summary?: true
  readonly question?: string
  readonly highlights?: string
  readonly redactPii?: true | 'fast' | 'aggressive' | 'accurate'
  readonly checkPromptInjection?: true
  readonly attribute?: readonly { readonly selector: string; readonly attribute: string }[]
  readonly fullPage?: true
  readonly quality?: number
  readonly json?: true
  readonly output?: string
  readonly filesFolder: string
  readonly mainContent: boolean
  readonly includeTags?: readonly string[]
  readonly excludeTags?: readonly string[]
  readonly base64Images?: true
  readonly waitFor?: number
  readonly action?: readonly ShownStep[]
  readonly blockAds: boolean
  readonly fast?: true
  readonly timeout: number
  readonly header?: Readonly<Record<string, string>>
  readonly mobile?: true
  readonly proxy: 'basic' | 'enhanced' | 'auto'
  readonly country: string
  readonly language?: readonly string[]
  readonly verifyTls?: true
}

export function withScrapeFlags(command: Command): Command {
  return withFetchFlags(withBrowserFlags(withAnswerFlags(withContentFlags(command))))
}

function withContentFlags(command: Command): Command {
  return command
    .addOption(
      new Option('-f, --format <format>', 'what to make of the page; may be repeated')
        .choices(pageFormats)
        .argParser(addFormat),
    )
    .option('--attribute <selector@name>', 'values of an attribute; may be repeated', pair)
    .option('--json', 'print the whole document with its metadata')
    .option('-o, --output <file>', 'write to a file; with only --format screenshot, the image')
    .option('--main-content', 'only the main content', true)
    .option('--no-main-content', 'the whole page with navigation and footers')
    .option('--include-tags <selector>', 'keep only matching elements; may be repeated', collect)
    .option('--exclude-tags <selector>', 'remove matching elements; may be repeated', collect)
    .option('--base64-images', 'keep base64 images')
}

function withAnswerFlags(command: Command): Command {
  return command
    .option('--schema <file>', 'data that fit a JSON Schema (--format json)', schemaFile)
    .option('--prompt <text>', 'what data to look for (--format json)')
    .option('--summary', 'a summary (--format summary)')
    .option('--question <text>', 'an answer to a question')
    .option('--highlights <query>', 'the passages about a query')
    .addOption(
      new Option(
        '--redact-pii [mode]',
        'redact personal data; accurate needs WEIR_PII_URL or a language model',
      )
        .choices(['fast', 'aggressive', 'accurate'])
        .preset('accurate'),
    )
    .option('--check-prompt-injection', 'refuse pages that instruct language models')
}

function withBrowserFlags(command: Command): Command {
  return command
    .option('--full-page', 'screenshot of the full page')
    .option('--quality <percent>', 'quality of a JPEG screenshot', wholeNumber(1, 100))
    .option('--files-folder <folder>', 'folder for screenshots and PDF files', '.')
    .option('--wait-for <ms>', 'milliseconds to wait for scripts', wholeNumber(0, 60_000))
    .option(
      '--action <step>',
      'a step in the browser: click:#more, wait:1500, write:text, or JSON; may be repeated',
      steps,
    )
    .option('--no-block-ads', 'load advertisements and cookie banners')
    .option('--fast', 'no browser, unless another option needs one')
}

function withFetchFlags(command: Command): Command {
  return command
    .option('--timeout <ms>', 'timeout in milliseconds', wholeNumber(1_000, 300_000), 60_000)
    .option('-H, --header <name: value>', 'send a header; may be repeated', header)
    .option('--mobile', 'emulate a mobile device')
    .addOption(
      new Option('--proxy <pool>', 'which of the configured proxies')
        .choices(['basic', 'enhanced', 'auto'])
        .default('auto'),
    )
    .option('--country <code>', 'two letters; selects language and proxy', country, 'US')
    .option('--language <tag>', 'preferred language; may be repeated', collect)
    .option('--verify-tls', 'refuse invalid certificates')
}

function addFormat(value: string, before: readonly string[] = []): readonly string[] {
  if (pageFormats.includes(value)) return [...before, value]
  throw new InvalidArgumentError(`It must be one of ${pageFormats.join(', ')}.`)
}

function pair(
  value: string,
  before: ScrapeFlags['attribute'] = [],
): NonNullable<ScrapeFlags['attribute']> {
  const at = value.lastIndexOf('@')
  if (at < 1) throw new InvalidArgumentError('Write it as selector@name, for example a.title@href.')
  return [...before, { selector: value.slice(0, at), attribute: value.slice(at + 1) }]
}

/** Read at once, so that a mistake in it is an error of the command line. */
function schemaFile(path: string): Readonly<Record<string, unknown>> {
  try {
    const schema: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (isObject(schema)) return schema
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
  throw new InvalidArgumentError('It must hold a JSON object.')
}

function header(value: string, before: ScrapeFlags['header'] = {}): ScrapeFlags['header'] {
  const at = value.indexOf(':')
  if (at < 1) throw new InvalidArgumentError('Write it as "Name: value".')
  return { ...before, [value.slice(0, at).trim()]: value.slice(at + 1).trim() }
}

function country(value: string): string {
  if (/^[a-z]{2}$/i.test(value)) return value.toUpperCase()
  throw new InvalidArgumentError('It must be two letters, for example DE.')
}
