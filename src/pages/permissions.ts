import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { refuseStaticAddresses } from '#kernel/location.ts'
import { refusedAction, refuseFormats } from '#formats/key-restrictions.ts'
import { formatRecord } from '#formats/registry.ts'
import { isZeroDataRetention, refuseRetention } from '#operations/zero-data-retention.ts'
import type { ScrapeRequest } from './contract.ts'
import { refuseUnsafe } from '#operations/safe-mode.ts'

/** Actions that return page content, so that a key restricted to formats may not use them. */
const contentActions = new Set(['scrape', 'executeJavascript', 'pdf'])

/**
 * Checks the permissions of team and key (docs/api/scrape.md). Fails with `FORBIDDEN`; the text names what is not
 * permitted.
 */
export function checkPermissions(request: ScrapeRequest, account: Account): void {
  refuseUnsafe(request, account)
  if (request.alexandria !== undefined) throw forbidden('Exchange is not enabled for this team.')
  refuseRetention(request, account)
  refuseStaticAddresses(request.location)
  refuseContent(request, account.allowedFormats)
}

/**
 * Refuses options that store data, under zero data retention (docs/zero-data-retention.md). Fails with
 * `SCRAPE_ZDR_VIOLATION_ERROR`.
 */
export function refuseStored(request: ScrapeRequest, account: Account): void {
  if (!isZeroDataRetention(request, account)) return
  const { formats, actions = [], profile } = request
  const stored = [
    ...formats.flatMap(({ type }) => (formatRecord(type).isStored ? [`the format ${type}`] : [])),
    ...actions.flatMap(({ type }) => (storedActions.has(type) ? [`the action ${type}`] : [])),
    ...(profile?.saveChanges ? ['a profile with saveChanges'] : []),
  ]
  if (stored.length === 0) return
  throw new ServiceError(
    'SCRAPE_ZDR_VIOLATION_ERROR',
    `These options store data and cannot be combined with zero data retention: ${[...new Set(stored)].join(', ')}.`,
  )
}

const storedActions = new Set(['screenshot', 'pdf'])

/** Fails with `FORBIDDEN` if formats or actions return more than the key permits (docs/api/scrape.md). */
export function refuseContent(
  { formats, actions = [] }: Pick<ScrapeRequest, 'formats' | 'actions'>,
  allowed: readonly string[],
): void {
  const types = formats.map(({ type }) => type)
  refuseFormats(types, allowed)
  if (allowed.length === 0) return
  const isRefused = (type: string) =>
    contentActions.has(type) || (type === 'screenshot' && !types.includes('screenshot'))
  const action = actions.find(({ type }) => isRefused(type))
  if (action) throw refusedAction(action.type)
}

const forbidden = (message: string) => new ServiceError('FORBIDDEN', message)
