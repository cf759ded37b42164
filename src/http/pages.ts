import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '#kernel/errors.ts'
import { escapeAttribute } from '#base/html-text.ts'
import type { PublicEndpoint } from './endpoint.ts'

const own = join(import.meta.dirname, 'pages')

const contentTypes: Readonly<Record<string, string>> = {
  'weir.css': 'text/css; charset=utf-8',
  'weir.svg': 'image/svg+xml',
}

/** `/` is the welcome page. It loads nothing from another host. */
export function pageEndpoints(version: string): PublicEndpoint[] {
  const shared = { access: 'public', method: 'GET' } as const
  return [
    {
      ...shared,
      path: '/',
      reply: { type: 'page' },
      async handle({ baseUrl }) {
        const page = await readFile(join(own, 'welcome.html'), 'utf8')
        return page
          .replaceAll('{{version}}', escapeAttribute(version))
          .replaceAll('{{baseUrl}}', escapeAttribute(baseUrl))
      },
    },
    {
      ...shared,
      path: '/assets/:asset',
      reply: { type: 'file' },
      async handle({ params: { asset = '' } }) {
        const contentType = Object.hasOwn(contentTypes, asset) ? contentTypes[asset] : undefined
        if (contentType === undefined) throw new ServiceError('NOT_FOUND')
        return {
          content: await readFile(join(own, asset)),
          contentType,
          headers: { 'cache-control': 'public, max-age=3600' },
        }
      },
    },
  ]
}
