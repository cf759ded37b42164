import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { contentOptions } from '#formats/content-options.ts'
import { Parsers } from '#formats/parsers.ts'
import { Formats } from '#formats/request.ts'
import { ServiceError } from '#kernel/errors.ts'
import { fileBytesMax } from '#kernel/uploaded-file.ts'
import { noAddress } from '#base/no-address.ts'
import { fileMetadata } from '#pages/sources/file-metadata.ts'
import { collect, wholeNumber } from './arguments.ts'
import { fileFormats } from './format-names.ts'
import { printDocument } from './print-document.ts'
import type { Terminal } from './terminal.ts'

interface Flags {
  readonly format?: readonly string[]
  readonly json?: true
  readonly output?: string
  readonly mainContent?: true
  readonly includeTags?: readonly string[]
  readonly excludeTags?: readonly string[]
  readonly base64Images?: true
  readonly timeout: number
  readonly mode: 'fast' | 'auto' | 'ocr'
  readonly maxPages?: number
  readonly pages?: true
  readonly blocks?: true
  readonly pageMarkers?: true
}

/** `weir parse FILE`: converts one file to standard output, without a running service and database. */
export function declareParse(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'PDF, office file, book, table, mail, picture, page or text')
    .addOption(
      new Option('-f, --format <format>', 'what to make of the file; may be repeated')
        .choices(fileFormats)
        .argParser(addFormat),
    )
    .option('--json', 'print the whole document with its metadata')
    .option('-o, --output <file>', 'write to a file')
    .option('--main-content', 'of web pages: only the main content')
    .option('--include-tags <selector>', 'keep only matching elements; may be repeated', collect)
    .option('--exclude-tags <selector>', 'remove matching elements; may be repeated', collect)
    .option('--base64-images', 'keep base64 images')
    .option('--timeout <ms>', 'timeout in milliseconds', wholeNumber(1_000, 3_600_000), 300_000)
    .addOption(
      new Option('--mode <mode>', 'of PDF files: when pages are read by OCR')
        .choices(['fast', 'auto', 'ocr'])
        .default('auto'),
    )
    .option(
      '--max-pages <number>',
      'of PDF files: parse only the first pages',
      wholeNumber(1, 10_000),
    )
    .option('--pages', 'with --json: the Markdown of each page')
    .option('--blocks', 'with --json: the blocks of each page')
    .option('--page-markers', 'of PDF files: mark where pages begin')
    .action((file: string, flags: Flags) => parse(file, flags, terminal))
}

async function parse(path: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { readConfig } = await import('#config.ts')
  const config = readConfig(terminal.env, { WEIR_LOG_LEVEL: 'silent' })
  const bytes = await readFile(path)
  if (bytes.byteLength > fileBytesMax)
    throw new ServiceError('PAYLOAD_TOO_LARGE', 'The file is larger than 50 MB.')
  const { composeParse } = await import('#compose-terminal.ts')
  await using parts = composeParse(config)
  const { request, chosen } = toRequest(path, flags)
  const late = AbortSignal.timeout(flags.timeout)
  try {
    const content = await parts.readDocument(
      { request, source: { kind: 'bytes', bytes } },
      { teamId: 'terminal', signal: AbortSignal.any([terminal.interrupted, late]) },
      ({ page, pages }) => terminal.progress(bar(page, pages)),
    )
    terminal.progress('')
    await print(content, { flags, chosen, terminal, name: basename(path) })
  } catch (thrown) {
    terminal.progress('')
    throw late.aborted
      ? new ServiceError('SCRAPE_TIMEOUT', 'Reading the file took too long.')
      : thrown
  }
}

type Content = Awaited<
  ReturnType<ReturnType<typeof import('#compose-terminal.ts').composeParse>['readDocument']>
>

async function print(
  { numPages, totalPages, warnings, internal: _internal, ...members }: Content,
  shown: {
    readonly flags: Flags
    readonly chosen: readonly { readonly type: string }[]
    readonly terminal: Terminal
    readonly name: string
  },
): Promise<void> {
  const { flags, chosen, terminal, name } = shown
  for (const warning of warnings) terminal.note(terminal.paint.yellow(warning))
  const metadata = {
    ...members.metadata,
    ...fileMetadata(name),
    ...(numPages !== undefined && { numPages }),
    ...(totalPages !== undefined && { totalPages }),
  }
  const text = printDocument(
    { ...members, metadata, ...(warnings.length > 0 && { warning: warnings.join(' ') }) },
    { formats: chosen, asJson: flags.json === true },
  )
  if (flags.output === undefined) terminal.out(text)
  else await writeFile(flags.output, `${text}\n`)
}

function toRequest(path: string, flags: Flags) {
  const { mode, maxPages, pages = false, blocks = false, pageMarkers = false } = flags
  const pdf = { type: 'pdf', mode, maxPages, pages, blocks, pageMarkers }
  const chosen = Formats.parse(flags.format ?? ['markdown'])
  const request = {
    ...contentOptions({
      formats: chosen,
      onlyMainContent: flags.mainContent === true,
      includeTags: flags.includeTags,
      excludeTags: flags.excludeTags,
      removeBase64Images: !flags.base64Images,
      parsers: Parsers.parse([pdf, 'image']),
    }),
    url: noAddress,
    status: 200,
    contentType: undefined,
    fileName: basename(path),
  }
  return { request, chosen }
}

const barLength = 30

function bar(page: number, pages: number): string {
  const filled = pages > 0 ? Math.round((page / pages) * barLength) : 0
  return `${'█'.repeat(filled)}${'░'.repeat(barLength - filled)} ${page} of ${pages} pages`
}

function addFormat(value: string, before: readonly string[] = []): readonly string[] {
  if (fileFormats.includes(value)) return [...before, value]
  throw new InvalidArgumentError(`It must be one of ${fileFormats.join(', ')}.`)
}
