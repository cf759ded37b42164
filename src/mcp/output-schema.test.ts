import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { outputSchema } from './output-schema.ts'

const data = z.object({
  links: z.array(z.string()).meta({ description: 'Of it.' }),
  at: z.string(),
})
const reply = z.union([
  z.object({ success: z.literal(true), data }),
  z.object({ success: z.literal(true), data: z.object({ tools: z.object({ a: z.int() }) }) }),
])

const names = (...asked: Parameters<typeof outputSchema>) =>
  outputSchema(...asked)['properties'] as Record<string, object>

test('results are described by the members of a reply and their types', () => {
  const { data: inner, part, notes, success } = names(reply, { isLong: true })
  assert.deepEqual([inner, success], [{}, undefined])
  assert.ok(part && notes)
  assert.deepEqual(names(reply, { result: 'data', isLong: true }), {
    links: { type: 'array' },
    at: {},
    tools: { type: 'object' },
    part,
    notes,
  })
  assert.deepEqual(names(undefined, {}), { text: {} })
})
