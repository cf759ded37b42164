import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ServiceError } from '#kernel/errors.ts'
import { baseUrl } from './base-url.ts'

const own = join(import.meta.dirname, 'pages')
const viewer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

const assets: Readonly<Record<string, { folder: string; type: string }>> = {
  'weir.css': { folder: own, type: 'text/css' },
  'weir.svg': { folder: own, type: 'image/svg+xml' },
  'reference.js': { folder: own, type: 'text/javascript' },
  'subscription.js': { folder: own, type: 'text/javascript' },
  'swagger-ui.css': { folder: viewer, type: 'text/css' },
  'swagger-ui-bundle.js': { folder: viewer, type: 'text/javascript' },
}

/** Only what we serve ourselves may run; the reference styles its parts inline. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Where the links of e-mails lead. */
const subscriptions = {
  confirm: { title: 'Confirm', question: 'Do you want the e-mails of this monitor?' },
  unsubscribe: { title: 'Unsubscribe', question: 'Do you want no more e-mails of this monitor?' },
}

/** `/` welcomes, `/docs` is the interactive reference; both work without any other host. */
export function mountPages(app: FastifyInstance, version: string): void {
  app.get('/', async (request, reply) => {
    const page = await readFile(join(own, 'welcome.html'), 'utf8')
    const filled = page
      .replaceAll('{{version}}', escaped(version))
      .replaceAll('{{baseUrl}}', escaped(baseUrl(request)))
    return sendPage(reply, filled)
  })
  app.get('/docs', async (_request, reply) =>
    sendPage(reply, await readFile(join(own, 'reference.html'), 'utf8')),
  )
  for (const [purpose, { title, question }] of Object.entries(subscriptions)) {
    app.get(`/monitor/email/${purpose}`, async (_request, reply) => {
      const page = await readFile(join(own, 'subscription.html'), 'utf8')
      const texts = { title, question, purpose }
      return sendPage(
        reply,
        Object.entries(texts).reduce(
          (text, [name, value]) => text.replaceAll(`{{${name}}}`, value),
          page,
        ),
      )
    })
  }
  app.get<{ Params: { asset: string } }>('/docs/:asset', async (request, reply) => {
    const { asset } = request.params
    const found = Object.hasOwn(assets, asset) ? assets[asset] : undefined
    if (!found) throw new ServiceError('NOT_FOUND')
    reply.type(`${found.type}; charset=utf-8`).header('cache-control', 'public, max-age=3600')
    return readFile(join(found.folder, asset))
  })
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' })
    .send(page)
}

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
