import { z } from 'zod'
import { nearestName } from '#kernel/nearest-name.ts'

const bytes = (name: string) => z.coerce.number().int().min(0).describe(name)
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

/**
 * Every setting: its name, its rule, its default, its meaning.
 * This is the only reader of the environment; docs/configuration.md is printed from this table.
 */
export const Settings = z.object({
  WEIR_HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  WEIR_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3002)
    .describe('Port to listen on.'),
  WEIR_METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to serve `/metrics` on when WEIR_METRICS_PORT is set.'),
  WEIR_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Separate port for `/metrics`. When unset, the API port serves `/metrics` if WEIR_HOST is a loopback address; otherwise `/metrics` is not served.',
    ),
  WEIR_ROLE: z
    .enum(['all', 'api', 'worker'])
    .default('all')
    .describe('What this process runs: the HTTP API, the background workers, or both.'),
  WEIR_DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .describe(
      'Folder for the embedded database, page bodies and browser profiles, relative to the working directory.',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe(
      'Connection string of an external PostgreSQL server. When unset, Weir runs the embedded one.',
    ),
  WEIR_PG_BIN: z
    .string()
    .optional()
    .describe(
      'Folder with the `initdb` and `postgres` programs for the embedded database. When unset, the ones of the npm package are used.',
    ),
  WEIR_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret that signs links and webhook deliveries. When unset, it is generated once and stored in the data folder. Processes that share a database must use the same secret.',
    ),
  WEIR_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional()
    .describe(
      'Public base URL of this service, used for links in the documents of jobs. When unset, the address it listens on.',
    ),
  WEIR_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional()
    .describe(
      'SMTP server for the e-mails of monitors, for example `smtp://user:password@mail.example.org:587`. When unset, no e-mails are sent.',
    ),
  WEIR_MAIL_FROM: z
    .string()
    .default('Weir <weir@localhost>')
    .describe('Sender address of e-mails, for example `Weir <weir@example.org>`.'),
  WEIR_MAIL_CONFIRMATION: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether recipients of monitor e-mails must confirm their address first. Set `off` only if all addresses are your own.',
    ),
  WEIR_WEBHOOK_HTTPS: z
    .enum(['on', 'off'])
    .default('off')
    .describe('Whether webhook URLs must use https.'),
  WEIR_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'S3-compatible bucket for cached page bodies, screenshots and PDF files, for example `https://s3.example.org/weir`. When unset, they are stored in the data folder.',
    ),
  WEIR_S3_REGION: z.string().default('auto').describe('Region of the bucket.'),
  WEIR_S3_ACCESS_KEY: z.string().optional().describe('Access key id for the bucket.'),
  WEIR_S3_SECRET_KEY: z.string().optional().describe('Secret access key for the bucket.'),
  WEIR_API_KEY: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('API key of the first team. When unset, the first start generates a random one.'),
  WEIR_KEY: z
    .string()
    .optional()
    .describe(
      'Client setting, not read by the service: the API key that `weir monitor` and the examples send.',
    ),
  WEIR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Client setting, not read by the service: base URL that `weir monitor` and the examples connect to.',
    ),
  WEIR_ALLOWED_PRIVATE_CIDRS: list.describe(
    'Private address ranges that may be fetched, comma-separated, for example `10.1.0.0/16`. Cloud metadata addresses are always refused.',
  ),
  WEIR_ALLOWED_PRIVATE_HOSTS: list.describe(
    'Host names that may resolve to private addresses, comma-separated, for example `wiki.corp`.',
  ),
  WEIR_PROXY_BASIC: list.describe('Upstream proxies for `proxy: basic`, comma-separated URLs.'),
  WEIR_PROXY_ENHANCED: list.describe(
    'Upstream proxies for `proxy: enhanced`, comma-separated URLs.',
  ),
  WEIR_USER_AGENT: z
    .string()
    .default('Mozilla/5.0 (compatible; Weir/0.1)')
    .describe('User-Agent sent to sites.'),
  WEIR_ROBOTS_AGENT: z
    .string()
    .regex(/^[a-z_-]+$/i, 'must be letters, hyphens and underscores')
    .default('Weir')
    .describe('User agent name that is matched against robots.txt.'),
  WEIR_WORKER_PAGES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(32)
    .describe(
      'Crawl and batch pages that one process works on concurrently for one team. A quarter more, at least one, is reserved for other teams.',
    ),
  WEIR_HOST_PAGES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(16)
    .describe(
      'Pages of one host that crawls and batches of one team fetch concurrently, over all processes. A quarter more, at least one, is reserved for other teams.',
    ),
  WEIR_BROWSER_PATH: z
    .string()
    .optional()
    .describe(
      'Path of the Chromium program. When unset, an installed Chromium is used, or else the one of the npm package.',
    ),
  WEIR_BROWSER_URL: z
    .string()
    .regex(/^(wss?|https?):\/\//, 'must begin with ws://, wss://, http:// or https://')
    .optional()
    .describe('DevTools URL of a remote browser, used instead of a local one.'),
  WEIR_BROWSER_PROXY_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address of this machine that the remote browser of WEIR_BROWSER_URL can connect to.',
    ),
  WEIR_BROWSER_SANDBOX: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether Chromium runs in its sandbox. Set `off` only on a machine or container that holds nothing else.',
    ),
  WEIR_BROWSER_PAGES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'Browser pages that one team may have open concurrently. The default depends on cores and memory. A quarter more, at least one, is reserved for other teams. 0 disables the browser.',
    ),
  WEIR_BROWSER_PAGE_MEMORY_MAX: bytes(
    'Memory limit of one browser page, in bytes. A page that exceeds it is closed and fails.',
  ).default(1024 ** 3),
  WEIR_TESSERACT_PATH: z
    .string()
    .optional()
    .describe(
      'Path of the tesseract program (OCR). When unset, an installed tesseract is used, or else the slower one of the npm package.',
    ),
  WEIR_OCR_LANGUAGES: z
    .string()
    .regex(/^[a-zA-Z_]+(\+[a-zA-Z_]+)*$/, 'must be names of tesseract, joined with +')
    .default('eng')
    .describe('OCR languages in tesseract notation, for example `eng+deu`.'),
  WEIR_DOCUMENTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'Document parsing processes that one team may use concurrently. The default depends on cores and memory. A quarter more, at least one, is reserved for other teams.',
    ),
  WEIR_DOCUMENT_MEMORY_MAX: bytes(
    'Memory limit of one document parsing process, in bytes. A document that exceeds it is refused.',
  ).default(900 * 1024 * 1024),
  WEIR_TRUSTED_PROXIES: list.describe(
    'Reverse proxies whose X-Forwarded-* headers are trusted, as addresses or CIDRs, comma-separated.',
  ),
  WEIR_PAGE_BYTES_MAX: bytes('Maximum size of a decompressed page body, in bytes.').default(
    50 * 1024 * 1024,
  ),
  WEIR_CACHE_BYTES_MAX: bytes(
    'Maximum disk space for cached page bodies, in bytes. The oldest are deleted first.',
  ).default(5 * 1024 ** 3),
  WEIR_REQUESTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(512)
    .describe('Maximum number of concurrent HTTP requests. Requests above it get 503.'),
  UV_THREADPOOL_SIZE: z.coerce
    .number()
    .int()
    .min(4)
    .default(4)
    .describe(
      'Threads for file access and compression (libuv). `npm start` and the container set 16.',
    ),
  WEIR_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
})

export type Config = z.output<typeof Settings>

/**
 * Reads and checks the environment; `options`, from the command line, come before it.
 * Throws one readable message that names every wrong setting and prints no value.
 */
export function readConfig(
  env: NodeJS.ProcessEnv = process.env,
  options: { readonly [Name in keyof Config]?: string | undefined } = {},
): Config {
  const given: Record<string, string | undefined> = { ...env, ...withoutUndefined(options) }
  const known = Object.fromEntries(
    Object.keys(Settings.shape).flatMap((name) => (given[name] ? [[name, given[name]]] : [])),
  )
  const result = Settings.safeParse(known, { error: inWords })
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  const wayOut =
    'Correct the environment, the option or the file .env; docs/configuration.md lists all settings.'
  throw new Error(`The configuration is not valid:\n${lines.join('\n')}\n${wayOut}`)
}

/** What is wrong with a value, without the value. */
function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && issue.expected === 'number') return 'must be a whole number'
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'must be a whole number'
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_format' && issue.format === 'url') {
    return 'must be a URL that begins with http:// or https://'
  }
  return undefined
}

/** Names that look like settings and are none, each with the one that was probably meant. */
export function unknownSettings(
  env: NodeJS.ProcessEnv = process.env,
): { readonly name: string; readonly nearest: string | undefined }[] {
  const known = Object.keys(Settings.shape)
  return Object.keys(env)
    .filter((name) => name.startsWith('WEIR_') && !known.includes(name))
    .map((name) => ({ name, nearest: nearestName(name, known) }))
}

const withoutUndefined = (options: object) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
