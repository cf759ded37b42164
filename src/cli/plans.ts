import { InvalidArgumentError, type Command } from 'commander'
import { rateBuckets, type Plan, type RateBucket } from '#kernel/account.ts'
import { wholeNumber } from './arguments.ts'
import { withAccounts } from './open-accounts.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

type Rates = Partial<Record<RateBucket, number>>

interface Changes {
  readonly concurrency?: number
  readonly queue?: number
  readonly credits?: number
  readonly rate?: Rates
  readonly json?: true
}

/** `weir plans list | set`. */
export function declarePlans(plans: Command, terminal: Terminal): void {
  plans
    .command('list')
    .description('List the plans; rates are requests per minute and team.')
    .option('--json', 'print them as JSON')
    .action(async ({ json }: { json?: true }) => {
      print(await withAccounts(terminal, (accounts) => accounts.plans.list()), json, terminal)
    })
  plans
    .command('set')
    .description('Change the given limits of a plan.')
    .argument('<name>')
    .option('--concurrency <number>', 'concurrent requests of a team', wholeNumber(1))
    .option('--queue <number>', 'requests that may wait for a slot', wholeNumber(0))
    .option('--credits <number>', 'credits per month', wholeNumber(0))
    .option('--rate <bucket=number>', 'requests per minute; may be repeated', rate)
    .option('--json', 'print it as JSON')
    .action(async (name: string, changes: Changes) => {
      const plan = await withAccounts(terminal, (accounts) =>
        accounts.plans.set(name, {
          concurrencyMax: changes.concurrency,
          queuedJobsMax: changes.queue,
          creditsPerPeriod: changes.credits,
          requestsPerMinute: changes.rate ?? {},
        }),
      )
      print([plan], changes.json, terminal)
    })
}

function print(plans: readonly Plan[], json: true | undefined, terminal: Terminal): void {
  if (json) return terminal.out(JSON.stringify(plans, null, 2))
  const rates = rateBuckets.map((bucket) => [
    bucket,
    (plan: Plan) => plan.requestsPerMinute[bucket],
  ])
  terminal.out(
    table(plans, {
      plan: (plan) => plan.name,
      'at once': (plan) => plan.concurrencyMax,
      queue: (plan) => plan.queuedJobsMax,
      credits: (plan) => plan.creditsPerPeriod,
      ...(Object.fromEntries(rates) as Record<string, (plan: Plan) => number>),
    }),
  )
}

function rate(value: string, before: Rates = {}): Rates {
  const [name, number = ''] = value.split('=')
  const bucket = rateBuckets.find((known) => known === name)
  if (bucket) return { ...before, [bucket]: wholeNumber(1)(number) }
  throw new InvalidArgumentError(`Write it as bucket=number; buckets: ${rateBuckets.join(', ')}.`)
}
