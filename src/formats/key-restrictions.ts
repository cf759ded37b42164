import { ServiceError } from '#kernel/errors.ts'
import type { Document } from './document.ts'
import { formats } from './registry.ts'

/** The formats that give access to a Document member: several formats can fill the same one. */
function typesOfMember(member: string): readonly string[] {
  const types = formats.filter(({ members }) => Object.hasOwn(members, member))
  return types.length === 0 ? [member] : types.map(({ type }) => type)
}

const unrestrictedMembers = new Set(['metadata', 'warning', 'actions'])

/** Throws `FORBIDDEN` if a key restricted to the formats `allowed` requests others. An empty list allows all. */
export function refuseFormats(types: readonly string[], allowed: readonly string[]): void {
  const refused = [...new Set(types)].filter((type) => !allowed.includes(type))
  if (allowed.length === 0 || refused.length === 0) return
  throw new ServiceError(
    'FORBIDDEN',
    `Request blocked: this API key is restricted to the following formats: ${allowed.join(', ')}. Requested formats not allowed: ${refused.join(', ')}.`,
  )
}

/**
 * Throws `FORBIDDEN` if a stored document has members or results of actions that the key may not read. Actions without
 * a result are permitted.
 */
export function refuseDocument(document: Document, allowed: readonly string[]): void {
  const types = Object.keys(document)
    .filter((member) => !unrestrictedMembers.has(member))
    .map((member) => {
      const fillers = typesOfMember(member)
      return fillers.find((type) => allowed.includes(type)) ?? fillers[0] ?? member
    })
  const {
    scrapes = [],
    javascriptReturns = [],
    pdfs = [],
    screenshots = [],
  } = document.actions ?? {}
  const results = { scrape: scrapes, executeJavascript: javascriptReturns, pdf: pdfs }
  const [action] = Object.entries(results).find(([, list]) => list.length > 0) ?? []
  if (allowed.length > 0 && action !== undefined) throw refusedAction(action)
  refuseFormats([...types, ...(screenshots.length > 0 ? ['screenshot'] : [])], allowed)
}

/** The error for an action that would return more than the key may read. */
export const refusedAction = (type: string) =>
  new ServiceError(
    'FORBIDDEN',
    `Request blocked: the "${type}" action returns page content and is not available on this format-restricted API key.`,
  )
