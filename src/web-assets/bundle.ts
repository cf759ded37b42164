import { basename, join } from 'node:path'
import type { Plugin } from 'esbuild'
import { compressAsset, type Asset } from './asset.ts'

/** Scripts, styles and fonts as the browser gets them. */
export interface Bundle {
  /** By file name; each name contains a hash of the content. */
  readonly assets: ReadonlyMap<string, Asset>
  /** Path of the script or style sheet of an entry point: `main.js`. */
  readonly makePath: (name: string) => string
}

export interface BundleOptions {
  /** Sources in `web/` by the name of their output. */
  readonly entryPoints: Readonly<Record<string, string>>
  /** Where the assets are served: `/console/assets`. */
  readonly publicPath: string
  /** Replaces the English words; names of files begin with it. */
  readonly language?: string | undefined
}

const source = join(import.meta.dirname, '../../web')
const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
}

/** Bundles sources in `web/` in memory. */
export async function bundle({
  entryPoints,
  publicPath,
  language,
}: BundleOptions): Promise<Bundle> {
  const { build, stop } = await import('esbuild')
  const prefix = language === undefined ? '' : `${language}-`
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(
      Object.entries(entryPoints).map(([name, file]) => [name, join(source, file)]),
    ),
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // The own one of the Markdown renderer sets innerHTML without the policy that the pages demand.
    alias: { 'decode-named-character-reference': join(source, 'ui/named-entity.ts') },
    loader: { '.woff2': 'file' },
    plugins: language === undefined ? [] : [replaceWords(language)],
    entryNames: `${prefix}[name]-[hash]`,
    chunkNames: `${prefix}part-[hash]`,
    assetNames: '[name]-[hash]',
    publicPath,
    outdir: 'assets',
    write: false,
    logLevel: 'silent',
  })
  // Without this the process of esbuild would stay.
  await stop()
  const assets = new Map<string, Asset>()
  for (const { path, contents } of outputFiles)
    assets.set(basename(path), await toAsset(path, contents))
  const files = new Map([...assets.keys()].map((file) => [withoutHash(file), file]))
  return {
    assets,
    makePath(name) {
      const file = files.get(prefix + name)
      if (file === undefined) throw new Error(`The bundle has no ${name}.`)
      return `${publicPath}/${file}`
    },
  }
}

/** Sources name the English words: those of another language have the same names. */
const replaceWords = (language: string): Plugin => ({
  name: 'words',
  setup(esbuild) {
    esbuild.onResolve({ filter: /\/words\/en\// }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace('/words/en/', `/words/${language}/`)),
    }))
  },
})

const withoutHash = (file: string) => file.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, '')

async function toAsset(path: string, contents: Uint8Array): Promise<Asset> {
  const contentType = contentTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return compressAsset(Buffer.from(contents), contentType)
}
