import { z } from 'zod'
import { consoleEndpoint, json, type Endpoint } from '#http/endpoint.ts'
import { ScheduleInput } from './contract.ts'
import { nextRun } from './schedule/cron.ts'

const runsShown = 5

const SchedulePreview = z.object({
  success: z.literal(true),
  data: z.object({ cron: z.string(), timezone: z.string(), runs: z.array(z.iso.datetime()) }),
})

/** What the console needs beside the API of monitors: the next runs of a schedule before it is saved. */
export function monitorConsoleRoutes(): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/schedule',
      role: 'viewer',
      body: json(ScheduleInput),
      reply: json(SchedulePreview),
      async handle({ body: schedule }) {
        const runs: string[] = []
        let from = new Date()
        for (let run = 0; run < runsShown; run += 1) {
          const next = nextRun(schedule, from)
          if (!next) break
          runs.push(next.toISOString())
          from = next
        }
        return { success: true as const, data: { ...schedule, runs } }
      },
    }),
  ]
}
