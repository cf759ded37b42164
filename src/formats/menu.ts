import { z } from 'zod'
import { defineFormat } from './format.ts'
import { Pictures, Price } from './price.ts'

const Option = z.object({ name: z.string(), price: Price.optional() })

const Item = z
  .object({
    id: z.string().meta({ description: 'Unique in this menu.' }),
    name: z.string(),
    description: z.string().optional(),
    images: Pictures,
    price: Price.optional(),
    availability: z.object({ inStock: z.boolean(), text: z.string().optional() }),
    dietary: z
      .array(z.string())
      .readonly()
      .meta({ description: 'For example `vegan` and `gluten-free`.' }),
    calories: z.number().optional(),
    optionGroups: z
      .array(z.object({ name: z.string(), options: z.array(Option).readonly() }))
      .readonly(),
    identifiers: z.object({ merchantItemId: z.string().optional() }),
    url: z.string().optional(),
    sourceUrl: z.string(),
  })
  .meta({ id: 'MenuItem', description: 'A dish or drink.' })

const Section = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    items: z.array(Item).readonly(),
  })
  .meta({ id: 'MenuSection', description: 'Items under one heading.' })

const Menu = z
  .object({
    isMenu: z
      .boolean()
      .meta({ description: 'False when the page is no menu; then it has no sections.' }),
    confidence: z.number().meta({ description: 'How sure it is that the page is a menu, 0 to 1.' }),
    merchant: z.object({
      name: z.string(),
      type: z.string().optional(),
      location: z.string().optional(),
    }),
    currency: z.string().nullable().meta({ description: 'ISO 4217 code of most items.' }),
    sections: z.array(Section).readonly(),
    sourceUrl: z.string(),
  })
  .meta({ id: 'Menu', description: 'The menu of a restaurant.' })

export const menu = defineFormat({
  type: 'menu',
  summary: 'The menu of a restaurant: sections, items, prices, diets.',
  schema: undefined,
  members: { menu: Menu.optional() },
  source: 'content',
})
