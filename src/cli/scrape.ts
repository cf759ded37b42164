import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Document } from '#formats/document.ts'
import { CommandError } from './command-error.ts'
import { withScrapeFlags, type ScrapeFlags } from './scrape-flags.ts'
import type { Terminal } from './terminal.ts'
import { showWaiting } from './waiting.ts'

/** `weir scrape URL`: prints one page, without a running service and database. */
export function declareScrape(command: Command, terminal: Terminal): void {
  withScrapeFlags(command.argument('<url>', 'URL of the page; http:// may be omitted')).action(
    (url: string, flags: ScrapeFlags) => scrape(url, flags, terminal),
  )
}

async function scrape(url: string, flags: ScrapeFlags, terminal: Terminal): Promise<void> {
  const { readConfig } = await import('#config.ts')
  const config = readConfig(terminal.env, { WEIR_LOG_LEVEL: 'silent' })
  const formats = makeFormats(flags)
  const body = { ...toRequest(flags), url, formats }
  const { printDocument } = await import('./print-document.ts')
  const { keepInFolder } = await import('./keep-in-folder.ts')
  const { scrapeDocument } = await import('./scrape-document.ts')
  const isPicture = formats.every(({ type }) => type === 'screenshot') && flags.json !== true
  const keep = keepInFolder({
    folder: flags.filesFolder,
    screenshotFile: isPicture ? flags.output : undefined,
    note: (text) => terminal.note(text),
  })
  const document = await showWaiting(terminal, 'Loading the page', () =>
    scrapeDocument(config, body, { interrupted: terminal.interrupted, keep }),
  )
  if (document.warning !== undefined) terminal.note(terminal.paint.yellow(document.warning))
  const text = printDocument(withoutService(document), { formats, asJson: flags.json === true })
  if (flags.output === undefined) terminal.out(text)
  else if (!isPicture) await writeFile(flags.output, `${text}\n`)
  const { statusCode: status } = document.metadata
  if (status < 400) return
  terminal.note(terminal.paint.red(`The page returned status ${status}.`))
  throw new CommandError()
}

/** Without what only a running service knows. */
function withoutService({ metadata, ...document }: Document) {
  const { scrapeId: _id, cacheState: _cache, creditsUsed: _credits, ...rest } = metadata
  const { concurrencyLimited: _isLimited, concurrencyQueueDurationMs: _waited, ...shown } = rest
  return { ...document, metadata: shown }
}

function makeFormats(flags: ScrapeFlags) {
  const { format = [], attribute, fullPage, quality } = flags
  const isPictured = fullPage === true || quality !== undefined
  const isData = flags.schema !== undefined || flags.prompt !== undefined
  const implied = [
    ...(isPictured ? ['screenshot'] : []),
    ...(isData ? ['json'] : []),
    ...(flags.summary === true ? ['summary'] : []),
  ]
  const chosen: { readonly type: string }[] = [...new Set([...format, ...implied])].map((type) => {
    if (type === 'json') return { type, schema: flags.schema, prompt: flags.prompt }
    if (type !== 'screenshot') return { type }
    return { type, fullPage: fullPage === true, ...(quality !== undefined && { quality }) }
  })
  const { question, highlights: query } = flags
  if (question !== undefined) chosen.push(withOptions('question', { question }))
  if (query !== undefined) chosen.push(withOptions('highlights', { query }))
  if (attribute) chosen.push(withOptions('attributes', { selectors: attribute }))
  return chosen.length > 0 ? chosen : [{ type: 'markdown' }]
}

const withOptions = (type: string, options: object) => ({ type, ...options })

/** The body of `POST /v2/scrape`; absent options have the defaults of the API. */
function toRequest(flags: ScrapeFlags) {
  const { country, language: languages } = flags
  return {
    onlyMainContent: flags.mainContent,
    includeTags: flags.includeTags ?? [],
    excludeTags: flags.excludeTags ?? [],
    removeBase64Images: flags.base64Images !== true,
    timeout: flags.timeout,
    headers: flags.header ?? {},
    mobile: flags.mobile === true,
    proxy: flags.proxy,
    location: { country, ...(languages && { languages }) },
    skipTlsVerification: flags.verifyTls !== true,
    blockAds: flags.blockAds,
    fastMode: flags.fast === true,
    ...(flags.redactPii !== undefined && {
      redactPII: flags.redactPii === true || { mode: flags.redactPii },
    }),
    checkPromptInjection: flags.checkPromptInjection === true,
    ...(flags.waitFor !== undefined && { waitFor: flags.waitFor }),
    ...(flags.action && { actions: flags.action }),
  }
}
