import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { refuseStaticAddresses } from '#kernel/location.ts'
import type { ScrapeRequest } from './contract.ts'
import type { Document } from './document.ts'

/** Actions that hand out content of the page, so that a key restricted to formats may not use them. */
const contentActions = new Set(['scrape', 'executeJavascript', 'pdf'])

/**
 * What the team and the key may ask for (contract sections 19.1 and 19.3).
 * Fails with `FORBIDDEN`; its text names what is missing.
 */
export function checkPermissions(request: ScrapeRequest, account: Account): void {
  if (request.alexandria !== undefined) throw forbidden('Exchange is not enabled for this team.')
  if (request.zeroDataRetention && account.zeroDataRetention === 'off') {
    throw forbidden(
      'Zero Data Retention (ZDR) is not enabled for your team. Ask the operator of this service to allow it.',
    )
  }
  refuseStaticAddresses(request.location)
  refuseContent(request, account.allowedFormats)
}

/** Zero data retention: asked for, forced on the team, or implied by lockdown (contract sections 22.3 and 22.4). */
export function leavesNoTrace(
  request: Pick<ScrapeRequest, 'zeroDataRetention' | 'lockdown'>,
  { zeroDataRetention }: Account,
): boolean {
  return request.zeroDataRetention || request.lockdown || zeroDataRetention === 'forced'
}

/**
 * Under zero data retention nothing may be asked for that is stored (contract section 22.4). Fails with
 * `SCRAPE_ZDR_VIOLATION_ERROR`.
 */
export function refuseStored(request: ScrapeRequest, account: Account): void {
  if (!leavesNoTrace(request, account)) return
  const { formats, actions = [], profile } = request
  const stored = [
    ...(formats.some(({ type }) => type === 'screenshot') ? ['the format screenshot'] : []),
    ...actions.flatMap(({ type }) => (storedActions.has(type) ? [`the action ${type}`] : [])),
    ...(profile?.saveChanges ? ['a profile with saveChanges'] : []),
  ]
  if (stored.length === 0) return
  throw new ServiceError(
    'SCRAPE_ZDR_VIOLATION_ERROR',
    `What is stored cannot be combined with zero data retention: ${[...new Set(stored)].join(', ')}.`,
  )
}

const storedActions = new Set(['screenshot', 'pdf'])

/** Fails with `FORBIDDEN` when formats or actions hand out more than the key may have (contract section 19.1). */
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

const refusedAction = (type: string) =>
  forbidden(
    `Request blocked: the "${type}" action returns page content and is not available on this format-restricted API key.`,
  )

/** Fails with `FORBIDDEN` when the key may not have all of these formats; without a list it may have any. */
export function refuseFormats(types: readonly string[], allowed: readonly string[]): void {
  const refused = [...new Set(types)].filter((type) => !allowed.includes(type))
  if (allowed.length === 0 || refused.length === 0) return
  throw forbidden(
    `Request blocked: this API key is restricted to the following formats: ${allowed.join(', ')}. Requested formats not allowed: ${refused.join(', ')}.`,
  )
}

/** Every other member of a document has the name of its format. */
const besideFormats = new Set(['metadata', 'warning', 'actions'])
/** Members that hold what another format does. */
const formatOf: Readonly<Record<string, string>> = { pages: 'markdown', blocks: 'markdown' }

/** Fails with `FORBIDDEN` when a document holds more than the key may have. Steps that brought nothing are no content. */
export function refuseDocument(document: Document, allowed: readonly string[]): void {
  const {
    scrapes = [],
    javascriptReturns = [],
    pdfs = [],
    screenshots = [],
  } = document.actions ?? {}
  const brought = { scrape: scrapes, executeJavascript: javascriptReturns, pdf: pdfs }
  const [action] = Object.entries(brought).find(([, results]) => results.length > 0) ?? []
  if (allowed.length > 0 && action !== undefined) throw refusedAction(action)
  const formats = Object.keys(document)
    .filter((member) => !besideFormats.has(member))
    .map((member) => formatOf[member] ?? member)
  refuseFormats([...formats, ...(screenshots.length > 0 ? ['screenshot'] : [])], allowed)
}

const forbidden = (message: string) => new ServiceError('FORBIDDEN', message)
