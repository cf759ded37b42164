import { z } from 'zod'
import { dataReply, time, type GivenReply } from '#kernel/reply.ts'
import { policyMembers } from '#threat/options.ts'
import { defaultPolicy } from '#threat/policy.ts'
import { strictBody } from '#kernel/strict-body.ts'

const { mode, riskScoreThreshold, blacklist, whitelist, blockedTlds, failurePolicy } = policyMembers

/** The body of `PUT /v2/team/threat-protection`: the whole policy; absent members take their defaults. */
export const ThreatUpdate = strictBody({
  mode: mode.default(defaultPolicy.mode),
  riskScoreThreshold: riskScoreThreshold.default(defaultPolicy.riskScoreThreshold),
  blacklist: blacklist.default([]),
  whitelist: whitelist.default([]),
  blockedTlds: blockedTlds.default([]),
  failurePolicy: failurePolicy.default(defaultPolicy.failurePolicy),
  allowRequestOverrides: policyMembers.allowRequestOverrides.default(
    defaultPolicy.allowRequestOverrides,
  ),
  zscaler: z.null().optional().meta({ description: 'Accepted, without effect.' }),
  updatedAt: z.iso.datetime().nullable().optional().meta({
    description:
      '`updatedAt` of the policy that was read: 409 if it has been changed since. Without it every policy is replaced.',
  }),
}).meta({ id: 'ThreatUpdate', description: 'A threat protection policy.' })
export type ThreatUpdate = z.output<typeof ThreatUpdate>

export const ThreatReply = dataReply(
  z.object({
    mode,
    riskScoreThreshold: z.int(),
    blacklist: z.array(z.string()),
    whitelist: z.array(z.string()),
    blockedTlds: z.array(z.string()),
    failurePolicy,
    allowRequestOverrides: z.boolean(),
    configured: z.boolean().meta({ description: 'Whether the team has a policy of its own.' }),
    updatedAt: time.nullable(),
    updatedBy: z
      .string()
      .nullable()
      .meta({ description: 'Name of the person or the API key that wrote the policy.' }),
    zscaler: z.null(),
    enforced: z.boolean().meta({ description: 'Whether the operator forbids to switch it off.' }),
    classifiers: z
      .array(z.string())
      .meta({ description: 'The classifiers that the mode `normal` asks.' }),
  }),
).meta({ id: 'ThreatReply', description: 'The threat protection policy of the team.' })
export type ThreatReply = GivenReply<z.input<typeof ThreatReply>>

/** Never sent: these endpoints always fail. */
export const ZscalerReply = z
  .object({ success: z.literal(true) })
  .meta({ id: 'ZscalerReply', description: 'The connection works.' })
