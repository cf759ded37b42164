import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPage } from '#content/pipeline.ts'
import type { ManualPage } from './known-items.ts'

/** HTML pages of folders as scrapes read them; pages that cannot be read are left out. */
export function readManuals(folders: readonly string[]): ManualPage[] {
  return folders.flatMap((folder, number) =>
    globSync('**/*.html', { cwd: folder })
      .toSorted()
      .flatMap((path) => {
        const url = `https://manual-${number}.example/${path.split('/').map(encodeURIComponent).join('/')}`
        const content = readPage({
          url,
          status: 200,
          contentType: 'text/html',
          body: readFileSync(join(folder, path)),
          formats: [{ type: 'markdown' }],
          onlyMainContent: true,
          includeTags: [],
          excludeTags: [],
          removeBase64Images: true,
          readDocuments: false,
        })
        const { title, language } = content.metadata
        const markdown = content.markdown ?? ''
        if (typeof title !== 'string' || markdown.length < 200) return []
        return [
          { url, title, markdown, language: typeof language === 'string' ? language : undefined },
        ]
      }),
  )
}
