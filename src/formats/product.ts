import { z } from 'zod'
import { Price, Pictures } from './price.ts'
import { defineFormat } from './format.ts'

const Variant = z
  .object({
    id: z.string().optional(),
    sku: z.string().optional(),
    title: z.string().optional(),
    values: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'The options that tell it apart, such as `{"Size": "M"}`.' }),
    availability: z.object({ inStock: z.boolean(), text: z.string().optional() }),
    price: Price.optional(),
    sale: z
      .object({ originalPrice: Price })
      .optional()
      .meta({ description: 'Present when the price is reduced.' }),
    images: Pictures.optional(),
  })
  .meta({ id: 'ProductVariant', description: 'One buyable form of a product.' })

const Product = z
  .object({
    title: z.string(),
    brand: z.string().optional(),
    category: z.string().optional(),
    url: z.string().meta({ description: 'Canonical address of the product.' }),
    description: z.string().optional(),
    variants: z
      .array(Variant)
      .readonly()
      .meta({ description: 'At least one; the one that the page shows comes first.' }),
  })
  .meta({ id: 'Product', description: 'The product that a page describes.' })

export const product = defineFormat({
  type: 'product',
  summary: 'The product that the page describes: title, brand, variants with price and stock.',
  schema: undefined,
  members: { product: Product.optional() },
  source: 'content',
})
