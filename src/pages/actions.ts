import { z } from 'zod'
import { countMax } from '#kernel/count-max.ts'
import { describeMembers } from '#kernel/describe-members.ts'
import { Viewport } from '#formats/viewport.ts'

const actionsMax = 50
const scriptLengthMax = 100_000
/** Of `waitFor` and all waits. */
export const totalWaitMsMax = 60_000
const selector = z.string().min(1).max(1_024).meta({ description: 'CSS selector.' })

const Wait = z
  .object({
    type: z.literal('wait'),
    milliseconds: z.int().min(1).max(countMax).optional().meta({ maximum: totalWaitMsMax }),
    selector: selector.optional(),
  })
  .refine(
    ({ milliseconds, selector }) => (milliseconds === undefined) !== (selector === undefined),
    {
      error: "Either 'milliseconds' or 'selector' must be provided, but not both.",
    },
  )
  .meta({ oneOf: [describeMembers('milliseconds'), describeMembers('selector')] })

/** Actions ignore unknown keys, because some clients send the fields of all actions. */
const Action = z
  .discriminatedUnion('type', [
    Wait,
    z.object({
      type: z.literal('screenshot'),
      fullPage: z.boolean().default(false),
      quality: z.int().min(1).max(100).optional(),
      viewport: Viewport.optional(),
    }),
    z.object({ type: z.literal('click'), selector, all: z.boolean().default(false) }),
    z.object({ type: z.literal('write'), text: z.string().max(scriptLengthMax) }),
    z.object({ type: z.literal('press'), key: z.string().min(1).max(256) }),
    z.object({
      type: z.literal('scroll'),
      direction: z.enum(['up', 'down']).default('down'),
      selector: selector.optional(),
    }),
    z.object({ type: z.literal('scrape') }),
    z.object({ type: z.literal('executeJavascript'), script: z.string().max(scriptLengthMax) }),
    z.object({
      type: z.enum(['pdf', 'generatePDF']),
      format: z
        .enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'])
        .default('Letter'),
      landscape: z.boolean().default(false),
      scale: z.number().min(0.1).max(2).default(1),
    }),
  ])
  .meta({ id: 'Action', description: 'One action in the browser.' })

export type ActionOption = z.output<typeof Action>

export const Actions = z
  .array(Action)
  .max(1_000)
  .refine((actions) => actions.length <= actionsMax, {
    error: `Number of actions cannot exceed ${actionsMax}`,
  })
  .meta({
    description: `Actions in the browser, in this order; at most ${actionsMax}.`,
    maxItems: actionsMax,
  })

const selectorWaitMs = 1_000

/** Total requested wait time; each wait for a selector counts as a second (docs/api/scrape.md). */
export function totalWaitMs(waitFor: number, actions: readonly ActionOption[] = []): number {
  let totalMs = waitFor
  for (const action of actions) {
    if (action.type === 'wait') totalMs += action.milliseconds ?? selectorWaitMs
  }
  return totalMs
}
