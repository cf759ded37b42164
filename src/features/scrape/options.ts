import { z } from 'zod'
import { Location } from '#kernel/location.ts'
import { Actions } from './actions.ts'
import { Parsers } from '#formats/parsers.ts'
import { Formats } from '#formats/request.ts'
import { RedactPii, ThreatProtection } from './safety.ts'

const headersMax = 64
const headerLengthMax = 8_192
const tagsMax = 1_000
const tagLengthMax = 1_024

const flag = (isDefault: boolean, description: string) =>
  z.boolean().default(isDefault).meta({ description })

const selectors = z.array(z.string().min(1).max(tagLengthMax)).max(tagsMax)

const profileName = z
  .string()
  .min(1)
  .max(128)
  .refine((name) => !name.includes('\0'), { error: 'Profile name must be plain text.' })

const content = {
  formats: Formats,
  onlyMainContent: flag(true, 'Only what the page is about, without menus and footers.'),
  onlyCleanContent: flag(false, 'Lets a language model tidy the Markdown.'),
  includeTags: selectors.optional().meta({ description: 'CSS selectors: keep only these.' }),
  excludeTags: selectors.optional().meta({ description: 'CSS selectors: leave these out.' }),
  parsers: Parsers,
  removeBase64Images: flag(true, 'Leaves pictures written into the page out of the Markdown.'),
}

const fetching = {
  headers: z
    .record(z.string().min(1).max(headerLengthMax), z.string().max(headerLengthMax))
    .refine((headers) => Object.keys(headers).length <= headersMax, {
      error: `Number of headers cannot exceed ${headersMax}`,
    })
    .optional()
    .meta({ description: 'Sent to the site; such pages are never cached.' }),
  waitFor: z
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .meta({ description: 'Milliseconds to wait for scripts, at most half of `timeout`.' }),
  mobile: flag(false, 'Ask as a phone.'),
  skipTlsVerification: flag(true, 'Accept certificates that are not valid.'),
  timeout: z
    .int()
    .min(1_000)
    .max(300_000)
    .default(60_000)
    .meta({ description: 'Milliseconds for everything, waiting for a place included.' }),
  actions: Actions.optional(),
  location: Location.prefault({}),
  fastMode: flag(false, 'Leaves out slow ways to load the page.'),
  blockAds: flag(true, 'Blocks advertisements and cookie banners in the browser.'),
  proxy: z
    .enum(['basic', 'enhanced', 'auto', 'stealth'])
    .optional()
    .meta({ description: '`auto` tries basic first; stealth is enhanced.', default: 'auto' }),
  profile: z
    .strictObject({ name: profileName, saveChanges: z.boolean().default(true) })
    .optional()
    .meta({ description: 'Browser profile of the team to use.' }),
}

const caching = {
  maxAge: z.int().min(0).optional().meta({
    description:
      'Milliseconds a cached copy may be old; 0 for none. Two years under lockdown, any age with `minAge`.',
    default: 172_800_000,
  }),
  minAge: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Answer from the cache only, with a copy at least this old.' }),
  storeInCache: flag(true, 'Keep a copy for later requests.'),
  lockdown: flag(false, 'Answer from the cache only; nothing is sent to anyone.'),
}

const policy = {
  checkPromptInjection: flag(false, 'Refuses pages that try to instruct a language model.'),
  redactPII: RedactPii,
  threatProtection: ThreatProtection.optional(),
  auditMetadata: z
    .strictObject({ username: z.string().max(1_024) })
    .optional()
    .meta({ description: 'Who asked, for the audit log.' }),
  safeMode: z.boolean().optional().meta({ description: 'Accepted, without effect.' }),
  zeroDataRetention: flag(false, 'Keep nothing of this request; the team must be allowed to.'),
  domainTools: flag(false, 'Adds the tools known for the domain.'),
  toolDetail: z.enum(['compact', 'summary', 'full']).default('summary'),
  useMock: z.string().max(1_024).optional().meta({ description: 'Accepted, without effect.' }),
}

/** Every option of a scrape (docs/api/scrape.md), before the rules between them. */
export const scrapeOptions = { ...content, ...fetching, ...caching, ...policy }

const Options = z.object(scrapeOptions)
/** Options as they are read, before they are settled. */
export type ReadOptions = z.output<typeof Options>
