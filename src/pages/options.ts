import { z } from 'zod'
import { Location } from '#kernel/location.ts'
import { flag } from '#kernel/flag.ts'
import { timeLimit } from '#kernel/time-limit.ts'
import { Actions } from './actions.ts'
import { Parsers } from '#formats/parsers.ts'
import { Formats } from '#formats/request.ts'
import { ThreatProtection } from '#threat/options.ts'
import { RedactPii } from './safety.ts'

const headersMax = 64
const headerLengthMax = 8_192
const tagsMax = 1_000
const tagLengthMax = 1_024

const selectors = z.array(z.string().min(1).max(tagLengthMax)).max(tagsMax)

const profileName = z
  .string()
  .min(1)
  .max(128)
  .refine((name) => !name.includes('\0'), { error: 'Profile name must be plain text.' })
  .meta({ pattern: String.raw`^[^\u0000]*$` })

const content = {
  formats: Formats,
  onlyMainContent: flag(true, 'Only the main content, without navigation and footers.'),
  onlyCleanContent: flag(false, 'Cleans the Markdown with a language model.'),
  includeTags: selectors.optional().meta({
    description: 'CSS selectors or XPath of the elements to keep; JSON paths for a page of JSON.',
  }),
  excludeTags: selectors.optional().meta({
    description: 'CSS selectors or XPath of the elements to remove; JSON paths for a page of JSON.',
  }),
  parsers: Parsers,
  removeBase64Images: flag(true, 'Removes base64 images from the Markdown.'),
}

const fetching = {
  headers: z
    .record(z.string().min(1).max(headerLengthMax), z.string().max(headerLengthMax))
    .refine((headers) => Object.keys(headers).length <= headersMax, {
      error: `Number of headers cannot exceed ${headersMax}`,
    })
    .optional()
    .meta({
      description: 'Headers sent to the site. Such pages are never cached.',
      maxProperties: headersMax,
    }),
  waitFor: z
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .meta({ description: 'Milliseconds to wait for scripts, at most half of `timeout`.' }),
  mobile: flag(false, 'Emulates a mobile device.'),
  skipTlsVerification: flag(true, 'Accepts invalid certificates.'),
  timeout: timeLimit
    .default(60_000)
    .meta({ description: 'Milliseconds, including the wait for a concurrency slot.' }),
  actions: Actions.optional(),
  location: Location.prefault({}),
  fastMode: flag(false, 'Renders no page in a browser unless another option needs one.'),
  blockAds: flag(true, 'Blocks advertisements and cookie banners in the browser.'),
  proxy: z.enum(['basic', 'enhanced', 'auto', 'stealth']).optional().meta({
    description: '`auto` tries basic first; `stealth` is an alias of `enhanced`.',
    default: 'auto',
  }),
  profile: z
    .strictObject({ name: profileName, saveChanges: z.boolean().default(true) })
    .optional()
    .meta({ description: 'Browser profile of the team to use.' }),
}

const caching = {
  maxAge: z.int().min(0).optional().meta({
    description:
      'Maximum age of a cached copy in milliseconds; 0 fetches always. Default under lockdown: two years; with `minAge`: any age.',
    default: 172_800_000,
  }),
  minAge: z.int().min(0).optional().meta({
    description: 'Reads only the cache, with a copy of at least this age in milliseconds.',
  }),
  storeInCache: flag(true, 'Stores the page in the cache.'),
  lockdown: flag(false, 'Reads only the cache and sends no request.'),
}

const policy = {
  checkPromptInjection: flag(false, 'Refuses pages with prompt injection.'),
  redactPII: RedactPii,
  threatProtection: ThreatProtection.optional(),
  auditMetadata: z
    .strictObject({ username: z.string().max(1_024) })
    .optional()
    .meta({ description: 'User metadata for the audit log.' }),
  safeMode: z.boolean().optional().meta({
    description: 'Must be what the team is set to; `false` does not switch safe mode off.',
  }),
  zeroDataRetention: flag(
    false,
    'Stores nothing of this request. Requires the permission of the team.',
  ),
  domainTools: flag(false, 'Adds known tools of the domain.'),
  toolDetail: z.enum(['compact', 'summary', 'full']).default('summary'),
  useMock: z.string().max(1_024).optional().meta({ description: 'Accepted, without effect.' }),
}

/** All options of a scrape (docs/api/scrape.md), before the rules between them. */
export const scrapeOptions = { ...content, ...fetching, ...caching, ...policy }

const Options = z.object(scrapeOptions)
/** Options before normalisation. */
export type ReadOptions = z.output<typeof Options>
