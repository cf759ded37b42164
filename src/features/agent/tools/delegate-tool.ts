import { z } from 'zod'
import { agentTool, type AgentTool } from '#features/agent/work/agent-tool.ts'

const tasksMax = 8
const tasksAtOnce = 4

/** One task of a reader. */
export interface DelegatedTask {
  readonly goal: string
  readonly urls: readonly string[]
}

/** Works on a task; returns the report. */
export type ReadFor = (task: DelegatedTask, agentId: string) => Promise<string>

/** Gives tasks to readers, which work at the same time and note what they find. */
export const delegateTool = (readFor: ReadFor): AgentTool =>
  agentTool({
    name: 'delegate',
    description:
      'Gives up to eight tasks to readers that work at the same time. Each reads pages, notes what it finds and reports. Use it for tasks that do not depend on each other.',
    input: z.object({
      tasks: z
        .array(
          z.object({
            goal: z.string().min(1).max(4_000),
            urls: z.array(z.string().max(4_096)).max(20).default([]),
          }),
        )
        .min(1)
        .max(tasksMax),
    }),
    creditsMax: 0,
    async run({ tasks }, { id }) {
      const reports: string[] = []
      const entries = tasks.entries()
      async function work(): Promise<void> {
        for (const [index, task] of entries)
          reports[index] = await readFor(task, `reader-${id}-${index}`)
      }
      const workers = Array.from({ length: tasksAtOnce }, () => work())
      // When one fails, the others end before the failure goes on.
      await Promise.allSettled(workers)
      await Promise.all(workers)
      const text = reports.map((report, index) => `Task ${index + 1}: ${report}`).join('\n\n')
      return { text, short: `${tasks.length} tasks were done.` }
    },
  })

/** Ends the work of a reader. */
export const reportTool = (): AgentTool =>
  agentTool({
    name: 'report',
    description:
      'Ends your task. Say in a few sentences what you found and noted, and what is missing.',
    input: z.object({ text: z.string().min(1).max(8_000) }),
    creditsMax: 0,
    run: ({ text }) => Promise.resolve({ text: 'Done.', isEnd: true, outcome: text, shown: text }),
  })
