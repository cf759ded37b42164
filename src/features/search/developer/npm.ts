import { z } from 'zod'
import { readReply, recordsMax } from '#web-search/providers/read-json.ts'
import { isFiltered, type DeveloperHit, type DeveloperSource } from './wanted.ts'

const text = z.string().nullish()
const List = z.object({ objects: z.array(z.unknown()).max(1_000) })
const Package = z.object({
  package: z.object({
    name: z.string(),
    description: text,
    license: text,
    links: z.object({ npm: text, repository: text }).nullish(),
  }),
})

const perPageMax = 100

/** Packages of the npm registry, where no index of repositories answers. */
export function npm(): DeveloperSource {
  return {
    name: 'npm',
    pace: { perMs: 1_000 },
    isFree: true,
    call(type, wanted) {
      // It knows packages alone, and none of what repositories are filtered by.
      const cannot = wanted.skillsOnly || wanted.repos.length > 0 || isFiltered(wanted.repository)
      if (type !== 'readme' || cannot) return undefined
      const parameters = new URLSearchParams({
        text: wanted.query.slice(0, 64),
        size: String(Math.min(perPageMax, wanted.limit)),
      })
      return {
        request: {
          url: `https://registry.npmjs.org/-/v1/search?${parameters.toString()}`,
          headers: { accept: 'application/json' },
        },
        read: (answer) => readReply(answer, List, recordsMax).objects.flatMap(toHit),
      }
    },
  }
}

function toHit(item: unknown): DeveloperHit[] {
  const { data } = Package.safeParse(item)
  if (!data) return []
  const { name, description, license, links } = data.package
  return [
    {
      id: `npm:${name}`,
      type: 'readme',
      url: links?.npm || `https://www.npmjs.com/package/${name}`,
      title: name,
      text: description ?? '',
      ...(license && { license }),
    },
  ]
}
