import { z } from 'zod'
import { rateBuckets } from '#kernel/account.ts'
import { dataReply, time } from '#kernel/reply.ts'
import { isRange } from '#net/address-list.ts'
import { Renaming, zeroDataRetention } from './contract.ts'
import { resultDays } from './work-contract.ts'

const rangesMax = 100
const planName = z.string().min(1).max(100)
/** Maximum of the column types. */
const countMax = 2_147_483_647

export const PlanParams = z.object({ name: planName })

/** What the operator decides for a team; absent members stay as they are. */
export const TeamChange = Renaming.partial().extend({
  plan: planName.optional(),
  zeroDataRetention: zeroDataRetention.optional(),
  safeMode: z.boolean().optional(),
  allowedAddresses: z
    .array(z.string().max(64).refine(isRange, { error: 'Give an address or a CIDR.' }))
    .max(rangesMax)
    .optional(),
  resultDays: resultDays.optional(),
})
export const NewTeam = TeamChange.required({ name: true })

const team = z.object({
  id: z.uuid(),
  name: z.string(),
  plan: z.string(),
  zeroDataRetention,
  safeMode: z.boolean(),
  allowedAddresses: z.array(z.string()),
  resultDays: z.int(),
  createdAt: time,
})
export const TeamReply = dataReply(team)
export const TeamsReply = dataReply(z.array(team))
/** With its remaining credits, and its requests in work and waiting. */
export const TeamUseReply = dataReply(
  team.extend({ credits: z.number(), running: z.int(), waiting: z.int() }),
)

export const Grant = z.strictObject({
  /** Negative to take credits back. */
  amount: z
    .int()
    .min(-countMax)
    .max(countMax)
    .refine((amount) => amount !== 0, { error: 'It must not be 0.' }),
  note: z.string().trim().min(1).max(200).default('granted by the operator'),
})
export const CreditsReply = dataReply(z.object({ credits: z.number() }))

const limit = z.int().min(0).max(countMax)
const rates = z.partialRecord(z.enum(rateBuckets), z.int().min(1).max(countMax))
export const PlanChange = z.strictObject({
  concurrencyMax: limit.min(1).optional(),
  queuedJobsMax: limit.optional(),
  creditsPerPeriod: limit.optional(),
  requestsPerMinute: rates.default({}),
})
const plan = z.object({
  name: z.string(),
  concurrencyMax: z.int(),
  queuedJobsMax: z.int(),
  creditsPerPeriod: z.number(),
  requestsPerMinute: rates,
})
export const PlanReply = dataReply(plan)
export const PlansReply = dataReply(z.array(plan))

export const LogQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  /** Id of an entry: those before it. */
  before: z.uuid().optional(),
})
export const LogReply = dataReply(
  z.array(
    z.object({
      id: z.uuid(),
      /** Null for what concerns no team. */
      teamId: z.uuid().nullable(),
      actor: z.string(),
      action: z.string(),
      subject: z.string(),
      address: z.string(),
      createdAt: time,
    }),
  ),
)
