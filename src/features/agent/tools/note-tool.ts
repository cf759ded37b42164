import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { agentTool, type AgentTool } from '#features/agent/work/agent-tool.ts'
import type { RunScope } from '#features/agent/work/run-scope.ts'

const recordsMax = 100
const sourcesMax = 100
const recordLengthMax = 100_000

export const sourceNumber = z.int().min(1).max(100_000)
export const sourceNumbers = z
  .array(sourceNumber)
  .max(sourcesMax)
  .describe('Numbers of the sources.')

/** Stores what was found, outside of the context of the model. */
export const noteTool = ({ findings, sources, run }: RunScope): AgentTool =>
  agentTool({
    name: 'note',
    description: `Stores what you have found, with the numbers of its sources. ${
      run.request.body.schema
        ? 'Each record has members of the schema of the result, in the same structure.'
        : 'Each record is an object with members that say what they hold.'
    } Note everything as soon as you find it.`,
    input: z.object({
      records: z
        .array(z.record(z.string().max(1_000), z.unknown()))
        .min(1)
        .max(recordsMax),
      sources: sourceNumbers.min(1),
    }),
    creditsMax: 0,
    async run({ records, sources: numbers }, { id, agent }) {
      await requireSources(sources, numbers)
      if (JSON.stringify(records).length > recordLengthMax)
        throw new ServiceError('BAD_REQUEST', 'The records are too long. Note less at once.')
      await findings.add({ agent: agent.id, call: id }, records, numbers)
      return { text: `${records.length} noted.`, shown: { records, sources: numbers } }
    },
  })

/** Fails with `BAD_REQUEST` for numbers that no page has. */
export async function requireSources(
  sources: RunScope['sources'],
  numbers: readonly number[],
): Promise<void> {
  const known = new Set((await sources.list(numbers)).map(({ number }) => number))
  const unknown = numbers.filter((number) => !known.has(number))
  if (unknown.length === 0) return
  throw new ServiceError(
    'BAD_REQUEST',
    `There are no sources with these numbers: ${unknown.join(', ')}.`,
  )
}
