import { pageMessage } from '#answers/page-material.ts'
import type { AgentBody } from '#features/agent/start-agent.ts'
import type { RunStore } from '#features/agent/runs/run-store.ts'
import type { RunScope } from './run-scope.ts'

const turnsMax = 5
const lengthMax = 4_000

/** The goals and results of the turns before this one; they come from pages, so they are fenced as data. */
export async function earlierTurns(
  { run }: RunScope,
  store: Pick<RunStore, 'ofThread'>,
): Promise<string[]> {
  const { threadId, threadTurn, teamId } = run
  if (threadId === null || threadTurn === null || threadTurn === 1) return []
  const runs = await store.ofThread<AgentBody>(threadId, teamId)
  return runs
    .filter((one) => (one.threadTurn ?? 0) < threadTurn && one.state !== 'processing')
    .slice(-turnsMax)
    .map(({ threadTurn: turn, request, result, state }) => {
      const came = result?.data ?? result?.partial ?? `It ended as ${state}.`
      const text = `Goal: ${request.body.prompt}\nResult: ${JSON.stringify(came)}`
      return pageMessage(`turn ${turn} of this thread`, text.slice(0, lengthMax))
    })
}
