import { checkJsonSchemas } from '#formats/json-schemas.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { ScrapeRequest } from './contract.ts'

/** Options that are not implemented, and when a request uses them. */
const unsupportedOptions: Partial<
  Record<keyof ScrapeRequest, (request: ScrapeRequest) => boolean>
> = {
  threatProtection: ({ threatProtection }) => threatProtection !== undefined,
}

/** Throws `NOT_IMPLEMENTED`, naming every option that is missing, and `UNPROCESSABLE` for a bad JSON Schema. */
export function assertScrapeSupported(request: ScrapeRequest): void {
  checkJsonSchemas(request.formats)
  const missing = Object.entries(unsupportedOptions).flatMap(([name, isUsed]) =>
    isUsed(request) ? [name] : [],
  )
  if (missing.length === 0) return
  throw new ServiceError(
    'NOT_IMPLEMENTED',
    `The following options are not available in this version: ${missing.join(', ')}.`,
  )
}
