import { z } from 'zod'

/** A price in the formats `product` and `menu`. */
export const Price = z
  .object({
    amount: z.number(),
    currency: z.string().optional().meta({ description: 'ISO 4217 code.' }),
    formatted: z.string().optional().meta({ description: 'As the page shows it.' }),
  })
  .meta({ id: 'Price', description: 'An amount of money.' })

export const Pictures = z
  .array(z.object({ url: z.string(), alt: z.string().optional() }))
  .readonly()
