import { readFile } from 'node:fs/promises'
import type { Endpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { viewAssets, viewPage } from '#interact/view/view-files.ts'
import type { Connections } from './connections.ts'

/** Everything comes from this service; only the permitted sites and the console embed the page. */
const writePolicy = (frameAncestors: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors 'self'${frameAncestors === "'none'" ? '' : ` ${frameAncestors}`}`,
  ].join('; ')

const publicGet = { access: 'public', method: 'GET' } as const

/** The live view: a page, its files, and the WebSocket of pictures and input. A token in the path is the permission. */
export function liveRoutes(connections: Connections, frameAncestors: string): Endpoint[] {
  return [
    {
      ...publicGet,
      path: '/live/:id/:token',
      reply: { type: 'file' },
      handle: async ({ params: { id = '', token = '' } }) => ({
        content: await viewPage(),
        contentType: 'text/html; charset=utf-8',
        // The page then says that the session has ended.
        status: (await connections.isViewable(id, token)) ? 200 : 404,
        headers: {
          'cache-control': 'no-store',
          'content-security-policy': writePolicy(frameAncestors),
          'referrer-policy': 'no-referrer',
        },
      }),
    },
    {
      ...publicGet,
      path: '/live/page/:file',
      reply: { type: 'file' },
      async handle({ params: { file = '' } }) {
        const found = Object.hasOwn(viewAssets, file) ? viewAssets[file] : undefined
        if (!found) throw new ServiceError('NOT_FOUND')
        const { path, contentType } = found
        return { content: await readFile(path), contentType, headers: cached }
      },
    },
    {
      access: 'token',
      method: 'GET',
      path: '/live/:id/:token/socket',
      reply: { type: 'socket' },
      handle: ({ params: { id = '', token = '' }, closed }) => connections.view(id, token, closed),
    },
  ]
}

const cached = { 'cache-control': 'public, max-age=300' }
