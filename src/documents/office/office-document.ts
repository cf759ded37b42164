import { toDocument, type Document } from '@firecrawl/anydoc'

/** The converter's types with names in the place of its enumerations, which do not exist when the program runs. */
type Plain<Type> = Type extends Buffer
  ? Type
  : Type extends string
    ? `${Type}`
    : Type extends readonly (infer Item)[]
      ? readonly Plain<Item>[]
      : Type extends object
        ? { readonly [Key in keyof Type]: Plain<Type[Key]> }
        : Type

/** A document as the converter gives it. */
export type OfficeDocument = Plain<Document>
export type Block = OfficeDocument['blocks'][number]
export type Inline = NonNullable<Block['content']>[number]
export type List = NonNullable<Block['list']>
export type Table = NonNullable<Block['table']>
export type Cell = NonNullable<Table['grid'][number][number]['cell']>
export type Style = NonNullable<Inline['style']>

/** Formats that are named where the content leaves them open. */
export type NamedFormat = 'csv' | 'doc' | 'ppt' | 'xlsx'

/** Reads a file of the office family. Fails with the converter's errors. */
export const convert = toDocument as unknown as (
  bytes: Uint8Array,
  format?: NamedFormat,
) => Promise<OfficeDocument>
