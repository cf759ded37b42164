import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { ServiceError } from '#kernel/errors.ts'
import { createShowSteps, type TraceEvent } from './agent-steps.ts'
import { collect, wholeNumber } from './arguments.ts'
import { CommandError } from './command-error.ts'
import { startLocalService } from './local-service.ts'
import {
  findKey,
  runningService,
  withServiceFlags,
  type AskService,
  type ServiceFlags,
} from './running-service.ts'
import type { Terminal } from './terminal.ts'

interface Flags extends ServiceFlags {
  readonly schema?: string
  readonly page?: readonly string[]
  readonly strict?: true
  readonly maxCredits?: number
  readonly effort?: string
}

interface Status {
  readonly status: 'processing' | 'completed' | 'failed'
  readonly data?: unknown
  readonly partial?: unknown
  readonly error?: string
  readonly creditsUsed: number
}

const lookMs = 500

/** `weir agent "goal"`: a run of the agent, with its steps as they happen and its data at the end. */
export function declareAgent(command: Command, terminal: Terminal): void {
  withServiceFlags(
    command
      .argument('<goal>', 'what to find')
      .option('--schema <file>', 'JSON Schema of the result')
      .option('--page <url>', 'where to begin; may be repeated', collect)
      .option('--strict', 'read these pages alone')
      .option(
        '--max-credits <credits>',
        'most credits that the run may cost',
        wholeNumber(1, 1_000_000),
      )
      .option('--effort <effort>', 'low, medium or high'),
  ).action((goal: string, flags: Flags) => runAgent(goal, flags, terminal))
}

async function runAgent(goal: string, flags: Flags, terminal: Terminal): Promise<void> {
  const body = await toRequest(goal, flags)
  const hasService = (await findKey(flags, terminal)) !== undefined
  if (hasService) return follow(runningService(flags, terminal), body, terminal)
  await using service = await startLocalService(terminal)
  await follow(
    (method, path, sent) =>
      service.ask(method === 'GET' || method === 'DELETE' ? method : 'POST', path, sent),
    body,
    terminal,
  )
}

/** Shows the steps until the run ends; an interruption cancels it. */
async function follow(ask: AskService, body: object, terminal: Terminal): Promise<void> {
  const { interrupted: signal, paint } = terminal
  const { id } = await ask<{ id: string }>('POST', '/v2/agent', body)
  const showSteps = createShowSteps(terminal)
  for (;;) {
    const status = await ask<Status>('GET', `/v2/agent/${id}`)
    const { events } = await ask<{ events: readonly TraceEvent[] }>('GET', `/v2/agent/${id}/trace`)
    showSteps(events)
    if (status.status !== 'processing') return showEnd(status, terminal)
    await setTimeout(lookMs, undefined, { signal }).catch(() => {})
    if (!signal.aborted) continue
    await ask('DELETE', `/v2/agent/${id}`)
    terminal.note(paint.yellow('The run was cancelled.'))
    throw new CommandError()
  }
}

function showEnd({ status, data, partial, error, creditsUsed }: Status, terminal: Terminal): void {
  const { paint } = terminal
  if (status === 'completed') {
    terminal.note(paint.green(`Done, ${creditsUsed} credits.`))
    return terminal.out(JSON.stringify(data, null, 2))
  }
  terminal.note(paint.red(error ?? 'The run failed.'))
  if (partial !== undefined) terminal.out(JSON.stringify(partial, null, 2))
  throw new CommandError()
}

async function toRequest(
  prompt: string,
  { schema: file, page: urls, strict, maxCredits, effort }: Flags,
): Promise<object> {
  return {
    prompt,
    ...(file !== undefined && { schema: await readSchema(file) }),
    ...(urls && { urls }),
    ...(strict && { strictConstrainToURLs: true }),
    ...(maxCredits !== undefined && { maxCredits }),
    ...(effort !== undefined && { effort }),
  }
}

async function readSchema(file: string): Promise<object> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ServiceError('BAD_REQUEST', `${file} cannot be read.`, { cause })
  })
  try {
    const schema: unknown = JSON.parse(text)
    if (typeof schema === 'object' && schema !== null) return schema
  } catch (cause) {
    throw new ServiceError('BAD_REQUEST', `${file} is no JSON.`, { cause })
  }
  throw new ServiceError('BAD_REQUEST', `${file} is no JSON Schema.`)
}
