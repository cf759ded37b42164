import type { Material } from '#content/content.ts'
import type { Sql } from '#storage/database.ts'
import type { Document } from './document.ts'
import type { Format, FormatOf, FormatType } from './registry.ts'

/** A document whose page has been read, before derived formats are added. */
export interface Draft {
  readonly document: Document
  /** Input of change detection; see `ContentInternals`. */
  readonly normalisedText: string | undefined
  /** Present when a requested format has `queries`. */
  readonly material: Material | undefined
  /** False if the page is client-rendered and its scripts did not run. */
  readonly isComplete: boolean
}

/** The request that a document is made for. */
export interface DocumentRequest {
  /** Scrape id. */
  readonly id: string
  readonly teamId: string
  /** As requested. */
  readonly url: string
  readonly formats: readonly Format[]
  /** How the document was redacted; undefined when it was not. */
  readonly redaction?: object | undefined
  /** Whether the Markdown is cleaned by the language model. */
  readonly onlyCleanContent: boolean
  readonly zeroDataRetention: boolean
  /** Whether answers of the language model may be stored for the same question about the same text. */
  readonly usesModelCache: boolean
  readonly signal: AbortSignal
  /** When the signal will abort. */
  readonly deadlineAt?: Date | undefined
}

/** What a derived format adds to a document. */
export interface Derived {
  readonly members?: Partial<Document>
  /** Warning for the caller. */
  readonly warning?: string
  /** Credits on top of the price of the page. */
  readonly credits?: number
  /** Replaces the credit of the page; of several formats the highest counts. */
  readonly pageCredits?: number
  /** Must run in the transaction that stores the document. */
  readonly extraWrites?: ((sql: Sql) => Promise<void>) | undefined
}

/** Makes one derived format; undefined when it was not requested. */
export type Derivation = (draft: Draft, request: DocumentRequest) => Promise<Derived | undefined>

/**
 * Creates the derivation of a type. Of several formats of the type the last one applies. `derive` may throw `ServiceError`,
 * which fails the whole document, the reason of the request's signal, and bugs.
 */
export function createDerivation<Type extends FormatType>(
  type: Type,
  derive: (draft: Draft, format: FormatOf<Type>, request: DocumentRequest) => Promise<Derived>,
): Derivation {
  const isOfType = (format: Format): format is FormatOf<Type> => format.type === type
  return async (draft, request) => {
    const format = request.formats.findLast(isOfType)
    return format && derive(draft, format, request)
  }
}

/** A document with its derived formats. */
export interface FinishedDocument {
  readonly document: Document
  readonly credits: number
  readonly extraWrites: readonly ((sql: Sql) => Promise<void>)[]
}

export type Derive = (draft: Draft, request: DocumentRequest) => Promise<FinishedDocument>

/** What a page costs without formats that have a price of their own. */
const pageCredit = 1

/** Runs derivations in order; each gets the document of the previous one. */
export function createDerive(derivations: readonly Derivation[]): Derive {
  return async function derive(draft, request) {
    let { document } = draft
    let credits = 0
    let pageCredits = pageCredit
    const extraWrites: ((sql: Sql) => Promise<void>)[] = []
    for (const derivation of derivations) {
      const derived = await derivation({ ...draft, document }, request)
      if (!derived) continue
      document = withDerived(document, derived)
      credits += derived.credits ?? 0
      pageCredits = Math.max(pageCredits, derived.pageCredits ?? pageCredit)
      if (derived.extraWrites) extraWrites.push(derived.extraWrites)
    }
    return { document, credits: credits + pageCredits - pageCredit, extraWrites }
  }
}

function withDerived(document: Document, { members, warning }: Derived): Document {
  const sentences = [document.warning, warning].filter(Boolean).join(' ')
  return { ...document, ...members, ...(sentences !== '' && { warning: sentences }) }
}
