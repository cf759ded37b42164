import { pageMessage } from '#answers/page-material.ts'
import { PageOptions } from '#pages/page-options.ts'
import { pageFailure } from '#formats/page-failure.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { RunScope } from '#features/agent/work/run-scope.ts'
import type { SourceText } from '#features/agent/work/sources.ts'

/** Pages of a PDF file that are read, each for a credit. */
export const pdfPagesMax = 5
const resultTokensMax = 6_000
const pageMsMax = 60_000
const charactersPerToken = 5

/** The URL in normal form. Fails with `FORBIDDEN` if the run may not read it. */
export function permitted(mayVisit: RunScope['mayVisit'], wanted: string): string {
  const checked = mayVisit.check(wanted)
  if ('url' in checked) return checked.url
  throw new ServiceError('FORBIDDEN', checked.refusal)
}

interface ReadSource {
  readonly source: SourceText
  readonly credits: number
  readonly links: readonly string[]
}

/** Reads a page or a file and makes a source of it. Redirects are checked before they are followed. */
export async function readSource(
  { operations, call, mayVisit, sources }: RunScope,
  address: string,
  { wantsLinks = false, pagesMax = pdfPagesMax } = {},
): Promise<ReadSource> {
  const options = PageOptions.parse({
    formats: ['markdown', ...(wantsLinks ? ['links'] : [])],
    timeout: pageMsMax,
    parsers: [{ type: 'pdf', maxPages: pagesMax }],
  })
  const mayFollow = (url: string) => mayVisit.mayEndAt(address, url)
  const limited = mayVisit.isStrict ? { ...options, mayVisit: mayFollow } : options
  const { document, credits } = await operations.read(address, limited, call)
  const { markdown = '', links = [], metadata } = document
  const { title } = metadata
  // A copy in the page cache was stored without these rules.
  if (!mayFollow(metadata.url ?? address)) {
    throw new ServiceError(
      'FORBIDDEN',
      'The page redirects to another site, which this run may not read.',
    )
  }
  const failure = pageFailure(metadata)
  if (failure !== undefined) throw new ServiceError('SCRAPE_SITE_ERROR', failure)
  const named = typeof title === 'string' && title !== '' ? title : address
  const source = await sources.add({ url: address, title: named, markdown })
  return { source, credits, links }
}

/** A part of a page that fits into the context, fenced as data. */
export function cutPart(
  { number, url: address, title, markdown }: SourceText,
  from: number,
  { model }: RunScope,
) {
  const tokensMax = Math.min(resultTokensMax, Math.floor(model.contextTokens / 4))
  let part = markdown.slice(from, from + tokensMax * charactersPerToken)
  while (model.count(part) > tokensMax) part = part.slice(0, Math.floor(part.length * 0.8))
  const end = from + part.length
  const rest = end < markdown.length ? ` Read on with from: ${end}.` : ''
  const range = `Characters ${from} to ${end} of ${markdown.length}.${rest}`
  return `Source ${number}: ${title}\nAddress: ${address}\n${range}\n${pageMessage('text', part)}`
}
