import type { Caller } from '#kernel/caller.ts'
import type { Content, ContentFormat } from '#content/content.ts'
import type { Derivation, Draft } from '#formats/derivation.ts'
import type { Derive } from '#formats/derive.ts'
import type { Document } from '#formats/document.ts'
import { toDocument, withCredits, type DocumentFacts } from '#formats/to-document.ts'
import type { Rendering } from '#fetch/page.ts'
import type { ReadPages } from '#page-index/read-pages.ts'
import type { Sql } from '#storage/database.ts'
import type { ReadAgain } from '#kernel/read-again.ts'
import { pageFailure } from '#formats/page-failure.ts'
import type { ThreatScreen } from '#threat/screen.ts'
import { priceOfSafety, chooseRedaction, type Safeguard, type SafetyOptions } from './safeguard.ts'
import type { StoreRenderings } from './store-renderings.ts'

/** A document to make, whatever it is made of. */
export interface DocumentOrder extends Caller {
  /** Scrape id. */
  readonly id: string
  readonly request: SafetyOptions & { readonly onlyCleanContent: boolean }
  readonly zeroDataRetention: boolean
  /** Milliseconds spent waiting for a concurrency slot. */
  readonly queuedMs: number
  /** Origin for links in the document; the configured one when absent. */
  readonly baseUrl?: string | undefined
  /** The threat policy, where it also holds for other pages; the scans of the page are then charged there. */
  readonly screen?: ThreatScreen | undefined
  /** Called with the credits of reading, before formats are made of what was read; what it throws ends the order. */
  readonly onRead?: (credits: number) => Promise<void>
}

/** What a source has read: a content, and what only the source knows about it. */
export interface Reading {
  readonly content: Content
  /** Formats that were read although the request does not have them. */
  readonly extraFormats: readonly ContentFormat[]
  readonly facts: DocumentFacts
  readonly rendering?: Rendering | undefined
  readonly draft: Pick<Draft, 'isComplete' | 'examine' | 'media'>
  readonly origin: Pick<Derivation, 'url' | 'route' | 'isPersonal'>
  /** Credits of so many pages, without safety and formats. */
  readonly countCredits: (pages: number) => number
  /** Loads the page once more, where it can be. */
  readonly again?: ((signal: AbortSignal) => Promise<Reading>) | undefined
  /** Set for a page that searches may find. */
  readonly indexed?: { readonly url: string; readonly fetchedAt: Date } | undefined
}

/** Reads what a document is made of. */
export type OrderSource<Order> = (order: Order) => Promise<Reading>

export interface MadeDocument {
  readonly document: Document
  /** All links of the page, when they were wanted. */
  readonly links: readonly string[]
  /** Input of change detection, when it was wanted. */
  readonly normalisedText?: string | undefined
  readonly readAgain?: ReadAgain | undefined
  /** Must run in the transaction that stores the document. */
  readonly extraWrites: readonly ((sql: Sql) => Promise<void>)[]
}

interface MakeDocumentDeps<Order> {
  readonly read: OrderSource<Order>
  readonly derive: Derive
  readonly safeguard: Safeguard
  /** Absent where nothing is rendered. */
  readonly storeRenderings?: StoreRenderings
  /** Takes pages that searches shall find. */
  readonly readPages?: Pick<ReadPages, 'offer'>
}

/**
 * Reads a source and makes its document, in the service, on the command line and for uploads. Charges nothing, and stores
 * nothing but the cached copy and renderings. `spentCredits` were spent on it before.
 */
export function createMakeDocument<Order extends DocumentOrder>(deps: MakeDocumentDeps<Order>) {
  const { read, derive, safeguard, storeRenderings, readPages } = deps

  return async function makeDocument(order: Order, spentCredits = 0): Promise<MadeDocument> {
    const { request, teamId, zeroDataRetention, signal } = order
    const caller = { teamId, signal }
    const reading = await read(order)
    signal.throwIfAborted()
    const { content, facts, draft } = reading
    const { paidPages = 1 } = content.internal
    const checked = await safeguard.check(content, request, caller)
    const readCredits =
      spentCredits +
      reading.countCredits(paidPages) +
      priceOfSafety(request, paidPages, checked.hasRun)
    await order.onRead?.(readCredits)
    if (reading.indexed && content.markdown !== undefined) {
      const { markdown, metadata } = content
      readPages?.offer({ teamId, ...reading.indexed, markdown, metadata })
    }
    const { actions, ...rendered } = (await storeRenderings?.(reading.rendering, order)) ?? {}
    const safe = await safeguard.redact({ content, actions }, request, caller)
    const document = toDocument(withRequestedOnly(safe.content, reading.extraFormats), {
      metadata: facts.metadata,
      members: { ...facts.members, ...rendered, ...(safe.actions && { actions: safe.actions }) },
      warnings: [...(facts.warnings ?? []), ...checked.warnings],
    })
    const { normalisedText, material } = safe.content.internal
    const readAgain = createReadAgain(reading, order, safeguard)
    const derived = await derive(
      { document, normalisedText, material, readAgain, ...draft },
      {
        ...reading.origin,
        id: order.id,
        teamId,
        screen: order.screen,
        baseUrl: order.baseUrl,
        onlyCleanContent: request.onlyCleanContent,
        redaction: chooseRedaction(request),
        zeroDataRetention,
        signal,
        deadlineAt: order.deadlineAt ?? order.endsAt,
      },
      request.formats,
    )
    return {
      document: withCredits(derived.document, readCredits + derived.credits),
      links: content.links ?? [],
      normalisedText,
      readAgain,
      extraWrites: derived.extraWrites,
    }
  }
}

/** Loads the page once more, redacted as the first time, for change detection. */
function createReadAgain(
  { again }: Reading,
  { request, teamId }: DocumentOrder,
  safeguard: Safeguard,
): ReadAgain | undefined {
  if (!again) return undefined
  return async (signal) => {
    const { content, facts } = await again(signal)
    if (pageFailure(facts.metadata) !== undefined) return undefined
    const safe = await safeguard.redact({ content, actions: undefined }, request, {
      teamId,
      signal,
    })
    return {
      markdown: safe.content.markdown ?? '',
      normalisedText: safe.content.internal.normalisedText,
    }
  }
}

/** Removes the members that the request did not ask for. */
function withRequestedOnly(content: Content, extraFormats: readonly ContentFormat[]): Content {
  const rest = { ...content }
  for (const { type } of extraFormats) {
    if (type === 'links' || type === 'markdown') delete rest[type]
  }
  return rest
}
