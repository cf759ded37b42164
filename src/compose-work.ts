import type { Foundations } from '#compose-foundations.ts'
import type { Config } from '#config.ts'
import { createMailQueue } from '#delivery/mail-queue.ts'
import { createDeliveryQueue } from '#delivery/sender.ts'
import { createDocumentOf } from '#job-api/job-verbs.ts'
import type { Feature } from '#features/feature.ts'
import { startWorker, type Worker } from '#jobs/worker.ts'
import { createPost } from '#net/post.ts'
import { createSendMail, type SendMail } from '#net/send-mail.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { Queue } from '#queue/queue.ts'
import { startQueues } from '#queue/run-queues.ts'

interface WorkDeps {
  readonly foundations: Foundations
  readonly features: readonly Feature[]
}

const sweepEveryMs = 60_000

/** The background work of a worker process: deletion of what has expired, deliveries, pages of jobs, loops of features. */
export function startWork(config: Config, { foundations, features }: WorkDeps): Worker {
  const work = new AsyncDisposableStack()
  const { database, faultScopes, log } = foundations
  const { slots, credits, keyless, idempotency, activity, rateLimits, files, cache } = foundations
  const { consoleSessions, consoleLinks } = foundations
  const { jobs, jobTypes, frontier, worker, outbox, mailbox, snapshots, llm } = foundations
  const stores = [
    slots,
    credits,
    keyless,
    idempotency,
    activity,
    rateLimits,
    cache,
    files,
    jobs,
    outbox,
  ]
  const swept = [
    ...stores,
    consoleSessions,
    consoleLinks,
    snapshots,
    ...(llm?.cache ? [llm.cache] : []),
    ...features.flatMap((feature) => feature.sweeps ?? []),
    ...(mailbox ? [mailbox] : []),
  ]
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
  const pages = work.use(
    startWorker({
      worker,
      frontier,
      jobs,
      jobTypes,
      pagesMax,
      notifier: foundations.notifier,
      faultScopes,
      log,
    }),
  )
  for (const start of features.flatMap((feature) => feature.loops ?? [])) work.use(start())
  return Object.assign(work, { blame: () => pages.blame() })
}

/** The queues of webhook deliveries and e-mails. */
function composeDelivery(
  config: Config,
  foundations: Foundations,
  stack: AsyncDisposableStack,
): Queue[] {
  const { database, guard, faultScopes, clock, log, jobs, outbox, seal } = foundations
  const { webhookSecrets } = foundations
  const { post } = stack.use(createPost({ guard }))
  const deliveries = createDeliveryQueue({
    outbox,
    post: (request, signal) => faultScopes.run(() => post(request, signal)),
    documentOf: createDocumentOf(jobs),
    secretsOf: (id) => webhookSecrets.signing(id),
    clock,
    log,
  })
  if (config.secrets.smtpUrl === undefined) return [deliveries]
  const smtp = { smtpUrl: config.secrets.smtpUrl, from: config.delivery.mailFrom }
  const send = stack.use(createSendMail(smtp))
  const sendMail: SendMail = (id, mail) => faultScopes.run(() => send(id, mail))
  return [deliveries, createMailQueue({ database, seal, sendMail, log })]
}
