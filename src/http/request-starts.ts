import type { ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '#kernel/errors.ts'
import { createMemory } from '#kernel/memory.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import { onceFinished, whileClientWaits } from './observe.ts'

/** Limits how many requests of one team start at once, so that the start of a request of another team does not wait for all of them. */
export interface RequestStarts {
  /**
   * Waits for the turn of a request. Fails with `SERVICE_UNAVAILABLE` when the client leaves, and when too many requests of the team
   * are waiting.
   */
  begin(teamId: string, response: ServerResponse): Promise<void>
}

const waitingMax = 1_024
/** What takes longer waits for something else: a page, a model, a job. */
const startMsMax = 10
/**
 * How long a start waits in its slot for each request that the team's clients have abandoned: such a request has cost its work without
 * taking the time of a response, so a client that always leaves would start many times as many.
 */
const abandonedMs = 100
const abandonedLifeMs = 1_000
const teamsMax = 10_000
const refusal = 'Too many requests of your team are waiting. Try again later.'
const gone = 'The client has closed its connection.'

/** With two for each processor, one of them waits for the database while the other works. */
export function createRequestStarts(perTeamMax = 2 * availableParallelism()): RequestStarts {
  const slots = createSemaphore({ perTeamMax, waitingMax, refusal })
  /** Abandoned requests of each team for which no start has waited yet. */
  const abandoned = createMemory<number>({ sizeMax: teamsMax, lifeMs: abandonedLifeMs })

  async function waitForAbandoned(teamId: string, signal: AbortSignal): Promise<void> {
    if (!abandoned.get(teamId)) return
    await sleep(abandonedMs, undefined, { signal })
    const count = abandoned.get(teamId) ?? 0
    if (count > 1) abandoned.set(teamId, count - 1)
    else abandoned.delete(teamId)
  }

  return {
    async begin(teamId, response) {
      const signal = whileClientWaits(response)
      const leave = new DisposableStack()
      try {
        leave.use(await slots.acquire({ teamId, signal }))
        await waitForAbandoned(teamId, signal)
      } catch (thrown) {
        leave.dispose()
        throw signal.aborted ? new ServiceError('SERVICE_UNAVAILABLE', gone) : thrown
      }
      const timer = setTimeout(() => leave.dispose(), startMsMax)
      onceFinished(response, () => {
        clearTimeout(timer)
        leave.dispose()
        if (signal.aborted)
          abandoned.set(teamId, Math.min(perTeamMax, (abandoned.get(teamId) ?? 0) + 1))
      })
    },
  }
}
