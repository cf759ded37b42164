import { prices } from '#credits/prices.ts'
import type { Sql } from '#storage/database.ts'
import { cleanContent } from './clean-content.ts'
import type { Derivation, DerivationDeps, Derived, Draft } from './derivation.ts'
import type { Document } from './document.ts'
import { shownMaterial } from './withhold.ts'
import { formatRecord, formatTypes, type Format } from './registry.ts'

/** A page that has been read, with the document that derived formats are added to. */
export interface DocumentDraft extends Draft {
  readonly document: Document
}

/** A document with its derived formats. */
export interface FinishedDocument {
  readonly document: Document
  readonly credits: number
  readonly extraWrites: readonly ((sql: Sql) => Promise<void>)[]
}

export type Derive = (
  draft: DocumentDraft,
  derivation: Derivation,
  formats: readonly Format[],
) => Promise<FinishedDocument>

/**
 * Makes the derived formats of a request in the order of the registry; each gets the document of the previous one. Of several
 * formats of a type the last one applies. Throws what the formats throw.
 */
export function createDerive(deps: DerivationDeps): Derive {
  return async function derive(draft, request, formats) {
    const context = { ...deps, request }
    const finished = { document: draft.document, credits: 0 }
    let pageCredits = prices.page
    const extraWrites: ((sql: Sql) => Promise<void>)[] = []
    const add = (derived: Derived): void => {
      finished.document = withDerived(finished.document, derived)
      finished.credits += derived.credits ?? 0
      pageCredits = Math.max(pageCredits, derived.pageCredits ?? prices.page)
      if (derived.extraWrites) extraWrites.push(derived.extraWrites)
    }
    const isRefused = draft.document.metadata.refusal !== undefined
    if (isRefused) add({ warning: notMade(request, formats) })
    const shown =
      isRefused || !draft.material ? undefined : await shownMaterial(draft.material, context)
    add(shown?.derived ?? {})
    if (request.onlyCleanContent && !isRefused) add(await cleanContent(draft, context))
    for (const format of derivedFormats(formats)) {
      if (isRefused && readsText(format)) continue
      const material = shown?.material
      const page = { ...draft, material, original: draft.material, document: finished.document }
      add((await formatRecord(format.type).derive?.(page, format, context)) ?? {})
    }
    return { ...finished, credits: finished.credits + pageCredits - prices.page, extraWrites }
  }
}

/** Whether a format is made of the text of the page, which a refusal does not have. */
function readsText({ type }: Format): boolean {
  const record = formatRecord(type)
  return record.queries !== undefined && record.judgesRefusals !== true
}

/** What is left out because the site did not return the page. */
function notMade({ onlyCleanContent }: Derivation, formats: readonly Format[]): string {
  const names = formats
    .filter((format) => readsText(format) && formatRecord(format.type).source === 'derived')
    .map(({ type }) => `${type} was not made.`)
  const cleaning = onlyCleanContent ? ['onlyCleanContent was ignored.'] : []
  return [...new Set(names), ...cleaning].join(' ')
}

function derivedFormats(requested: readonly Format[]): Format[] {
  return formatTypes.flatMap((type) => {
    const format = requested.findLast((each) => each.type === type)
    return format ? [format] : []
  })
}

function withDerived(document: Document, { members, metadata, warning }: Derived): Document {
  const sentences = [document.warning, warning].filter(Boolean).join(' ')
  const whole: Document['metadata'] = Object.assign({}, document.metadata, metadata)
  return {
    ...document,
    ...members,
    ...(sentences !== '' && { warning: sentences }),
    metadata: whole,
  }
}
