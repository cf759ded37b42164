import { toDocument, type Document } from '@firecrawl/anydoc'

/** Types of the converter with string names instead of its const enums, which do not exist at run time. */
type Plain<Type> = Type extends Buffer
  ? Type
  : Type extends string
    ? `${Type}`
    : Type extends readonly (infer Item)[]
      ? readonly Plain<Item>[]
      : Type extends object
        ? { readonly [Key in keyof Type]: Plain<Type[Key]> }
        : Type

/** Output of the converter. */
export type OfficeDocument = Plain<Document>
export type Block = OfficeDocument['blocks'][number]
export type Inline = NonNullable<Block['content']>[number]
/** The text of an inline and those in it. */
export const joinInline = ({ text = '', content = [] }: Inline): string =>
  text + content.map(joinInline).join('')

export type List = NonNullable<Block['list']>
export type Table = NonNullable<Block['table']>
export type Cell = NonNullable<Table['grid'][number][number]['cell']>
export type Style = NonNullable<Inline['style']>

/** Formats that content sniffing cannot tell apart. */
export type NamedFormat = 'csv' | 'doc' | 'ppt' | 'xlsx'

/** Converts an office file. Fails with the converter's errors. */
export const convert = toDocument as unknown as (
  bytes: Uint8Array,
  format?: NamedFormat,
) => Promise<OfficeDocument>
