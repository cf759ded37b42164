import type { ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { ServiceError } from '#kernel/errors.ts'
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
const refusal = 'Too many requests of your team are waiting. Try again later.'
const gone = 'The client has closed its connection.'

/** With two for each processor, one of them waits for the database while the other works. */
export function createRequestStarts(perTeamMax = 2 * availableParallelism()): RequestStarts {
  const slots = createSemaphore({ perTeamMax, waitingMax, refusal })
  return {
    async begin(teamId, response) {
      const signal = whileClientWaits(response)
      try {
        const slot = await slots.acquire({ teamId, signal })
        const release = () => slot[Symbol.dispose]()
        const timer = setTimeout(release, startMsMax)
        onceFinished(response, () => {
          clearTimeout(timer)
          release()
        })
      } catch (thrown) {
        throw signal.aborted ? new ServiceError('SERVICE_UNAVAILABLE', gone) : thrown
      }
    },
  }
}
