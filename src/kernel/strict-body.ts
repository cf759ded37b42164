import { z } from 'zod'

/**
 * The object a caller sends: unknown keys are refused, but every client may add `origin` and
 * `integration`, and names that begin with `__` are dropped unread (contract section 25, O5 and O6).
 * Rules whose text must reach the `error` of the answer are added with `.refine` or `.superRefine`.
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
