import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FileReply } from '#http/endpoint-parts.ts'
import type { Endpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { encodedFor, immutable } from '#web-assets/asset.ts'
import { llmsFullTxt, llmsTxt } from './llms-files.ts'
import { prefersMarkdown } from './prefers-markdown.ts'
import type { DocsSite } from './site.ts'

const pictureTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** Scripts, styles, pictures and connections are those of this service. */
const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}
const markdownType = 'text/markdown; charset=utf-8'
const plainType = 'text/plain; charset=utf-8'

const root = join(import.meta.dirname, '../../..')
const referencePage = join(import.meta.dirname, 'reference.html')

interface Asked {
  readonly params: Readonly<Record<string, string>>
  readonly baseUrl: string
  readonly accept: string
  readonly acceptsBrotli: boolean
}

/** The documentation and the reference of the API. Everything is built at the first request and kept in memory. */
export function docsRoutes(): Endpoint[] {
  let building: Promise<DocsSite> | undefined
  const site = () =>
    (building ??= build().catch((thrown: unknown) => {
      // The next request tries again.
      building = undefined
      throw thrown
    }))
  const page = (asked: Asked) => replyWithPage(site, asked)
  const get = { access: 'public', method: 'GET', reply: { type: 'file' } } as const
  return [
    { ...get, path: '/docs', handle: page },
    { ...get, path: '/docs/:page', handle: page },
    { ...get, path: '/docs/:page/:name', handle: page },
    {
      ...get,
      path: '/docs/api',
      reply: { type: 'page' },
      handle: () => referenceHtml(site),
    },
    { ...get, path: '/docs/assets/:name', handle: (asked: Asked) => replyWithAsset(site, asked) },
    {
      ...get,
      path: '/docs/pictures/:name',
      async handle({ params: { name = '' } }: Asked) {
        const content = (await site()).pictures.get(name)
        if (!content) throw new ServiceError('NOT_FOUND')
        const headers = { 'cache-control': 'public, max-age=3600' }
        return { content, contentType: pictureTypes[extname(name)] ?? '', headers }
      },
    },
    {
      ...get,
      path: '/docs/search.json',
      async handle({ acceptsBrotli }: Asked) {
        return noCache(encodedFor((await site()).searchIndex, acceptsBrotli))
      },
    },
    ...textRoutes(site),
  ]
}

/** The readers of Markdown are loaded with the first page. */
async function build(): Promise<DocsSite> {
  const { buildSite } = await import('./site.ts')
  return buildSite(root)
}

type Site = () => Promise<DocsSite>

/** Texts for programs. */
function textRoutes(site: Site): Endpoint[] {
  const texts = {
    '/llms.txt': ({ pages }: DocsSite, baseUrl: string) => llmsTxt(pages, baseUrl),
    '/llms-full.txt': ({ pages }: DocsSite, baseUrl: string) => llmsFullTxt(pages, baseUrl),
    '/skill.md': ({ skill }: DocsSite, baseUrl: string) =>
      skill.replaceAll('http://localhost:3002', baseUrl),
  } as const
  return Object.entries(texts).map(([path, text]) => ({
    access: 'public',
    method: 'GET',
    path: path as keyof typeof texts,
    reply: { type: 'file' },
    async handle({ baseUrl }: Asked) {
      const contentType = path.endsWith('.md') ? markdownType : plainType
      return noCache({ content: text(await site(), baseUrl), contentType })
    },
  }))
}

const noCache = (file: FileReply): FileReply => ({
  ...file,
  headers: { ...file.headers, 'cache-control': 'no-cache' },
})

async function replyWithPage(
  site: Site,
  { params: { page = '', name: file }, accept, acceptsBrotli }: Asked,
): Promise<FileReply> {
  const docs = await site()
  const path = file === undefined ? page : `${page}/${file}`
  const name = path.replace(/\.md$/, '')
  const found = docs.pageAt(name === '' || name === 'index' ? '/docs' : `/docs/${name}`)
  if (!found) {
    const headers = { ...pageHeaders }
    return {
      content: docs.missingHtml,
      contentType: 'text/html; charset=utf-8',
      headers,
      status: 404,
    }
  }
  const vary = { vary: 'Accept, Accept-Encoding' }
  if (path.endsWith('.md') || prefersMarkdown(accept)) {
    const headers = { ...vary, 'cache-control': 'no-cache' }
    return { content: found.markdown, contentType: markdownType, headers }
  }
  const encoded = encodedFor(await docs.renderHtml(found), acceptsBrotli)
  return { ...encoded, headers: { ...encoded.headers, ...pageHeaders, ...vary } }
}

async function replyWithAsset(
  site: Site,
  { params: { name = '' }, acceptsBrotli }: Asked,
): Promise<FileReply> {
  const asset = (await site()).bundle.assets.get(name)
  if (!asset) throw new ServiceError('NOT_FOUND')
  const file = encodedFor(asset, acceptsBrotli)
  return { ...file, headers: { ...file.headers, ...immutable } }
}

async function referenceHtml(site: Site): Promise<string> {
  const [text, { bundle }] = await Promise.all([readFile(referencePage, 'utf8'), site()])
  return text.replaceAll(/\{\{([a-z.-]{1,32})\}\}/g, (_, name: string) => bundle.makePath(name))
}
