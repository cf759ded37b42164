import type { JsonSchema } from '#schemas/json-schema.ts'

/** A value of a page: the text of the first element that matches, or one of its attributes. */
export interface RecipeField {
  /** Names joined with dots: `address.city`. Empty for the items of a list of plain values. */
  readonly path: string
  /** CSS selector; inside of a list, relative to the item, and empty for the item itself. */
  readonly selector: string
  /** Null for the text. */
  readonly attribute: string | null
}

/** An array: an item for each element that matches. */
interface RecipeList {
  readonly path: string
  readonly selector: string
  readonly fields: readonly RecipeField[]
}

/** Where the data of pages of one layout are. */
export interface Recipe {
  readonly fields: readonly RecipeField[]
  readonly lists: readonly RecipeList[]
}

/** A recipe and the schema that its values shall have. */
export interface RecipeRequest {
  readonly recipe: Recipe
  /** Without one, all values are texts. */
  readonly schema?: JsonSchema | undefined
}

/** What a recipe has found on a page. */
export interface RecipeResult {
  readonly value: unknown
  /** Share of the fields that have a value, 0 to 1. */
  readonly share: number
  /** Paths of the fields without a value. */
  readonly unfilled: readonly string[]
}
