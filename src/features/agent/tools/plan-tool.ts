import { z } from 'zod'
import { agentTool, type AgentTool } from '#features/agent/work/agent-tool.ts'
import { event } from '#features/agent/work/events.ts'

/** States how the goal will be reached, for the trace. */
export const planTool = (): AgentTool =>
  agentTool({
    name: 'plan',
    description: 'States the steps to the goal. Call it once, first.',
    input: z.object({ steps: z.array(z.string().min(1).max(1_000)).min(1).max(20) }),
    creditsMax: 0,
    run: ({ steps }, { id, agent }) =>
      Promise.resolve({
        text: 'Noted. Begin.',
        events: [
          event(agent, `plan ${id}`, {
            type: 'progress.reported',
            phase: 'planning',
            message: steps.join('\n'),
          }),
        ],
      }),
  })
