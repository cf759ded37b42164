import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { ServiceError } from '#kernel/errors.ts'
import { createShowSteps, type TraceEvent } from './agent-steps.ts'
import { collect, wholeNumber } from './arguments.ts'
import { CommandError } from './command-error.ts'
import { countsCredits } from './count-credits.ts'
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
  readonly json?: true
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
      .option('--effort <effort>', 'low, medium or high')
      .option('--json', 'print the whole result of the run as JSON'),
  ).action((goal: string, flags: Flags) => runAgent(goal, flags, terminal))
}

async function runAgent(goal: string, flags: Flags, terminal: Terminal): Promise<void> {
  const body = await toRequest(goal, flags)
  const hasService = (await findKey(flags, terminal)) !== undefined
  const run = { body, asJson: flags.json === true }
  if (hasService) return follow(runningService(flags, terminal), run, terminal)
  await using service = await startLocalService(terminal)
  await follow(
    (method, path, sent) =>
      service.ask(method === 'GET' || method === 'DELETE' ? method : 'POST', path, sent),
    run,
    terminal,
  )
}

/** Shows the steps until the run ends; an interruption cancels it. */
async function follow(
  ask: AskService,
  { body, asJson }: { readonly body: object; readonly asJson: boolean },
  terminal: Terminal,
): Promise<void> {
  const { interrupted: signal, paint } = terminal
  const { id } = await ask<{ id: string }>('POST', '/v2/agent', body)
  const showSteps = createShowSteps(terminal)
  for (;;) {
    const status = await ask<Status>('GET', `/v2/agent/${id}`)
    const { events } = await ask<{ events: readonly TraceEvent[] }>('GET', `/v2/agent/${id}/trace`)
    showSteps(events)
    if (status.status !== 'processing') {
      const cost = (await countsCredits(ask)) ? `, ${status.creditsUsed} credits` : ''
      return showEnd(status, { asJson, cost }, terminal)
    }
    await setTimeout(lookMs, undefined, { signal }).catch(() => {})
    if (!signal.aborted) continue
    await ask('DELETE', `/v2/agent/${id}`)
    terminal.note(paint.yellow('The run was cancelled.'))
    throw new CommandError()
  }
}

interface Shown {
  readonly asJson: boolean
  /** Empty where credits are not counted. */
  readonly cost: string
}

function showEnd(ended: Status, { asJson, cost }: Shown, terminal: Terminal): void {
  const { status, data, partial, error } = ended
  const { paint } = terminal
  if (asJson) terminal.out(JSON.stringify(ended, null, 2))
  if (status === 'completed') {
    terminal.note(paint.green(`Done${cost}.`))
    return asJson ? undefined : terminal.out(JSON.stringify(data, null, 2))
  }
  terminal.note(paint.red(error ?? 'The run failed.'))
  if (partial !== undefined && !asJson) terminal.out(JSON.stringify(partial, null, 2))
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
