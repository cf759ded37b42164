import { checkJsonSchemas } from '#formats/json-schemas.ts'
import type { ScrapeRequest } from './contract.ts'

/** Throws `UNPROCESSABLE` for a bad JSON Schema. */
export function assertScrapeSupported({ formats }: ScrapeRequest): void {
  checkJsonSchemas(formats)
}
