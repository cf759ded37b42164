import type { AttributeValues, ClientRendered, ContentFormat, ContentMetadata } from './content.ts'

export type AttributeSelectors = Extract<ContentFormat, { type: 'attributes' }>['selectors']

/** A page ready to be read: each piece is made when it is asked for, at most once. */
export interface Reading {
  metadata(): ContentMetadata
  shell(): ClientRendered | undefined
  /** Sentences for the caller; complete once every format is made. */
  warnings(): readonly string[]
  links(): readonly string[]
  images(): readonly string[]
  attributes(selectors: AttributeSelectors): readonly AttributeValues[]
  rawHtml(): string
  rawBase64(): string
  /** What comparing knows beside the Markdown; only pages of HTML have it. */
  comparable?(): string
  markdown(): string
  html(): string
}

/** The bytes of a page as base64. */
export function toBase64(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64')
}
