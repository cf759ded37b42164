import type { RecipeRequest, RecipeResult } from './recipe/recipe.ts'
import type { MediaReference } from './media-reference.ts'
import type { Menu } from './html/facts/menu/menu-shape.ts'
import type { Product } from './html/facts/product/product-shape.ts'
import type {
  AttributeValues,
  ClientRendered,
  ContentFormat,
  ExaminedText,
  Material,
} from './content.ts'
import type { ContentMetadata } from './html/about/content-metadata.ts'
import type { ResultPage } from './html/result-page/result-shape.ts'

export type AttributeSelectors = Extract<ContentFormat, { type: 'attributes' }>['selectors']

/** A parsed page whose formats are made on request, at most once. */
export interface Reading {
  /** URLs of frames whose documents are part of the page and have not been fetched; HTML only. */
  missingFrames?(): readonly string[]
  metadata(): ContentMetadata
  clientRendered(): ClientRendered | undefined
  /** Warnings for the caller; complete after the last format. */
  warnings(): readonly string[]
  links(): readonly string[]
  images(): readonly string[]
  attributes(selectors: AttributeSelectors): readonly AttributeValues[]
  rawHtml(): string
  rawBase64(): string
  /** Input of change detection beside the Markdown; HTML only. */
  comparisonText?(): string
  /** What the page states apart from its running text, and all of its texts; only pages of HTML have it. */
  stated?(): Pick<Material, 'facts' | 'text'>
  /** Only pages of HTML describe one. */
  product?(): Product | undefined
  /** Only pages of HTML have one. */
  menu?(): Menu
  /** Runs a recipe on the page; HTML only. */
  extract?(request: RecipeRequest): RecipeResult
  /** The elements of the page; HTML only. */
  outline?(lengthMax: number): string
  /** Audio and video that the page names; HTML only. */
  media?(): readonly MediaReference[]
  /** Its results, if it is the result page of a search engine; HTML only. */
  resultPage?(): ResultPage
  /** The texts of the whole page; HTML only. */
  examined?(): ExaminedText
  markdown(): string
  html(): string
}

/** The bytes of a page as base64. */
export function toBase64(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64')
}
