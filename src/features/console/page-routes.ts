import type { FileReply } from '#http/endpoint-parts.ts'
import type { Endpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { encodedFor, immutable } from '#web-assets/asset.ts'
import { chooseConsoleLanguage, consoleLanguages } from './languages.ts'
import { keepPages } from './build-pages.ts'

/**
 * Scripts, styles and connections are those of this service. Frames show foreign text and inherit this policy; the one Trusted
 * Types policy belongs to them.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  // Recordings of browser sessions are put together by the page.
  'media-src blob:',
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types preview',
].join('; ')

const pageHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  vary: 'accept-language, cookie',
}

interface Asked {
  readonly params: Readonly<Record<string, string>>
  readonly findHeader: (name: string) => string | undefined
}

interface AskedAsset extends Asked {
  readonly acceptsBrotli: boolean
}

/** First segments of paths that are no pages. */
const notPages = new Set(['api', 'assets'])

/** For all services of the process. */
const load = keepPages()

async function handle({ params: { page = '' }, findHeader }: Asked): Promise<FileReply> {
  if (notPages.has(page)) throw new ServiceError('NOT_FOUND')
  const language = chooseConsoleLanguage(findHeader('cookie'), findHeader('accept-language'))
  const { html } = await load(language)
  return { content: html, contentType: 'text/html; charset=utf-8', headers: pageHeaders }
}

/** The pages of the console: one HTML file for all paths, and its assets. */
export function pageRoutes(): Endpoint[] {
  const shared = { access: 'public', method: 'GET', reply: { type: 'file' } } as const
  return [
    { ...shared, path: '/console', handle },
    { ...shared, path: '/console/:page', handle },
    { ...shared, path: '/console/:page/:id', handle },
    {
      ...shared,
      path: '/console/assets/:name',
      async handle({ params: { name = '' }, acceptsBrotli }: AskedAsset) {
        // The file may be asked for at another process than the page.
        const language = consoleLanguages.find((one) => name.startsWith(`${one}-`)) ?? 'en'
        const asset = (await load(language)).assets.get(name)
        if (!asset) throw new ServiceError('NOT_FOUND')
        const file = encodedFor(asset, acceptsBrotli)
        return { ...file, headers: { ...file.headers, ...immutable } }
      },
    },
  ]
}
