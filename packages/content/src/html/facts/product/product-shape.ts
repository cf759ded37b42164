/** The result of the format product. See docs/product.md. */
export interface Product {
  readonly title: string
  readonly brand?: string
  readonly category?: string
  readonly url: string
  readonly description?: string
  /** The variant that the page shows comes first. */
  readonly variants: readonly Variant[]
}

export interface Variant {
  readonly id?: string
  readonly sku?: string
  readonly title?: string
  /** Options that tell variants apart: `{ Size: "M" }`. */
  readonly values?: Readonly<Record<string, string>>
  readonly availability: { readonly inStock: boolean; readonly text?: string }
  readonly price?: Price
  readonly sale?: { readonly originalPrice: Price }
  readonly images?: readonly { readonly url: string; readonly alt?: string }[]
}

export interface Price {
  readonly amount: number
  /** ISO 4217. */
  readonly currency?: string
  /** As the page shows it. */
  readonly formatted?: string
}
