import type { Metadata } from './metadata.ts'

/** A sentence about a document that is not the requested page: an error or a refusal of the site; undefined for the page. */
export function pageFailure({
  statusCode,
  refusal,
}: Pick<Metadata, 'statusCode' | 'refusal'>): string | undefined {
  if (statusCode >= 400) return `The page returned status ${statusCode}.`
  return refusal === undefined ? undefined : `The site did not return the page: ${refusal}.`
}
