import { z } from 'zod'
import { fenced } from '#content/text.ts'
import { parseForeignJson } from '#kernel/foreign-json.ts'
import { asContent, isOk, withText, type PublicExport } from './public-export.ts'

const File = z.object({
  filename: z.string(),
  language: z.string().nullish(),
  content: z.string(),
  truncated: z.boolean().optional(),
})
const Gist = z.object({
  description: z.string().nullish(),
  files: z.record(z.string(), File),
})

const jsonBytesMax = 8 * 1024 * 1024

/** All files of a gist, from the API of GitHub. */
export const gist: PublicExport = {
  locate({ hostname, pathname }) {
    // With the revision, where the link has one.
    const [, id] =
      hostname === 'gist.github.com'
        ? (/^\/(?:[\w-]+\/)?([\da-f]{20,40}(?:\/[\da-f]{40})?)\/?$/.exec(pathname) ?? [])
        : []
    return id === undefined ? undefined : `https://api.github.com/gists/${id}`
  },
  async read(found, { link }) {
    if (!isOk(found) || found.page.body.length > jsonBytesMax) return undefined
    const { data } = Gist.safeParse(parseForeignJson(new TextDecoder().decode(found.page.body)))
    // A file that the API has cut is whole on the page.
    if (!data || Object.values(data.files).some(({ truncated }) => truncated)) return undefined
    return asContent(link, withText(found, 'text/markdown', toMarkdown(data)))
  },
}

function toMarkdown({ description, files }: z.output<typeof Gist>): string {
  const parts = Object.values(files).map(({ filename, language, content }) =>
    language === 'Markdown'
      ? `## ${filename}\n\n${content}`
      : `## ${filename}\n\n${fenced(content, (language ?? '').toLowerCase())}`,
  )
  return [...(description ? [`# ${description}`] : []), ...parts].join('\n\n')
}
