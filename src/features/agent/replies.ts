import type { z } from 'zod'
import type { AgentList, AgentStatus, AgentThread } from './contract.ts'
import type { Run, RunState } from './runs/run.ts'
import type { RunListPage } from './runs/run-store.ts'
import type { AgentBody } from './start-agent.ts'
import type { Thread } from './threads.ts'

const defaultModel = 'spark-1-pro'

const publicStatus = (state: RunState) =>
  state === 'succeeded' ? 'completed' : state === 'processing' ? 'processing' : 'failed'

export function statusReply(run: Run<AgentBody>): z.input<typeof AgentStatus> {
  const { state, request, result = {}, error, threadId, threadTurn, credits } = run
  const { model = defaultModel, effort, mode } = request.body
  const { data, partial, partialSchemaValid, message, suggestions } = result
  return {
    success: true,
    status: publicStatus(state),
    ...(state === 'succeeded' && { data }),
    ...(error !== null && { error }),
    ...(partial !== undefined && { partial }),
    ...(partialSchemaValid !== undefined && { partialSchemaValid }),
    ...(state === 'credit_limit_reached' && { stopReason: state }),
    model,
    ...(effort && { effort }),
    ...(threadId !== null && { threadId }),
    ...(threadTurn !== null && { threadTurn }),
    mode,
    ...(message !== undefined && { message }),
    ...(suggestions && { suggestions: [...suggestions] }),
    expiresAt: run.expiresAt.toISOString(),
    creditsUsed: credits,
  }
}

export function listReply(
  { runs, moreBefore }: RunListPage<AgentBody>,
  baseUrl: string,
): z.input<typeof AgentList> {
  return {
    success: true,
    agents: runs.map(({ id, createdAt, state, request: { body } }) => ({
      id,
      createdAt: createdAt.toISOString(),
      targetHint: body.urls?.[0] ?? body.prompt.slice(0, hintLengthMax),
      origin: body.origin ?? 'api',
      ...(typeof body.integration === 'string' && { integration: body.integration }),
      settings: { hidden: false, starred: false },
      status: publicStatus(state),
      options: {
        ...(body.urls && { urls: body.urls }),
        prompt: body.prompt,
        ...(body.schema && { schema: body.schema }),
        ...(body.model && { model: body.model }),
        ...(body.effort && { effort: body.effort }),
      },
    })),
    ...(moreBefore && { next: `${baseUrl}/v2/agent?before=${moreBefore.getTime()}` }),
  }
}

const hintLengthMax = 120

export function threadReply(
  { id, createdAt, updatedAt, runs }: Thread,
  includesData: boolean,
): z.input<typeof AgentThread> {
  return {
    success: true,
    thread: {
      id,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      status: runs.some(({ state }) => state === 'processing') ? 'running' : 'idle',
      runs: runs.map((run) => threadRun(run, includesData)),
    },
  }
}

function threadRun(run: Run<AgentBody>, includesData: boolean) {
  const { id, threadTurn, state, createdAt, finishedAt, credits, result, error } = run
  const { mode, prompt, urls, schema, effort } = run.request.body
  return {
    id,
    turn: threadTurn ?? 1,
    mode,
    prompt,
    ...(urls && { urls }),
    ...(schema && { schema }),
    ...(effort && { effort }),
    status: state,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    creditsUsed: state === 'processing' ? null : credits,
    message: result?.message ?? error,
    suggestions: result?.suggestions ? [...result.suggestions] : null,
    ...(includesData && state === 'succeeded' && { data: result?.data }),
  }
}
