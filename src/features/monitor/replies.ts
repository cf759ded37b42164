import { z } from 'zod'
import { dataReply, time, type GivenReply } from '#kernel/reply.ts'
import { Judgment } from '#answers/judge.ts'
import { ParsedDiff } from '#formats/change-tracking.ts'
import { checkStatuses, pageStatuses } from './contract.ts'

/** Number of pages per status. */
const Summary = z
  .object({
    totalPages: z.int(),
    same: z.int(),
    changed: z.int(),
    new: z.int(),
    removed: z.int(),
    error: z.int(),
  })
  .meta({ id: 'MonitorSummary', description: 'Number of pages per status.' })
export type Summary = z.output<typeof Summary>

export const nothingSeen: Summary = {
  totalPages: 0,
  same: 0,
  changed: 0,
  new: 0,
  removed: 0,
  error: 0,
}

const Subscription = z.object({
  email: z.string(),
  status: z.enum(['pending', 'confirmed', 'unsubscribed']),
  source: z.enum(['team', 'opt_in', 'legacy']),
  confirmationEmailSent: z.boolean().optional(),
})
export type Subscription = z.output<typeof Subscription>

const id = z.uuid()
const domains = z.array(z.string()).optional()
const ScrapeOptions = z.looseObject({}).meta({ description: 'As sent.' })

const ShownTarget = z
  .discriminatedUnion('type', [
    z.looseObject({
      id,
      type: z.literal('scrape'),
      urls: z.array(z.string()),
      scrapeOptions: ScrapeOptions,
    }),
    z.looseObject({
      id,
      type: z.literal('crawl'),
      url: z.string(),
      crawlOptions: z.looseObject({}).meta({ description: 'As sent.' }),
      scrapeOptions: ScrapeOptions,
    }),
    z.looseObject({
      id,
      type: z.literal('search'),
      queries: z.array(z.string()),
      searchWindow: z.string(),
      maxResults: z.int(),
      includeDomains: domains,
      excludeDomains: domains,
    }),
  ])
  .meta({ id: 'MonitorTarget', description: 'A target with its id.' })

const Notification = z.looseObject({
  email: z.looseObject({
    enabled: z.boolean(),
    recipients: z.array(z.string()),
    includeDiffs: z.boolean(),
  }),
})

export const Monitor = z
  .object({
    id: z.uuid(),
    name: z.string(),
    tags: z.array(z.string()),
    status: z.enum(['active', 'paused']),
    pausedUntil: time.optional().meta({ description: 'Present while it pauses until then.' }),
    schedule: z.object({ cron: z.string(), timezone: z.string() }),
    nextRunAt: time.nullable(),
    lastRunAt: time.nullable(),
    currentCheckId: z.uuid().nullable(),
    targets: z.array(ShownTarget),
    webhook: z.looseObject({ url: z.string() }).optional(),
    notification: Notification,
    emailRecipientSubscriptions: z.array(Subscription).optional(),
    retentionDays: z.int(),
    estimatedCreditsPerMonth: z.int().nullable(),
    lastCheckSummary: Summary.optional(),
    goal: z.string().nullable(),
    judgeEnabled: z.boolean(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Monitor', description: 'A monitor with its targets, schedule and last result.' })
export type Monitor = GivenReply<z.input<typeof Monitor>>

const ChangedValues = z.record(
  z.string(),
  z.object({ previous: z.unknown(), current: z.unknown() }),
)

const targetId = z.uuid()
const amount = z.int().optional()
const TargetResult = z
  .discriminatedUnion('type', [
    z.looseObject({
      targetId,
      type: z.literal('scrape'),
      expectedJobs: z.array(z.uuid()).optional(),
    }),
    z.looseObject({ targetId, type: z.literal('crawl'), crawlId: z.uuid().optional() }),
    z.looseObject({
      targetId,
      type: z.literal('search'),
      searchCompleted: z.boolean().optional(),
      resultCount: amount,
      matches: amount,
      summary: z.string().optional(),
      judgeDegraded: z.boolean().optional(),
      degradedReason: z.string().optional(),
      searchCredits: amount,
      judgeCredits: amount,
      resultsJudged: amount,
    }),
  ])
  .meta({ id: 'MonitorTargetResult', description: 'What became of a target.' })

const Check = z
  .object({
    id: z.uuid(),
    monitorId: z.uuid(),
    status: z.enum(checkStatuses),
    trigger: z.enum(['scheduled', 'manual']),
    scheduledFor: time.nullable(),
    startedAt: time.nullable(),
    finishedAt: time.nullable(),
    estimatedCredits: z.int().nullable(),
    reservedCredits: z.int().nullable(),
    actualCredits: z.int().nullable(),
    billingStatus: z.enum(['not_applicable', 'reserved', 'confirmed', 'released', 'failed']),
    summary: Summary,
    targetResults: z.array(TargetResult).nullable(),
    notificationStatus: z.looseObject({}).nullable(),
    error: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'MonitorCheck', description: 'One run over all targets of a monitor.' })
export type Check = GivenReply<z.input<typeof Check>>

/** What a rule looks at. */
export const FoundValueReply = z.union([z.number(), z.boolean()]).nullable()

const RuleResult = z
  .object({
    rule: z.looseObject({ type: z.string(), when: z.string() }),
    found: FoundValueReply.meta({ description: 'Null when the page does not say.' }),
    before: FoundValueReply,
    isMet: z.boolean(),
  })
  .meta({ id: 'MonitorRuleResult', description: 'What a rule has found.' })

const Diff = z.looseObject({
  text: z.string().optional(),
  json: z.union([ParsedDiff, ChangedValues]),
})

const CheckPage = z
  .object({
    id: z.uuid(),
    targetId: z.uuid(),
    url: z.string(),
    status: z.enum(pageStatuses),
    previousScrapeId: z.uuid().nullable(),
    currentScrapeId: z.uuid().nullable(),
    versionId: z.uuid().nullable().meta({ description: 'The version that this page shows.' }),
    statusCode: z.int().nullable(),
    error: z.string().nullable(),
    metadata: z.looseObject({}).nullable(),
    judgment: Judgment.nullable(),
    watched: z
      .array(RuleResult)
      .optional()
      .meta({ description: 'Present for targets with rules.' }),
    createdAt: time,
    diff: Diff.nullable().meta({
      description: '`json` is the parsed diff, or the changed values by path.',
    }),
    snapshot: z
      .object({ json: z.unknown() })
      .optional()
      .meta({ description: 'The data of a changed page, when data are compared.' }),
  })
  .meta({ id: 'MonitorCheckPage', description: 'A page and the result of its comparison.' })
export type CheckPage = GivenReply<z.input<typeof CheckPage>>

const Version = z
  .object({
    id: z.uuid(),
    targetId: z.uuid(),
    url: z.string(),
    metadata: z.looseObject({}).nullable().meta({ description: 'As of the page of the check.' }),
    createdAt: time,
  })
  .meta({ id: 'MonitorVersion', description: 'A version of a page.' })
export type Version = GivenReply<z.input<typeof Version>>

const success = z.literal(true)

export const MonitorReply = dataReply(Monitor).meta({ id: 'MonitorReply' })
export const MonitorsReply = dataReply(z.array(Monitor)).meta({
  id: 'MonitorsReply',
  description: 'The monitors of the team, newest first.',
})
export const Deleted = z.object({ success }).meta({ id: 'MonitorDeleted' })
export const RunReply = z
  .object({ success, id: z.uuid(), data: Check })
  .meta({ id: 'MonitorRunReply', description: 'The queued check.' })
export const ChecksReply = dataReply(z.array(Check)).meta({
  id: 'MonitorChecksReply',
  description: 'Checks, newest first.',
})
export const CheckReply = z
  .object({
    success,
    next: z.string().optional().meta({ description: 'URL of the next pages.' }),
    data: Check.extend({ pages: z.array(CheckPage), next: z.string().optional() }),
  })
  .meta({ id: 'MonitorCheckReply', description: 'A check and some of its pages.' })
export type CheckReply = GivenReply<z.input<typeof CheckReply>>

export const VersionsReply = dataReply(z.array(Version)).meta({
  id: 'MonitorVersionsReply',
  description: 'The versions of a page, newest first.',
})
export const CompareReply = dataReply(
  z.object({ from: Version, to: Version, diff: Diff.nullable() }),
).meta({
  id: 'MonitorCompareReply',
  description: 'Two versions and their difference; null when they count as equal.',
})
