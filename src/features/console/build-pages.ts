import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Asset } from '#web-assets/asset.ts'
import type { ConsoleLanguage } from './languages.ts'
import { bundle } from '#web-assets/bundle.ts'

/** The console as the browser gets it. */
export interface ConsolePages {
  readonly html: string
  /** By file name; each name contains a hash of the content. */
  readonly assets: ReadonlyMap<string, Asset>
}

const template = join(import.meta.dirname, '../../../web/index.html')

/** Returns the pages of a language, which are built when they are first asked for; after a failure the next request tries again. */
export function keepPages(
  build = buildPages,
): (language: ConsoleLanguage) => Promise<ConsolePages> {
  const pages = new Map<ConsoleLanguage, Promise<ConsolePages>>()
  return (language) => {
    const known = pages.get(language)
    if (known) return known
    const built = build(language)
    pages.set(language, built)
    built.catch(() => pages.delete(language))
    return built
  }
}

/** Bundles the console in memory. */
export async function buildPages(language: ConsoleLanguage = 'en'): Promise<ConsolePages> {
  const { assets, makePath } = await bundle({
    entryPoints: { main: 'main.tsx', preview: 'styles/preview.css' },
    publicPath: '/console/assets',
    language: language === 'en' ? undefined : language,
  })
  const text = await readFile(template, 'utf8')
  const html = text.replaceAll(/\{\{([a-z.]{1,32})\}\}/g, (_, name: string) =>
    name === 'language' ? language : makePath(name),
  )
  return { html, assets }
}
