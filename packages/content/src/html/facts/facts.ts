import type { Document } from 'domhandler'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import type { NotedElements } from '#content/html/about/noted-elements.ts'
import { oneLine, readText } from '#content/html/walk.ts'
import { addDeclared, declaredLists } from './declared.ts'
import { createFactCollector, type FactCollector } from './fact-list.ts'
import { addLabels } from './labels.ts'
import { listLines } from './lines.ts'
import type { MarkedItems } from './microdata.ts'
import type { PageFacts } from './page-facts.ts'
import { repeatedBlocks } from './repeated-blocks.ts'
import { addState } from './state-facts.ts'
import { readTables } from './tables.ts'

interface FactsOfPage {
  readonly document: Document
  readonly noted: NotedElements
  readonly marked: MarkedItems
  readonly metadata: ContentMetadata
  readonly url: string
}

/** Everything that a page states apart from its running text. Looks at the whole tree and leaves it as it is. */
export function readFacts({ document, noted, marked, metadata, url }: FactsOfPage): PageFacts {
  const elements = noted.all
  const facts = createFactCollector()
  const declared = noted.jsonLd.objects()
  const { microdata, rdfa } = marked
  addMetadata(metadata, facts)
  facts.add({ name: 'url', value: url, source: 'metadata', weight: metadataWeight })
  addDeclared({ objects: declared, source: 'json-ld' }, facts)
  addDeclared({ objects: microdata, source: 'microdata' }, facts)
  addDeclared({ objects: rdfa, source: 'rdfa' }, facts)
  addMeta(noted, facts)
  addLabels(elements, facts)
  addContacts(elements, facts)
  const heading = elements.find(({ name }) => name === 'h1')
  const documentTitle = noted.about.find(({ name }) => name === 'title')
  const title = heading ? oneLine(readText(heading, { lengthMax: 500 })) : ''
  facts.add({ name: 'title', value: title, source: 'element', weight: headingWeight })
  addState({ scripts: elements.filter(({ name }) => name === 'script'), title }, facts)
  return {
    facts: facts.sorted(),
    lists: [
      ...declaredLists([...declared, ...microdata, ...rdfa]),
      ...readTables(elements),
      ...repeatedBlocks(elements),
    ],
    text: listLines(document),
    ...(documentTitle && { documentTitle: oneLine(readText(documentTitle, { lengthMax: 500 })) }),
  }
}

const linkWeight = 3.5

/** The only address that the links of a page write to, and the only number that they call. */
function addContacts(elements: NotedElements['all'], facts: FactCollector): void {
  for (const [name, scheme] of [
    ['email', 'mailto:'],
    ['phone', 'tel:'],
  ] as const) {
    const found = new Set<string>()
    for (const { attribs } of elements) {
      const href = attribs['href']?.trim() ?? ''
      if (href.slice(0, scheme.length).toLowerCase() !== scheme) continue
      const [address = ''] = href.slice(scheme.length).split('?', 1)
      found.add(address.replaceAll('%40', '@').replaceAll('%20', ' ').trim())
    }
    const [value] = found
    if (found.size === 1) facts.add({ name, value, source: 'link', weight: linkWeight })
  }
}

const headingWeight = 5
const metadataWeight = 8
const metaWeight = 6
const openGraphWeight = 5.5

/** What is read by rules of its own (`metadata.ts`), which are better than any single source. */
const metadataNames: readonly (readonly [key: string, name: string])[] = [
  ['title', 'title'],
  ['author', 'author'],
  ['publishedTime', 'date published'],
  ['modifiedTime', 'date modified'],
  ['language', 'language'],
  ['description', 'description'],
]

function addMetadata(metadata: ContentMetadata, facts: FactCollector): void {
  for (const [key, name] of metadataNames) {
    const value = metadata[key]
    facts.add({ name, value, source: 'metadata', weight: metadataWeight })
  }
}

const metaNames = new Map(
  Object.entries({
    image: ['og:image', 'og:image:url', 'twitter:image'],
    'site name': ['og:site_name', 'application-name'],
    description: ['og:description', 'twitter:description', 'dc.description'],
    price: ['product:sale_price:amount', 'product:price:amount', 'og:price:amount'],
    currency: ['product:sale_price:currency', 'product:price:currency', 'og:price:currency'],
    availability: ['product:availability', 'og:availability', 'availability'],
    brand: ['product:brand', 'og:brand'],
    sku: ['product:retailer_item_id'],
    condition: ['product:condition'],
    category: ['article:section', 'product:category'],
    keywords: ['keywords', 'article:tag', 'news_keywords'],
    isbn: ['book:isbn', 'citation_isbn'],
    doi: ['citation_doi', 'dc.identifier'],
    email: ['og:email'],
    phone: ['og:phone_number'],
    latitude: ['place:location:latitude', 'og:latitude'],
    longitude: ['place:location:longitude', 'og:longitude'],
  }).flatMap(([name, keys]) => keys.map((key) => [key, name] as const)),
)

function addMeta({ about }: NotedElements, facts: FactCollector): void {
  for (const { name, attribs } of about) {
    if (name === 'link' && attribs['rel'] === 'canonical')
      facts.add({ name: 'canonical', value: attribs['href'], source: 'meta', weight: metaWeight })
    if (name !== 'meta') continue
    const key = (attribs['property'] ?? attribs['name'] ?? '').toLowerCase()
    const meaning = metaNames.get(key)
    if (meaning === undefined) continue
    const weight = key.startsWith('twitter') ? openGraphWeight : metaWeight
    facts.add({ name: meaning, value: attribs['content'], source: 'meta', weight })
  }
}
