import { z } from 'zod'

/**
 * Schema of a request body. Unknown keys are refused, except `origin` and `integration`, and names that begin with `__`, which
 * are removed (docs/api/scrape.md). Rules whose text must be the `error` of the response are added with `.refine` or
 * `.superRefine`.
 */
export function strictBody<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.preprocess(dropInternalKeys, z.strictObject({ ...tolerated, ...shape }))
}

const tolerated = {
  origin: z
    .string()
    .max(256)
    .optional()
    .meta({ description: 'Name of the client, for statistics.', examples: ['api'] }),
  integration: z
    .string()
    .trim()
    .max(128)
    .nullish()
    .meta({ description: 'Name of the integration, for statistics.', examples: ['my-tool'] }),
}

function dropInternalKeys(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([key]) => !key.startsWith('__')))
}
