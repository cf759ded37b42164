import type { Price } from '#content/html/facts/product/product-shape.ts'

/** The result of the format menu. See docs/menu.md. */
export interface Menu {
  readonly isMenu: boolean
  /** How sure it is that the page is a menu, 0 to 1. */
  readonly confidence: number
  readonly merchant: Merchant
  readonly currency: string | null
  readonly sections: readonly MenuSection[]
  readonly sourceUrl: string
}

export interface Merchant {
  readonly name: string
  readonly type?: string
  readonly location?: string
}

export interface MenuSection {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly items: readonly MenuItem[]
}

export interface MenuItem {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly images: readonly { readonly url: string; readonly alt?: string }[]
  readonly price?: Price
  readonly availability: { readonly inStock: boolean; readonly text?: string }
  readonly dietary: readonly string[]
  readonly calories?: number
  readonly optionGroups: readonly OptionGroup[]
  readonly identifiers: { readonly merchantItemId?: string }
  readonly url?: string
  readonly sourceUrl: string
}

export interface OptionGroup {
  readonly name: string
  readonly options: readonly { readonly name: string; readonly price?: Price }[]
}

/** An item before it gets its id and the texts are read for diets and calories. */
export interface FoundItem {
  readonly name: string
  readonly description: string | undefined
  readonly amount: number | undefined
  /** Code or sign. */
  readonly currency: string | undefined
  readonly formatted: string | undefined
  readonly images: readonly string[]
  readonly diets: readonly string[]
  readonly calories: number | undefined
  readonly inStock: boolean | undefined
  readonly options: readonly { readonly name: string; readonly options: readonly FoundOption[] }[]
  readonly merchantId: string | undefined
  readonly url: string | undefined
}

export interface FoundOption {
  readonly name: string
  readonly amount: number | undefined
}

export interface FoundSection {
  readonly name: string
  readonly description: string | undefined
  readonly items: readonly FoundItem[]
}
