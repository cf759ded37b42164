import type { Config } from '#config.ts'
import type { ReadContent } from '#reading/read-content.ts'
import { createProviders, type PageReading } from './providers/create-providers.ts'

/** Names of the search providers in the order in which they are asked; empty when no query leaves the machine. */
export function searchProviders(config: Config, readContent: ReadContent): string[] {
  const { search, secrets } = config
  if (search.mode === 'local') return []
  const options = { names: search.providers, pages: pageReading(config, readContent) }
  return createProviders(secrets, options).map(({ name }) => name)
}

/** How result pages of search engines are read. */
export const pageReading = ({ search, fetch }: Config, readContent: ReadContent): PageReading => ({
  obeysRobots: search.resultPageDespiteRobots === 'off',
  robotsAgent: fetch.robotsAgent,
  userAgent: fetch.userAgent,
  readContent,
})
