import type { Caller } from '#kernel/caller.ts'
import type { z } from 'zod'
import type { ReadAgain } from '#kernel/read-again.ts'
import type { Comparer } from '#changes/create-comparer.ts'
import type { Snapshots } from '#changes/snapshots.ts'
import type { PageWork } from '#answers/page-work.ts'
import type { ContentInternals, ContentRequest, Material } from '#content/content.ts'
import type { MediaReference } from '#content/media-reference.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import type { CopyMedia } from '#media/copy-media.ts'
import type { MediaRoute } from '#media/media.ts'
import type { Sql } from '#storage/database.ts'
import type { Branding } from './branding.ts'
import type { BlocksOfPage, PageOfDocument } from './markdown.ts'
import type { RecipeStore } from './recipe-store.ts'
import type { Metadata } from './metadata.ts'
import type { Withhold } from './withhold.ts'

/** A page that has been read. Derived formats are made of it. */
export interface Draft {
  readonly document: {
    readonly markdown?: string | undefined
    readonly pages?: readonly PageOfDocument[] | undefined
    readonly blocks?: readonly BlocksOfPage[] | undefined
    readonly branding?: z.output<typeof Branding> | undefined
    readonly metadata: Metadata
  }
  /** Input of change detection; see `ContentInternals`. */
  readonly normalisedText: string | undefined
  readonly readAgain?: ReadAgain | undefined
  /** Present when a requested format has `queries`. */
  readonly material: Material | undefined
  /** The material with what no language model is shown. */
  readonly original?: Material | undefined
  /** Reads the page once more; absent for uploaded files. */
  readonly examine?: (
    wanted: Pick<ContentRequest, 'recipe' | 'outlineLengthMax'>,
  ) => Promise<ContentInternals>
  /** Audio and video that the page names; present for the formats `audio` and `video`. */
  readonly media?: readonly MediaReference[] | undefined
  /** False if the page is client-rendered and its scripts did not run. */
  readonly isComplete: boolean
}

/** What formats are derived for: the request of a document, and whose it is. */
export interface Derivation extends Caller {
  /** Scrape id. */
  readonly id: string
  /** As requested. */
  readonly url: string
  /** How the site is reached; absent for uploaded files. */
  readonly route?: MediaRoute | undefined
  /** Origin for links; the configured one when absent. */
  readonly baseUrl?: string | undefined
  /** How the document was redacted; undefined when it was not. */
  readonly redaction?: object | undefined
  /** Whether the Markdown is cleaned by the language model. */
  readonly onlyCleanContent: boolean
  readonly zeroDataRetention: boolean
  /** Whether it was read with headers or a profile of the caller: nothing of it is kept for other requests. */
  readonly isPersonal: boolean
}

/** What formats with `needsService` are made with. */
export interface ServiceParts {
  readonly snapshots: Pick<Snapshots, 'latest' | 'prepare' | 'markGone'>
  readonly comparer: Pick<Comparer, 'compare'>
  readonly copyMedia: CopyMedia
  readonly recipes: Pick<RecipeStore, 'find' | 'save'>
}

/** What derived formats are made with. A format takes from it what it uses. */
export interface DerivationDeps {
  /** Undefined when none is configured: then answers are made by rules. */
  readonly model: LanguageModel | undefined
  /** The model for simple tasks. */
  readonly smallModel: LanguageModel | undefined
  readonly withhold: Withhold
  readonly pageWork: PageWork
  /** Undefined on the command line, which stores nothing. */
  readonly service: ServiceParts | undefined
  readonly clock: Clock
  readonly log: Log
}

export interface DerivationContext extends DerivationDeps {
  readonly request: Derivation
  /** Calls of the language model that are left for a format. */
  readonly calls?: Caller['modelCalls']
}

/** What a derived format adds to a document. */
export interface Derived<Members extends object = object> {
  readonly members?: Partial<Members>
  /** Members of the metadata. */
  readonly metadata?: Pick<Metadata, 'tokens'>
  /** Warning for the caller. */
  readonly warning?: string
  /** Credits on top of the price of the page. */
  readonly credits?: number
  /** Replaces the credit of the page; of several formats the highest counts. */
  readonly pageCredits?: number
  /** Must run in the transaction that stores the document. */
  readonly extraWrites?: ((sql: Sql) => Promise<void>) | undefined
}

/** Fails with `NOT_IMPLEMENTED` on the command line, where requests for these formats are refused before. */
export function makeServiceParts({ service }: DerivationDeps): ServiceParts {
  if (service) return service
  throw new ServiceError('NOT_IMPLEMENTED', 'This format needs a running service: use the API.')
}
