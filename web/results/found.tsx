import { isObject, type Json } from '../json.ts'
import { shortUrl, toText } from '../format.ts'
import { Empty } from '../ui/card.tsx'
import { ForeignLink } from '../ui/foreign-link.tsx'
import { useShown } from '../ui/shown.tsx'
import * as counts from '../words/en/counts.ts'
import * as words from '../words/en/results.ts'
import * as terms from '../words/en/terms.ts'

const asList = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : []

const listTexts: Readonly<Record<string, string>> = {
  web: words.resultsWeb,
  news: words.resultsNews,
  images: terms.thingImages,
}
const shownMax = 500

/** Results of a search with titles and excerpts. */
export function Found({ data }: { data: Json }) {
  const lists = Object.entries(listTexts).filter(([name]) => asList(data[name]).length > 0)
  if (lists.length === 0)
    return (
      <Empty icon="search" title={words.searchEmpty}>
        <p>{words.searchEmptyText}</p>
      </Empty>
    )
  return (
    <div class="found-list">
      {lists.map(([name, title]) => (
        <section key={name}>
          {lists.length > 1 && <h3>{title}</h3>}
          <ol>
            {asList(data[name]).map(
              ({ url, title: heading, description, snippet, date }, index) => (
                <li key={index}>
                  <b>
                    <ForeignLink url={toText(url)} text={toText(heading) || toText(url)} />
                  </b>
                  <small>
                    {shortUrl(toText(url))}
                    {date !== undefined && ` · ${toText(date)}`}
                  </small>
                  <p>{toText(description ?? snippet ?? '')}</p>
                </li>
              ),
            )}
          </ol>
        </section>
      ))}
    </div>
  )
}

interface Branch {
  readonly pages: { readonly url: string; readonly title: string }[]
  readonly branches: Map<string, Branch>
}

/** URLs of a site as folders. */
export function SiteTree({ links }: { links: readonly unknown[] }) {
  const root: Branch = { pages: [], branches: new Map() }
  for (const link of links) {
    const url = isObject(link) ? toText(link['url']) : toText(link)
    const title = isObject(link) && typeof link['title'] === 'string' ? link['title'] : ''
    if (!URL.canParse(url)) continue
    const { host, pathname } = new URL(url)
    const folders = pathname.split('/').slice(1, -1)
    let branch = root
    for (const name of [host, ...folders]) {
      const next = branch.branches.get(name) ?? { pages: [], branches: new Map() }
      branch.branches.set(name, next)
      branch = next
    }
    branch.pages.push({ url, title })
  }
  return (
    <div class="site-tree" role="region" aria-label={words.siteLabel} tabIndex={0}>
      <Folder branch={root} depth={0} />
    </div>
  )
}

const count = ({ pages, branches }: Branch): number => {
  let sum = pages.length
  for (const branch of branches.values()) sum += count(branch)
  return sum
}

function Folder({ branch, depth }: { branch: Branch; depth: number }) {
  const [shown, more] = useShown(branch.pages.length, shownMax)
  return (
    <ul>
      {branch.pages.slice(0, shown).map(({ url, title }) => (
        <li key={url}>
          <ForeignLink url={url} text={new URL(url).pathname.split('/').at(-1) || '/'} />
          {title !== '' && <small> {title}</small>}
        </li>
      ))}
      {more && <li>{more}</li>}
      {[...branch.branches].map(([name, inner]) => (
        <li key={name}>
          <details open={depth < 2}>
            <summary>
              {name} <span class="faint">{counts.pages(count(inner))}</span>
            </summary>
            <Folder branch={inner} depth={depth + 1} />
          </details>
        </li>
      ))}
    </ul>
  )
}
