import { InvalidArgumentError, type Command } from 'commander'
import { collect, wholeNumber } from './arguments.ts'
import { startLocalService } from './local-service.ts'
import type { Terminal } from './terminal.ts'
import { showWaiting } from './waiting.ts'

interface Flags {
  readonly search?: string
  readonly limit: number
  readonly sitemap: 'include' | 'skip' | 'only'
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly subdomains: boolean
  readonly json?: true
}

interface Found {
  readonly links: readonly { readonly url: string; readonly title?: string }[]
  readonly warning?: string
}

/** `weir map URL`: prints the URLs of a site, without a running service. */
export function declareMap(command: Command, terminal: Terminal): void {
  command
    .argument('<url>', 'URL of the site, or of a part of it; http:// may be omitted')
    .option('-s, --search <words>', 'rank URLs by relevance to these words')
    .option('-n, --limit <pages>', 'maximum number of URLs', wholeNumber(1, 100_000), 5_000)
    .option('--sitemap <how>', 'include, skip or only', sitemap, 'include')
    .option('--include <pattern>', 'only paths that match; may be repeated', collect)
    .option('--exclude <pattern>', 'no paths that match; may be repeated', collect)
    .option('--no-subdomains', 'without subdomains')
    .option('--json', 'print titles as well, as JSON')
    .action((url: string, flags: Flags) => map(url, flags, terminal))
}

async function map(url: string, flags: Flags, terminal: Terminal): Promise<void> {
  await using service = await startLocalService(terminal, { endsRequests: true })
  const body = {
    url,
    limit: flags.limit,
    sitemap: flags.sitemap,
    includeSubdomains: flags.subdomains,
    ...(flags.search !== undefined && { search: flags.search }),
    ...(flags.include && { includePaths: flags.include }),
    ...(flags.exclude && { excludePaths: flags.exclude }),
  }
  const { links, warning } = await showWaiting(terminal, 'Mapping the site', () =>
    service.ask<Found>('POST', '/v2/map', body),
  )
  if (warning !== undefined) terminal.note(terminal.paint.yellow(warning))
  const lines = links.map((link) => link.url).join('\n')
  terminal.out(flags.json ? JSON.stringify(links, null, 2) : lines)
}

/** Parses the sitemap option. */
export function sitemap(value: string): Flags['sitemap'] {
  if (value === 'include' || value === 'skip' || value === 'only') return value
  throw new InvalidArgumentError('It must be include, skip or only.')
}
