import type { Config } from '#config.ts'
import { announceJobs } from '#delivery/job-announcements.ts'
import { createOutbox, type Outbox } from '#delivery/outbox.ts'
import { createMailbox, type Mailbox } from '#delivery/mailbox.ts'
import { startMailing } from '#delivery/start-mailing.ts'
import { startSender } from '#delivery/start-sender.ts'
import { createWebhookSecrets } from '#delivery/webhook-secrets.ts'
import { createDocumentOf } from '#features/job/job-verbs.ts'
import { createFrontier } from '#jobs/frontier.ts'
import { createJobs } from '#jobs/job-store.ts'
import type { Jobs } from '#jobs/jobs.ts'
import type { PageWorkDeps } from '#jobs/page-work.ts'
import { startWorker, type Worker } from '#jobs/worker.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { Guard } from '#net/guard.ts'
import { createPost } from '#net/post.ts'
import { createSendMail, type SendMail } from '#net/send-mail.ts'
import { createNotifier } from '#queue/notifier.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { Database } from '#storage/database.ts'
import { createContentSeals } from '#storage/content-seals.ts'
import { createKeepers } from '#storage/keepers.ts'
import { createKeyRing } from '#storage/key-ring.ts'
import { createSeal } from '#storage/seal.ts'
import { createSecret, type DeriveKey } from '#storage/secret.ts'

/** Something that keeps what ends some day. */
interface Kept {
  sweep(): Promise<void>
}

interface WorkParts
  extends
    Omit<PageWorkDeps, 'pagesMax'>,
    Record<
      | 'slots'
      | 'credits'
      | 'idempotency'
      | 'activity'
      | 'rateLimits'
      | 'results'
      | 'cache'
      | 'files'
      | 'profiles'
      | 'uploads',
      Kept
    > {
  readonly database: Database
  readonly jobs: Jobs
  readonly outbox: Outbox
  readonly mailbox: Mailbox | undefined
  readonly clock: Clock
  readonly guard: Guard
  readonly deriveKey: DeriveKey
  readonly monitoring: { readonly kept: readonly Kept[]; start(): AsyncDisposable }
}

const sweepEveryMs = 60_000

/** Jobs as their teams see them, their frontier, and what is to be told of them. */
export function composeJobs(
  config: Config,
  deps: { readonly database: Database; readonly clock: Clock; readonly log: Log },
) {
  const { WEIR_SECRET: configured, WEIR_DATA_DIR: dataDir } = config
  const deriveKey = createSecret({ configured, dataDir })
  const seal = createSeal(deriveKey)
  const keepers = createKeepers({ ...deps, deriveKey })
  const keys = createKeyRing({ ...deps, keepers })
  const contentSeals = createContentSeals({ seal, keys })
  const outbox = createOutbox({ ...deps, contentSeals })
  const announce = announceJobs(outbox, contentSeals, deps.log)
  const hostPagesMax = config.WEIR_HOST_PAGES_MAX
  return {
    deriveKey,
    seal,
    keys,
    worker: keepers.own,
    contentSeals,
    outbox,
    mailbox: config.WEIR_SMTP_URL === undefined ? undefined : createMailbox({ ...deps, seal }),
    needsConfirmation: config.WEIR_MAIL_CONFIRMATION === 'on',
    jobs: createJobs({ ...deps, announce, contentSeals }),
    frontier: createFrontier({ ...deps, announce, contentSeals, hostPagesMax }),
    notifier: createNotifier(),
  }
}

/** What goes on in the background: pages of jobs, deliveries, and cleaning up. */
export function startWork(config: Config, parts: WorkParts): Worker {
  const work = new AsyncDisposableStack()
  const { slots, credits, idempotency, activity, rateLimits } = parts
  const { results, cache, files, profiles, uploads, jobs, outbox, mailbox, monitoring } = parts
  const accounts = [slots, credits, idempotency, activity, rateLimits]
  const kept = [
    ...accounts,
    results,
    cache,
    files,
    profiles,
    uploads,
    jobs,
    outbox,
    ...monitoring.kept,
    ...(mailbox ? [mailbox] : []),
  ]
  work.use(
    startPolling({
      ticks: kept.map((part) => () => part.sweep()),
      pause: every(sweepEveryMs),
      pausesFirst: true,
      log: parts.log,
      failure: 'sweep failed',
    }),
  )

  const secrets = createWebhookSecrets(parts)
  const { post } = work.use(createPost(parts))
  const documentOf = createDocumentOf(jobs)
  const { operations } = parts
  work.use(
    startSender({
      ...parts,
      post: (request, signal) => operations.run(() => post(request, signal)),
      documentOf,
      secretsOf: (id) => secrets.signing(id),
    }),
  )
  const worker = work.use(startWorker({ ...parts, pagesMax: config.WEIR_WORKER_PAGES_MAX }))
  work.use(monitoring.start())
  const { WEIR_SMTP_URL: smtpUrl, WEIR_MAIL_FROM: from } = config
  if (smtpUrl !== undefined && mailbox) {
    const sendMail = work.use(createSendMail({ smtpUrl, from }))
    const send: SendMail = (id, mail) => operations.run(() => sendMail(id, mail))
    work.use(startMailing({ ...parts, mailbox, sendMail: send }))
  }
  return Object.assign(work, { blame: () => worker.blame() })
}
