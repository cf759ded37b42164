import { assertSupported } from '#formats/supported.ts'
import type { ScrapeRequest } from './contract.ts'

/** Options that are not implemented, and when a request uses them. */
const unsupportedOptions: Partial<
  Record<keyof ScrapeRequest, (request: ScrapeRequest) => boolean>
> = {
  threatProtection: ({ threatProtection }) => threatProtection !== undefined,
  domainTools: ({ domainTools }) => domainTools,
}

/** Throws `NOT_IMPLEMENTED`, naming every format and option that is missing, and `UNPROCESSABLE` for a bad JSON Schema. */
export function assertScrapeSupported(request: ScrapeRequest): void {
  const missing = Object.entries(unsupportedOptions).flatMap(([name, isUsed]) =>
    isUsed(request) ? [name] : [],
  )
  assertSupported(request.formats, missing)
}
