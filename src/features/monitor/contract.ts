import { z } from 'zod'
import { webhook } from '#delivery/webhook.ts'
import { countMax } from '#kernel/count-max.ts'
import { Id } from '#kernel/uuid.ts'
import { strictBody } from '#kernel/strict-body.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { scheduleProblem, type Schedule } from '#features/monitor/schedule/cron.ts'
import { cronPattern, schedulePattern } from '#features/monitor/schedule/schedule-patterns.ts'
import { readScheduleText } from '#features/monitor/schedule/schedule-text.ts'
import { oneLine } from '#base/one-line.ts'
import { monitorTarget, urlsMax, countUrls } from './targets.ts'

const targetsMax = 50
const recipientsMax = 25
const localLengthMax = 64
const goalLengthMax = 2_000
const scheduleText = z.string().min(1).max(128)

/** Cron or text (docs/api/monitor.md), normalised to cron. */
export const ScheduleInput = z
  .strictObject({
    cron: scheduleText.optional().meta({ examples: ['0 9 * * 1-5'], pattern: cronPattern }),
    text: scheduleText.optional().meta({
      description: 'Words of English, German, French or Spanish; more than the pattern are read.',
      examples: ['every 30 minutes', 'daily at 9:00'],
      pattern: schedulePattern,
    }),
    timezone: scheduleText.default('UTC').meta({
      examples: ['Europe/Berlin'],
      enum: ['UTC', ...Intl.supportedValuesOf('timeZone')],
    }),
  })
  .transform((schedule, context): Schedule => {
    const reading = readSchedule(schedule)
    if (typeof reading !== 'string') return reading
    context.addIssue({ code: 'custom', message: reading })
    return z.NEVER
  })
  .meta({
    id: 'MonitorScheduleInput',
    description: 'Schedule as a cron expression or as text.',
    oneOf: [{ required: ['cron'] }, { required: ['text'] }],
  })

function readSchedule(schedule: {
  readonly cron?: string | undefined
  readonly text?: string | undefined
  readonly timezone: string
}): Schedule | string {
  const { cron, text, timezone } = schedule
  if (cron !== undefined && text !== undefined) {
    return 'Schedule must include either cron or text, not both'
  }
  if (cron === undefined && text === undefined) return 'Schedule must include either cron or text'
  const reading =
    text === undefined ? { cron: oneLine(cron ?? ''), problem: undefined } : readScheduleText(text)
  if (reading.problem !== undefined) return reading.problem
  const read = { cron: reading.cron, timezone }
  return scheduleProblem(read, new Date()) ?? read
}

/** The part before the `@` has at most 64 characters (RFC 5321). */
const Address = z.email().refine((text) => text.indexOf('@') <= localLengthMax, {
  error: 'Invalid email address',
})

const Email = z
  .strictObject({
    enabled: z.boolean().default(false),
    recipients: z.array(Address).max(recipientsMax).default([]),
    includeDiffs: z.boolean().default(false),
  })
  .meta({ id: 'MonitorEmail', description: 'Recipients of e-mails about changes.' })

const Slack = z
  .strictObject({
    enabled: z.boolean().default(false),
    channelId: z.string().trim().min(1).max(64).optional().meta({
      description: 'Id of a channel of the team that leads to Slack, or what its URL ends with.',
    }),
    channelName: z.string().max(128).optional(),
  })
  .refine(({ enabled, channelId }) => !enabled || channelId !== undefined, {
    error: 'A Slack channel is required when Slack notifications are enabled',
  })
  .meta({
    id: 'MonitorSlack',
    description: 'A channel of the team that leads to Slack.',
    anyOf: [{ properties: { enabled: { const: false } } }, { required: ['channelId'] }],
  })

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time must be like 07:30')

const ChannelSettings = z
  .strictObject({
    ids: z.array(Id).max(20).meta({ description: 'Channels of the team.' }),
    message: z.string().min(1).max(2_000).optional().meta({
      description:
        'Text of the message; {{monitor}}, {{summary}}, {{changes}}, {{url}} and {{link}} stand for their values.',
    }),
    quietHours: z
      .strictObject({ from: timeOfDay, to: timeOfDay })
      .optional()
      .meta({ description: 'Reports wait until they end, in the time zone of the schedule.' }),
    digest: z
      .enum(['none', 'hourly', 'daily'])
      .default('none')
      .meta({ description: 'Joins the reports of an hour, or of a day until 08:00.' }),
  })
  .meta({ id: 'MonitorChannels', description: 'Channels that changes are reported to.' })
export type ChannelSettings = z.output<typeof ChannelSettings>

const Notification = z
  .strictObject({
    email: Email.optional(),
    slack: Slack.optional(),
    channels: ChannelSettings.optional(),
  })
  .meta({ id: 'MonitorNotification', description: 'E-mails and channels.' })
export type Notification = z.output<typeof Notification>

const monitorEvents = ['monitor.page', 'monitor.check.completed'] as const

/** A blank goal counts as absent. */
const goal = z
  .string()
  .max(goalLengthMax)
  .nullable()
  .transform((text) => text?.trim() || null)
  .meta({ description: 'Description of the relevant changes.' })

export const MonitorTag = z.string().trim().min(1).max(64)

const fields = (rules: UrlRules) => ({
  name: z.string().min(1).max(256),
  tags: z
    .array(MonitorTag)
    .max(20)
    .transform((tags) => [...new Set(tags)])
    .meta({ description: 'Names to find monitors by.', examples: [['prices', 'competitors']] }),
  schedule: ScheduleInput,
  targets: z
    .array(monitorTarget(rules))
    .min(1)
    .max(targetsMax)
    .refine((targets) => countUrls(targets) <= urlsMax, {
      error: `Number of URLs of a monitor cannot exceed ${urlsMax}`,
    }),
  notification: Notification,
  retentionDays: z
    .int()
    .min(1)
    .max(365)
    .meta({ description: 'Number of days that checks are stored.' }),
  goal,
  judgeEnabled: z.boolean().meta({
    description: 'Judges changes with a language model, if one is configured.',
  }),
})

/** The body of `POST /v2/monitor`. */
export const monitorCreate = (rules: UrlRules) => {
  const { name, schedule, targets, ...rest } = fields(rules)
  return strictBody({
    name,
    tags: rest.tags.default([]),
    schedule,
    targets,
    webhook: webhook(monitorEvents, rules).optional(),
    notification: rest.notification.default({}),
    retentionDays: rest.retentionDays.default(30),
    goal: rest.goal.optional(),
    judgeEnabled: rest.judgeEnabled.optional(),
  }).meta({ id: 'MonitorCreate', description: 'Targets, schedule and notifications.' })
}
export type MonitorCreate = z.output<ReturnType<typeof monitorCreate>>

/** The body of `PATCH /v2/monitor/{id}`: absent fields stay unchanged. */
export const monitorUpdate = (rules: UrlRules) => {
  const { name, schedule, targets, notification, retentionDays, ...rest } = fields(rules)
  return strictBody({
    name: name.optional(),
    tags: rest.tags.optional(),
    schedule: schedule.optional(),
    status: z.enum(['active', 'paused']).optional(),
    pausedUntil: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: 'Pauses until then. Null: until it is resumed.' }),
    targets: targets.optional(),
    webhook: webhook(monitorEvents, rules).nullish(),
    notification: notification.nullish(),
    retentionDays: retentionDays.optional(),
    goal: rest.goal.optional(),
    judgeEnabled: rest.judgeEnabled.optional(),
  })
    .refine((body) => Object.keys(body).length > 0, { error: 'Update body cannot be empty' })
    .refine(({ status, pausedUntil }) => status !== 'active' || pausedUntil == null, {
      error: 'An active monitor has no pausedUntil. Send one of the two.',
      path: ['pausedUntil'],
    })
    .meta({
      id: 'MonitorUpdate',
      description: 'The fields to change.',
      minProperties: 1,
      not: {
        required: ['status', 'pausedUntil'],
        properties: { status: { const: 'active' }, pausedUntil: { type: 'string' } },
      },
    })
}
export type MonitorUpdate = z.output<ReturnType<typeof monitorUpdate>>

export const MonitorParams = z.object({ monitorId: Id })
export const CheckParams = MonitorParams.extend({
  checkId: Id.meta({ description: 'Id of the check.' }),
})

const limit = z.coerce
  .number()
  .int()
  .min(1)
  .max(100)
  .default(25)
  .meta({ description: 'Most items.' })
const offset = z.coerce
  .number()
  .int()
  .min(0)
  .max(countMax)
  .default(0)
  .meta({ description: 'Items that are passed over.' })

const PageQuery = z.object({ limit, offset })
export const MonitorListQuery = PageQuery.extend({
  tag: MonitorTag.optional().meta({ description: 'Only monitors with this tag.' }),
})

export const checkStatuses = [
  'queued',
  'running',
  'completed',
  'failed',
  'partial',
  'skipped_overlap',
  'skipped_no_credits',
] as const
export type CheckStatus = (typeof checkStatuses)[number]

export const ChecksQuery = PageQuery.extend({
  status: z.enum(checkStatuses).optional().meta({ description: 'Only checks with this status.' }),
})

export const VersionsQuery = PageQuery.extend({
  url: z.string().min(1).max(8_192).meta({ description: 'Of a page of the monitor.' }),
})
export const CompareQuery = z.object({
  from: Id.meta({ description: 'A version.' }),
  to: Id.meta({ description: 'Another version of the same page.' }),
})

export const pageStatuses = ['same', 'new', 'changed', 'removed', 'error'] as const
export type PageStatus = (typeof pageStatuses)[number]

export const CheckQuery = z.object({
  limit,
  skip: offset,
  status: z.enum(pageStatuses).optional().meta({ description: 'Only pages with this status.' }),
})
export type CheckQuery = z.output<typeof CheckQuery>

/** Token of a link in an e-mail; the caller needs no key. */
export const EmailToken = z.object({ token: z.string().min(16).max(64) })
