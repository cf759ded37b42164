import { z } from 'zod'
import { strictBody } from '#kernel/strict-body.ts'
import { dataReply } from '#kernel/reply.ts'

const providersMax = 256
const id = z.string().min(1).max(64)

/** The body of `PUT /v2/team/third-party-data`. */
export const ThirdPartyRequest = strictBody({
  enabled: z.boolean().meta({ description: 'Whether data providers are asked for this team.' }),
  providers: z.array(id).max(providersMax).meta({
    description: 'Ids of the providers to ask, in this order.',
  }),
}).meta({ id: 'ThirdPartyDataRequest', description: 'Which data providers a team uses.' })
export type ThirdPartyRequest = z.output<typeof ThirdPartyRequest>

/** The body of `POST /v2/team/third-party-data/terms`. */
export const TermsRequest = strictBody({
  provider: id,
  version: z.string().min(1).max(64).meta({ description: 'The version that was read.' }),
}).meta({ id: 'ThirdPartyTermsRequest', description: 'Accepts the terms of a provider.' })
export type TermsRequest = z.output<typeof TermsRequest>

const DataProvider = z
  .object({
    id: z.string(),
    name: z.string(),
    creditsCost: z.int(),
    sites: z.array(z.string()).meta({ description: 'Domains that it has records of.' }),
    tools: z.array(z.string()).meta({ description: 'Its capabilities.' }),
    allowed: z.boolean().meta({ description: 'Whether the operator permits it to the team.' }),
    terms: z
      .object({
        name: z.string(),
        version: z.string(),
        url: z.string(),
        accepted: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'DataProvider', description: 'A source of structured data.' })

export const ThirdPartyReply = dataReply(
  z.object({
    enabled: z.boolean(),
    providers: z.array(z.string()).meta({ description: 'Those the team asks, in this order.' }),
    available: z.array(DataProvider),
  }),
).meta({ id: 'ThirdPartyData', description: 'The data providers, and the choice of the team.' })
export type ThirdPartyReply = z.output<typeof ThirdPartyReply>

/** The answer of `GET /exchange/discover`, in the words of public clients. */
export const CategoriesReply = z.object({
  success: z.literal(true),
  cohorts: z.array(z.object({ cohort: z.string(), about: z.string() })),
})
