import type { Foundations } from '#compose-foundations.ts'
import type { Config } from '#config.ts'
import { startMailing } from '#delivery/start-mailing.ts'
import { startSender } from '#delivery/start-sender.ts'
import { createWebhookSecrets } from '#accounts/webhook-secrets.ts'
import { createDocumentOf } from '#features/job/job-verbs.ts'
import type { Feature } from '#features/feature.ts'
import { startWorker, type Worker } from '#jobs/worker.ts'
import { createPost } from '#net/post.ts'
import { createSendMail, type SendMail } from '#net/send-mail.ts'
import { every, startPolling } from '#queue/poll.ts'

interface WorkDeps {
  readonly foundations: Foundations
  readonly features: readonly Feature[]
}

const sweepEveryMs = 60_000

/** The background work of a worker process: deletion of what has expired, deliveries, pages of jobs, loops of features. */
export function startWork(config: Config, { foundations, features }: WorkDeps): Worker {
  const work = new AsyncDisposableStack()
  const { database, deriveKey, guard, faultScopes, clock, log } = foundations
  const { slots, credits, idempotency, activity, rateLimits, files, cache } = foundations
  const { jobs, jobTypes, frontier, notifier, worker, outbox, mailbox, snapshots, llm } =
    foundations
  const stores = [slots, credits, idempotency, activity, rateLimits, cache, files, jobs, outbox]
  const swept = [
    ...stores,
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

  const secrets = createWebhookSecrets({ database, deriveKey })
  const { post } = work.use(createPost({ guard }))
  work.use(
    startSender({
      worker,
      outbox,
      post: (request, signal) => faultScopes.run(() => post(request, signal)),
      documentOf: createDocumentOf(jobs),
      secretsOf: (id) => secrets.signing(id),
      clock,
      log,
    }),
  )
  const pagesMax = config.jobs.workerPagesMax
  const pages = work.use(
    startWorker({ worker, frontier, jobs, jobTypes, pagesMax, notifier, faultScopes, log }),
  )
  for (const start of features.flatMap((feature) => feature.loops ?? [])) work.use(start())
  if (config.secrets.smtpUrl !== undefined && mailbox) {
    const smtp = { smtpUrl: config.secrets.smtpUrl, from: config.delivery.mailFrom }
    const sendMail = work.use(createSendMail(smtp))
    const send: SendMail = (id, mail) => faultScopes.run(() => sendMail(id, mail))
    work.use(startMailing({ mailbox, sendMail: send, log }))
  }
  return Object.assign(work, { blame: () => pages.blame() })
}
