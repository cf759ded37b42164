import { bootstrap } from '#accounts/bootstrap.ts'
import type { Foundations } from '#compose-foundations.ts'
import type { Config } from '#config.ts'
import { createMailQueue } from '#delivery/mail-queue.ts'
import { createDeliveryQueue } from '#delivery/sender.ts'
import { createLoadDocument } from '#job-api/job-verbs.ts'
import type { Feature } from '#features/feature.ts'
import { startJobKeys } from '#jobs/start-job-keys.ts'
import { startWorker, type Worker } from '#jobs/worker.ts'
import { createPost } from '#net/post.ts'
import { createSendMail, type SendMail } from '#net/send-mail.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { Queue } from '#queue/queue.ts'
import { startQueues } from '#queue/run-queues.ts'
import { runWhileAllowed, type RunningWork } from '#queue/run-while-allowed.ts'
import { claimSecret } from '#storage/check-secret.ts'

interface WorkDeps {
  readonly foundations: Foundations
  readonly features: readonly Feature[]
  readonly keepFirstKey?: ((key: string) => void) | undefined
}

const sweepEveryMs = 60_000

/**
 * What a process changes by itself. It begins when the port is open: a process that cannot open it leaves the database and the
 * data folder as they are.
 */
export function composeWork(config: Config, { foundations, features, keepFirstKey }: WorkDeps) {
  const { database, clockWatch, ownSecret, keys, jobs, temporaryFiles, log } = foundations
  const stack = new AsyncDisposableStack()
  let firstKey: string | undefined
  let work: RunningWork<ReturnType<typeof startLoops>> | undefined

  async function begin(): Promise<void> {
    await claimSecret(database, ownSecret)
    const { firstApiKey: apiKey } = config.secrets
    firstKey = await bootstrap({ database, apiKey, keepKey: keepFirstKey })
    await temporaryFiles.removeLeftovers()
    stack.use(await startJobKeys({ keys, jobs, log }))
    const start = () => startLoops(config, { foundations, features })
    work = stack.use(await runWhileAllowed({ refusal: clockWatch.check, start, log }))
  }

  let begun: Promise<void> | undefined
  return {
    firstKey: () => firstKey,
    hasBegun: () => work !== undefined,
    begin: () => (begun ??= begin()),
    blame: async () => work?.current()?.blame(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The background work of this process by its role. */
function startLoops(config: Config, { foundations, features }: WorkDeps) {
  const { role } = config.service
  const loops = new AsyncDisposableStack()
  const isWorker = role === 'all' || role === 'worker'
  const work = isWorker ? loops.use(startWork(config, { foundations, features })) : undefined
  const hostLoops = role === 'api' ? [] : features.flatMap((feature) => feature.hostLoops ?? [])
  for (const start of hostLoops) loops.use(start())
  return Object.assign(loops, { blame: async () => work?.blame() })
}

/** The background work of a worker process: deletion of what has expired, deliveries, pages of jobs, loops of features. */
function startWork(config: Config, { foundations, features }: WorkDeps): Worker {
  const work = new AsyncDisposableStack()
  const { worker, database, log } = foundations
  const swept = [...foundations.sweeps, ...features.flatMap((feature) => feature.sweeps ?? [])]
  work.use(
    startPolling({
      ticks: swept.map((part) => () => part.sweep()),
      pause: every(sweepEveryMs),
      pausesFirst: true,
      log,
      failure: 'sweep failed',
    }),
  )

  const queues = features.flatMap((feature) => feature.queues ?? [])
  const own = composeDelivery(config, foundations, work)
  const notifier = foundations.queueNotifier
  work.use(startQueues({ worker, queues: [...own, ...queues], database, notifier, log }))
  const pagesMax = config.jobs.workerPagesMax
  const pages = work.use(startWorker({ ...foundations, pagesMax }))
  for (const start of features.flatMap((feature) => feature.loops ?? [])) work.use(start())
  return Object.assign(work, { blame: () => pages.blame() })
}

/** The queues of webhook deliveries and e-mails. */
function composeDelivery(
  config: Config,
  foundations: Foundations,
  stack: AsyncDisposableStack,
): Queue[] {
  const { guard, faultScopes, jobs, webhookSecrets } = foundations
  const { post } = stack.use(createPost({ guard }))
  const deliveries = createDeliveryQueue({
    ...foundations,
    post: (request, signal) => faultScopes.run(() => post(request, signal)),
    loadDocument: createLoadDocument(jobs),
    loadSecrets: (id) => webhookSecrets.signing(id),
  })
  if (config.secrets.smtpUrl === undefined) return [deliveries]
  const smtp = { smtpUrl: config.secrets.smtpUrl, from: config.delivery.mailFrom }
  const send = stack.use(createSendMail(smtp))
  const sendMail: SendMail = (id, mail) => faultScopes.run(() => send(id, mail))
  return [deliveries, createMailQueue({ ...foundations, sendMail })]
}
