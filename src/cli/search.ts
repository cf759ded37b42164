import type { Command } from 'commander'
import { collect, wholeNumber, wordList } from './arguments.ts'
import { startLocalService } from './local-service.ts'
import { findKey, runningService, withServiceFlags, type ServiceFlags } from './running-service.ts'
import type { Terminal } from './terminal.ts'
import { showWaiting } from './waiting.ts'

interface Flags extends ServiceFlags {
  readonly limit: number
  readonly sources?: readonly string[]
  readonly categories?: readonly string[]
  readonly site?: readonly string[]
  readonly tbs?: string
  readonly lang?: string
  readonly country?: string
  readonly scrape?: true
  readonly json?: true
}

interface Result {
  readonly url: string
  readonly title: string
  readonly description?: string
  readonly snippet?: string
  readonly imageUrl?: string
  readonly markdown?: string
}

interface Found {
  readonly data: Readonly<Record<string, readonly Result[]>>
  readonly warning?: string
}

/** `weir search WORDS`: results of the configured providers; with a key, also pages that the team has scraped. */
export function declareSearch(command: Command, terminal: Terminal): void {
  withServiceFlags(
    command
      .argument('<words...>', 'what to search for; operators such as site: are allowed')
      .option('-n, --limit <results>', 'results of each source at most', wholeNumber(1, 100), 10)
      .option('--sources <list>', 'web, news, images; separated by commas', wordList)
      .option('--categories <list>', 'github, research, pdf; separated by commas', wordList)
      .option('--site <host>', 'only results of this site; may be repeated', collect)
      .option('--tbs <time>', 'how old results may be, for example qdr:w for a week')
      .option('--lang <code>', 'language of the results')
      .option('--country <code>', 'country the results are for')
      .option('--scrape', 'scrape the results and print their Markdown')
      .option('--json', 'print everything as JSON'),
  ).action((words: readonly string[], flags: Flags) => search(words.join(' '), flags, terminal))
}

async function search(query: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { limit, sources, categories, site, tbs, lang, country, scrape } = flags
  const body = {
    query,
    limit,
    ...(sources && { sources }),
    ...(categories && { categories }),
    ...(site && { includeDomains: site }),
    ...(tbs !== undefined && { tbs }),
    ...(lang !== undefined && { lang }),
    ...(country !== undefined && { country }),
    ...(scrape && { scrapeOptions: { formats: ['markdown'] } }),
  }
  const { data, warning } = await ask(body, flags, terminal)
  if (warning !== undefined) terminal.note(terminal.paint.yellow(warning))
  if (flags.json) return terminal.out(JSON.stringify(data, null, 2))
  const results = Object.values(data).flat()
  if (results.length === 0) return terminal.note('Nothing was found.')
  terminal.out(results.map(shown).join('\n\n'))
}

async function ask(body: object, flags: Flags, terminal: Terminal): Promise<Found> {
  const hasService = (await findKey(flags, terminal)) !== undefined
  if (hasService) return runningService(flags, terminal)<Found>('POST', '/v2/search', body)
  await using service = await startLocalService(terminal, { endsRequests: true })
  return await showWaiting(terminal, 'Searching', () =>
    service.ask<Found>('POST', '/v2/search', body),
  )
}

function shown({ title, url, description, snippet, imageUrl, markdown }: Result): string {
  const text = markdown ?? description ?? snippet ?? imageUrl
  return [title, url, text].filter(Boolean).join('\n')
}
