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
    .describe('Address to serve `/metrics` on, when WEIR_METRICS_PORT is set.'),
  WEIR_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Port to serve `/metrics` on, instead of the port of the API. When absent, `/metrics` is on the port of the API if WEIR_HOST is a loopback address, and is not served otherwise.',
    ),
  WEIR_ROLE: z
    .enum(['all', 'api', 'worker'])
    .default('all')
    .describe('What this process does: answer requests, work in the background, or both.'),
  WEIR_DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .describe(
      'Folder for the database, page bodies and profiles; relative to the working directory.',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('PostgreSQL to use instead of the embedded one.'),
  WEIR_PG_BIN: z
    .string()
    .optional()
    .describe('Folder with `initdb` and `postgres` to run as the embedded database.'),
  WEIR_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Signs links and deliveries. Made once and kept in the data folder when absent; processes that share a database must share it.',
    ),
  WEIR_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional()
    .describe(
      'Where callers reach this service, for links in the documents of jobs; the address it listens on when absent.',
    ),
  WEIR_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional()
    .describe(
      'Server that sends the e-mails of monitors: `smtp://user:password@mail.example.org:587`. No e-mails when absent.',
    ),
  WEIR_MAIL_FROM: z
    .string()
    .default('Weir <weir@localhost>')
    .describe('Sender of e-mails: `Weir <weir@example.org>`.'),
  WEIR_MAIL_CONFIRMATION: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether recipients of monitors must agree first, by a link that is sent to them. Off where every address is known to be yours.',
    ),
  WEIR_WEBHOOK_HTTPS: z
    .enum(['on', 'off'])
    .default('off')
    .describe('Whether webhooks must be https.'),
  WEIR_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Bucket of S3-compatible storage for the bodies of cached pages, screenshots and PDF files, for example `https://s3.example.org/weir`; the data folder when absent.',
    ),
  WEIR_S3_REGION: z.string().default('auto').describe('Region of the bucket.'),
  WEIR_S3_ACCESS_KEY: z.string().optional().describe('Access key id for the bucket.'),
  WEIR_S3_SECRET_KEY: z.string().optional().describe('Secret access key for the bucket.'),
  WEIR_API_KEY: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      "Fixes the first team's API key; without it a random one is made at the first start.",
    ),
  WEIR_KEY: z
    .string()
    .optional()
    .describe(
      'For callers: the API key that `weir monitor` and the examples send. The service does not read it.',
    ),
  WEIR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('For callers: the service that `weir monitor` and the examples speak to.'),
  WEIR_ALLOWED_PRIVATE_CIDRS: list.describe(
    'Private address ranges that may be fetched, comma-separated, for example `10.1.0.0/16`. Metadata addresses stay closed.',
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
    .describe('The name robots.txt knows this service by.'),
  WEIR_WORKER_PAGES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(32)
    .describe(
      'Pages of crawls and batches of one team that one process fetches and reads at the same time; a quarter more, at least one, is reserved for other teams.',
    ),
  WEIR_HOST_PAGES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(16)
    .describe(
      'Pages of one host that crawls and batches of one team fetch at the same time, over all processes; a quarter more, at least one, is reserved for other teams.',
    ),
  WEIR_BROWSER_PATH: z
    .string()
    .optional()
    .describe('Chromium to use; without it one of the system, else the one among the packages.'),
  WEIR_BROWSER_URL: z
    .string()
    .regex(/^(wss?|https?):\/\//, 'must begin with ws://, wss://, http:// or https://')
    .optional()
    .describe('DevTools address of a browser that runs elsewhere, used instead of one of our own.'),
  WEIR_BROWSER_PROXY_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address of this machine under which a browser that runs elsewhere reaches it.'),
  WEIR_BROWSER_SANDBOX: z
    .enum(['on', 'off'])
    .default('on')
    .describe("Chromium's own sandbox. Off only where the machine around it is the sandbox."),
  WEIR_BROWSER_PAGES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'Pages that one team may have open in browsers at once, by default as the machine allows; a quarter more, at least one, is reserved for other teams; 0 for no browser.',
    ),
  WEIR_BROWSER_PAGE_MEMORY_MAX: bytes(
    'Memory of one page in the browser, in bytes; a page that takes more is ended.',
  ).default(1024 ** 3),
  WEIR_TESSERACT_PATH: z
    .string()
    .optional()
    .describe(
      'The tesseract program, which reads pictures; without it one of the system, else the slower one among the packages.',
    ),
  WEIR_OCR_LANGUAGES: z
    .string()
    .regex(/^[a-zA-Z_]+(\+[a-zA-Z_]+)*$/, 'must be names of tesseract, joined with +')
    .default('eng')
    .describe('Languages pictures are read in, as tesseract names them: `eng+deu`.'),
  WEIR_DOCUMENTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'Processes that read documents of one team, by default as the machine allows; a quarter more, at least one, is reserved for other teams.',
    ),
  WEIR_DOCUMENT_MEMORY_MAX: bytes(
    'Memory of one process that reads documents, in bytes; a document that takes more is refused.',
  ).default(900 * 1024 * 1024),
  WEIR_TRUSTED_PROXIES: list.describe(
    'Reverse proxies in front of Weir whose X-Forwarded-* headers are believed, as addresses or CIDRs.',
  ),
  WEIR_PAGE_BYTES_MAX: bytes('Largest decoded page body, in bytes.').default(50 * 1024 * 1024),
  WEIR_CACHE_BYTES_MAX: bytes(
    'Disk space for cached page bodies, in bytes; the oldest go first.',
  ).default(5 * 1024 ** 3),
  WEIR_REQUESTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(512)
    .describe('Requests in flight before new ones are answered 503.'),
  UV_THREADPOOL_SIZE: z.coerce
    .number()
    .int()
    .min(4)
    .default(4)
    .describe('Threads for files and packing; `npm start` and the container set 16.'),
  WEIR_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least serious level that is logged.'),
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
