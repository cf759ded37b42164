import { z } from 'zod'
import { defineFormat } from './format.ts'

const selectorsMax = 1_000
const selectorLengthMax = 1_024

const AttributeValues = z
  .object({ selector: z.string(), attribute: z.string(), values: z.array(z.string()).readonly() })
  .meta({ id: 'AttributeValues', description: 'Values of one attribute, in document order.' })

const schema = z
  .strictObject({
    type: z.literal('attributes'),
    selectors: z
      .array(
        z.strictObject({
          selector: z.string().min(1).max(selectorLengthMax).meta({ description: 'CSS selector.' }),
          attribute: z.string().min(1).max(selectorLengthMax),
        }),
      )
      .max(selectorsMax),
  })
  .meta({ id: 'AttributesFormat', description: 'Values of attributes, by CSS selector.' })

export const attributes = defineFormat({
  type: 'attributes',
  summary: 'Values of HTML attributes, by CSS selector.',
  schema,
  members: { attributes: z.array(AttributeValues).readonly().optional() },
  example: {
    html: '<p data-id="a">One</p><p data-id="b">Two</p>',
    options: { selectors: [{ selector: 'p', attribute: 'data-id' }] },
    result: { attributes: [{ selector: 'p', attribute: 'data-id', values: ['a', 'b'] }] },
  },
  source: 'content',
})
