import type { JsonObject } from '#base/json-values.ts'

/** A site that a provider has records of. */
export interface ProviderSite {
  /** The site includes its subdomains. */
  readonly domain: string
  /** Paths with a record; `*` stands for one segment: `/in/*`. */
  readonly paths: readonly string[]
  /** Pages of the site are never fetched: other paths are refused. */
  readonly isExclusive: boolean
}

/** Conditions that a team must accept before a provider is asked for it. */
export interface ProviderTerms {
  readonly name: string
  readonly version: string
  readonly url: string
}

/** An option of a tool. */
export interface ToolOption {
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean'
  readonly description: string
  readonly required: boolean
}

/** A question that a provider answers besides records of URLs. */
export interface DataTool {
  readonly capability: string
  readonly name: string
  readonly description: string
  readonly options: readonly ToolOption[]
  /** Fields of the answer, with their types. */
  readonly fields: readonly { readonly name: string; readonly type: string }[]
  readonly example: Readonly<Record<string, string | number | boolean>>
}

/** What a provider knows of a URL. */
export interface ProviderRecord {
  readonly title: string
  readonly data: JsonObject
}

/** A source of structured data about pages that are not scraped. */
export interface DataSource {
  /** Lower-case letters, digits and hyphens. */
  readonly id: string
  readonly name: string
  /** Credits for a record. */
  readonly price: number
  readonly sites: readonly ProviderSite[]
  readonly terms?: ProviderTerms | undefined
  /** Ids of the teams that may use it; all when absent. */
  readonly teams?: readonly string[] | undefined
  readonly tools: readonly DataTool[]
  /** Returns the record of a URL of its sites; undefined when there is none. Throws `DataProviderError`. */
  fetch(url: URL, signal: AbortSignal): Promise<ProviderRecord | undefined>
  /** Runs a tool; the options have been checked. Throws `DataProviderError`. */
  execute(
    capability: string,
    options: JsonObject,
    signal: AbortSignal,
  ): Promise<{ readonly data: unknown; readonly records: number }>
}

/** A provider that could not be asked; the text may be shown to the caller. */
export class DataProviderError extends Error {
  override name = 'DataProviderError'
}
