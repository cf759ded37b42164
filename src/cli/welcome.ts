import { resolve } from 'node:path'
import type { Config } from '#config.ts'
import type { Terminal } from './terminal.ts'

interface Welcome {
  readonly url: string
  /** Key of the first start. */
  readonly key?: string | undefined
  /** Until the console has a first person. */
  readonly setUpCode?: string | undefined
  /** Which one was found. */
  readonly browser: string
  /** Search providers. */
  readonly search: string
  readonly config: Config
}

/** The code is in the part of the URL that browsers do not send, so that no proxy logs it. */
export const setUpLink = (url: string, code: string) => `${url}/console#code=${code}`

/**
 * The start message: address, data folder, and how to make the first request.
 * The key is included only on the first start.
 */
export function welcome(
  { url, key, setUpCode, browser, search, config }: Welcome,
  { paint }: Pick<Terminal, 'paint'>,
): string {
  const store = config.secrets.databaseUrl ? 'the PostgreSQL of DATABASE_URL' : 'its own PostgreSQL'
  const lines = [
    '',
    `  ${paint.bold('Weir')} listens on ${paint.bold(url)}`,
    `  console    ${url}/console`,
    `  docs       ${url}/docs`,
    `  data       ${resolve(config.storage.dataDir)}, with ${store}`,
    `  browser    ${browser}`,
    `  search     ${search}`,
    '',
  ]
  if (setUpCode !== undefined)
    lines.push(
      '  Open this link to set up the console:',
      `  ${paint.green(setUpLink(url, setUpCode))}`,
      '',
    )
  if (key === undefined) return lines.join('\n')
  return [
    ...lines,
    `  Your API key, shown this once: ${paint.green(key)}`,
    '  Try it:',
    '',
    `  curl -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
    `    -d '{"url": "https://example.com"}' ${url}/v2/scrape`,
    '',
  ].join('\n')
}
