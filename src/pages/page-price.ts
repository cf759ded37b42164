import { scrapePrice } from '#credits/prices.ts'
import type { Format } from '#formats/registry.ts'
import type { PageOptions } from './page-options.ts'
import { priceOfSafety, type SafetyOptions } from './safeguard.ts'

type PricedOptions = SafetyOptions & Pick<PageOptions, 'lockdown'>

/** Credits reserved for each page of a job. */
export type PagePrice = (options: PricedOptions, zeroDataRetention: boolean) => number

/** The price of a page without its formats. Zero data retention implied by lockdown is free. */
export const plainPagePrice: PagePrice = (options, zeroDataRetention) =>
  scrapePrice({ kind: 'page' }, { zeroDataRetention: zeroDataRetention && !options.lockdown }) +
  priceOfSafety(options)

/** The price of a page with what its formats may cost above it. */
export const createPagePrice =
  (deps: { readonly priceFormats: (formats: readonly Format[]) => number }): PagePrice =>
  (options, zeroDataRetention) =>
    plainPagePrice(options, zeroDataRetention) + deps.priceFormats(options.formats)
