import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '#kernel/errors.ts'
import type { PublicEndpoint } from './endpoint.ts'

const own = join(import.meta.dirname, 'pages')
const viewer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

const assets: Readonly<Record<string, { folder: string; type: string }>> = {
  'weir.css': { folder: own, type: 'text/css' },
  'weir.svg': { folder: own, type: 'image/svg+xml' },
  'reference.js': { folder: own, type: 'text/javascript' },
  'swagger-ui.css': { folder: viewer, type: 'text/css' },
  'swagger-ui-bundle.js': { folder: viewer, type: 'text/javascript' },
}

/** `/` is the welcome page, `/docs` the interactive API reference; neither loads anything from another host. */
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
          .replaceAll('{{version}}', escaped(version))
          .replaceAll('{{baseUrl}}', escaped(baseUrl))
      },
    },
    {
      ...shared,
      path: '/docs',
      reply: { type: 'page' },
      handle: () => readFile(join(own, 'reference.html'), 'utf8'),
    },
    {
      ...shared,
      path: '/docs/:asset',
      reply: { type: 'file' },
      async handle({ params: { asset = '' } }) {
        const found = Object.hasOwn(assets, asset) ? assets[asset] : undefined
        if (!found) throw new ServiceError('NOT_FOUND')
        return {
          content: await readFile(join(found.folder, asset)),
          contentType: `${found.type}; charset=utf-8`,
          headers: { 'cache-control': 'public, max-age=3600' },
        }
      },
    },
  ]
}

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
