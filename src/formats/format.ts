import type { z } from 'zod'
import type { DerivationContext, Derived, Draft } from './derivation.ts'

/** Where the members of a format come from. */
export type FormatSource =
  /** The bytes of the page, read in a worker thread (`content/pipeline.ts`). */
  | 'content'
  /** The browser that loads the page. */
  | 'browser'
  /** The page that has been read: `derive` of the record makes it. */
  | 'derived'

type Options<Type extends string, Schema extends z.ZodObject | undefined> = Schema extends z.ZodType
  ? z.output<Schema>
  : { type: Type }

/** Credits of a format. Both are estimates where the price is known only after the format is made. */
export interface FormatPrice {
  /** Replaces the credit of the page. */
  readonly page?: number
  /** Is added to the price of the page. */
  readonly extra?: number
  /** False if it is due whether or not a language model is configured. */
  readonly needsModel?: false
}

/** What a format makes of a short page. */
interface FormatExample<Members extends z.ZodRawShape> {
  readonly html: string
  /** Options of the format. */
  readonly options?: Readonly<Record<string, unknown>>
  readonly result: Partial<z.output<z.ZodObject<Members>>>
}

/**
 * Everything the service knows about one format. Request and Document schema, OpenAPI, key restrictions, refusals,
 * price estimates and `docs/formats.md` are derived from these records.
 */
export interface FormatRecord<
  Type extends string = string,
  Schema extends z.ZodObject | undefined = z.ZodObject | undefined,
  Members extends z.ZodRawShape = z.ZodRawShape,
> {
  readonly type: Type
  /** One sentence for the documentation. */
  readonly summary: string
  /** The object form, `type` included; undefined for a format without options. */
  readonly schema: Schema
  /** Shown in `docs/formats.md`; `test/api/format-examples.test.ts` requests it. */
  readonly example?: FormatExample<Members>
  /** Whether the name alone is accepted. A format without options always accepts it. */
  readonly hasShortName?: boolean
  /** Optional members of the Document that hold the result. */
  readonly members: Members
  readonly source: FormatSource
  /** Error text for `POST /v2/parse`, where the format is not available. */
  readonly parseRefusal?: string
  /** Whether it is made with what the service stores, so that `weir scrape` does not have it. */
  readonly needsService?: true
  /** Whether the result is stored as a file, which zero data retention forbids. */
  readonly isStored?: true
  /** Whether it is returned as received: redaction leaves it as it is. */
  readonly isRaw?: true
  /** Whether it can be made of a record of a data provider instead of a page. */
  readonly suitsRecords?: true
  /** Whether it is made of the audio and video that the page names. */
  readonly readsMedia?: true
  /**
   * For derived formats that are made of the page's `Material`: the queries by which its passages are ranked, none for
   * formats that ask nothing.
   */
  queries?(format: Options<Type, Schema>): readonly string[] | undefined
  price?(format: Options<Type, Schema>): FormatPrice
  /** Whether `derive` decides itself about what a site returned instead of the page; other formats with `queries` are left out then. */
  readonly judgesRefusals?: true
  /**
   * Makes a derived format. May throw `ServiceError`, which fails the whole document, the reason of the request's signal, and
   * bugs.
   */
  derive?(
    draft: Draft,
    format: Options<Type, Schema>,
    context: DerivationContext,
  ): Promise<Derived<z.output<z.ZodObject<Members>>>>
}

/** Infers the exact types of a record. */
export function defineFormat<
  const Type extends string,
  const Members extends z.ZodRawShape,
  Schema extends z.ZodObject | undefined = undefined,
>(record: FormatRecord<Type, Schema, Members>): FormatRecord<Type, Schema, Members> {
  return record
}

export const refuseParsing = (type: string) => `Parse uploads do not support ${type} output.`
