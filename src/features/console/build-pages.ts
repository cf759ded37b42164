import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

export interface Asset {
  readonly content: Buffer
  readonly brotli: Buffer
  readonly contentType: string
}

/** The console as the browser gets it. */
export interface Pages {
  readonly html: string
  /** By file name; each name contains a hash of the content. */
  readonly assets: ReadonlyMap<string, Asset>
}

const source = join(import.meta.dirname, '../../../web')
const assetsPath = '/console/assets'
const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
}
const compress = promisify(brotliCompress)
const brotliQuality = 6

/** Bundles the sources in `web/` in memory. */
export async function buildPages(): Promise<Pages> {
  const { build, stop } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    entryPoints: { main: join(source, 'main.tsx'), preview: join(source, 'styles/preview.css') },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // The Markdown renderer decodes entities with innerHTML in browsers, which the policy of the console refuses.
    conditions: ['worker'],
    loader: { '.woff2': 'file' },
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: assetsPath,
    outdir: 'assets',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  // Without this the process of esbuild would stay.
  await stop()
  const assets = new Map<string, Asset>()
  for (const { path, contents } of outputFiles)
    assets.set(basename(path), await toAsset(path, contents))
  const template = await readFile(join(source, 'index.html'), 'utf8')
  const names = entryNames(metafile.outputs)
  const html = template.replaceAll(/\{\{([a-z.]{1,32})\}\}/g, (_, name: string) => {
    const file = names.get(name)
    if (file === undefined) throw new Error(`The console has no ${name}.`)
    return `${assetsPath}/${file}`
  })
  return { html, assets }
}

async function toAsset(path: string, contents: Uint8Array): Promise<Asset> {
  const content = Buffer.from(contents)
  const contentType = contentTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  const brotli = path.endsWith('.woff2') ? content : await compress(content, { params })
  return { content, brotli, contentType }
}

interface Output {
  readonly entryPoint?: string
  readonly cssBundle?: string
}

/** File names of `main.js`, `main.css` and `preview.css`. */
function entryNames(outputs: Readonly<Record<string, Output>>): Map<string, string> {
  const names = new Map<string, string>()
  for (const [path, { entryPoint, cssBundle }] of Object.entries(outputs)) {
    if (entryPoint?.endsWith('main.tsx')) {
      names.set('main.js', basename(path))
      if (cssBundle !== undefined) names.set('main.css', basename(cssBundle))
    }
    if (entryPoint?.endsWith('preview.css')) names.set('preview.css', basename(path))
  }
  return names
}
