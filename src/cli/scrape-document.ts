import { composeScrape } from '#compose-terminal.ts'
import type { Config } from '#config.ts'
import type { Document } from '#formats/document.ts'
import { checkJsonSchemasAtOnce } from '#formats/json-schemas.ts'
import { formatRecord } from '#formats/registry.ts'
import { invalidRequest } from '#http/invalid-request.ts'
import { startDeadline } from '#kernel/deadline.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { ScrapeRequest } from '#pages/contract.ts'
import type { RenderedFile } from '#pages/store-renderings.ts'

interface Scraping {
  readonly interrupted: AbortSignal
  /** Stores a file of the browser and returns where it is. */
  readonly keep: (file: RenderedFile) => Promise<string>
}

/**
 * Fetches a page and returns its document; `body` is that of `POST /v2/scrape`. Throws `ServiceError`, or the reason
 * of the signal.
 */
export async function scrapeDocument(
  config: Config,
  body: { readonly timeout: number },
  { interrupted, keep }: Scraping,
): Promise<Document> {
  await using parts = await composeScrape(config, keep)
  const { data: read, error } = parts.schema.safeParse(body)
  if (error) throw invalidRequest(error)
  checkJsonSchemasAtOnce(read.formats)
  refuseServiceFormats(read)
  parts.safeguard.assertAvailable(read)
  // The API replaces this value, which old clients always send.
  const request = { ...read, timeout: body.timeout }
  using deadline = startDeadline(request.timeout, interrupted)
  const { document } = await parts.makeDocument({
    id: newId(),
    teamId: 'terminal',
    principal: undefined,
    request,
    zeroDataRetention: false,
    queuedMs: 0,
    signal: deadline.signal,
    deadlineAt: deadline.at,
  })
  return document
}

function refuseServiceFormats({ formats }: Pick<ScrapeRequest, 'formats'>): void {
  const refused = formats.find(({ type }) => formatRecord(type).needsService)
  if (!refused) return
  const message = `The format ${refused.type} needs a running service: use the API.`
  throw new ServiceError('NOT_IMPLEMENTED', message)
}
