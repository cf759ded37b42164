import { InvalidArgumentError, type Command } from 'commander'
import { rateBuckets, type Plan, type RateBucket } from '#kernel/account.ts'
import { wholeNumber } from './arguments.ts'
import { createAccountWork } from './command-work.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

type Rates = Partial<Record<RateBucket, number>>

interface Changes {
  readonly concurrency?: number
  readonly queue?: number
  readonly credits?: number
  readonly rate?: Rates
}

/** `weir plans list | set`. */
export function declarePlans(plans: Command, terminal: Terminal): void {
  const doWork = createAccountWork(terminal)
  const show = (shown: readonly Plan[]) => terminal.out(table(shown, columns))
  doWork(
    plans.command('list').description('List the plans; rates are requests per minute and team.'),
    (accounts) => accounts.plans.list(),
    show,
  )
  doWork(
    plans
      .command('set')
      .description('Change the given limits of a plan.')
      .argument('<name>')
      .option('--concurrency <number>', 'concurrent requests of a team', wholeNumber(1))
      .option('--queue <number>', 'requests that may wait for a slot', wholeNumber(0))
      .option('--credits <number>', 'credits per month', wholeNumber(0))
      .option('--rate <bucket=number>', 'requests per minute; may be repeated', rate),
    async (accounts, name: string, { concurrency, queue, credits, rate = {} }: Changes) => [
      await accounts.plans.set(name, {
        concurrencyMax: concurrency,
        queuedJobsMax: queue,
        creditsPerPeriod: credits,
        requestsPerMinute: rate,
      }),
    ],
    show,
  )
}

const columns = {
  plan: (plan: Plan) => plan.name,
  'at once': (plan: Plan) => plan.concurrencyMax,
  queue: (plan: Plan) => plan.queuedJobsMax,
  credits: (plan: Plan) => plan.creditsPerPeriod,
  ...Object.fromEntries(
    rateBuckets.map((bucket) => [bucket, (plan: Plan) => plan.requestsPerMinute[bucket]]),
  ),
}

function rate(value: string, before: Rates = {}): Rates {
  const [name, number = ''] = value.split('=')
  const bucket = rateBuckets.find((known) => known === name)
  if (bucket) return { ...before, [bucket]: wholeNumber(1)(number) }
  throw new InvalidArgumentError(`Write it as bucket=number; buckets: ${rateBuckets.join(', ')}.`)
}
