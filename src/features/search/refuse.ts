import { checkPermissions, refuseStored } from '#pages/permissions.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import type { SearchRequest } from './contract.ts'

/** Throws for what the team or the key may not ask for, and for what this version does not have. */
export function refuse(request: SearchRequest, { account }: Call): void {
  const { enterprise, scrapeOptions, asyncScraping } = request
  if (enterprise.includes('zdr') && account.zeroDataRetention === 'off') {
    throw new ServiceError(
      'FORBIDDEN',
      'Zero Data Retention (ZDR) search is not enabled for your team. Ask the operator of this service to allow it.',
    )
  }
  if (!scrapeOptions) return
  const zeroDataRetention = enterprise.includes('zdr') || scrapeOptions.zeroDataRetention
  const page = { ...scrapeOptions, zeroDataRetention, url: '', alexandria: undefined }
  checkPermissions(page, account)
  refuseStored(page, account)
  if (asyncScraping && isZeroDataRetention(page, account)) {
    const message =
      'Documents of asyncScraping are stored until they are read, which zero data retention forbids. Scrape the results without asyncScraping.'
    throw new ServiceError('SCRAPE_ZDR_VIOLATION_ERROR', message)
  }
}
