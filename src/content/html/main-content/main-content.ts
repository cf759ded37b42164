import { isTag, type ChildNode, type Document, type Element } from 'domhandler'
import { keepChildren } from './keep-children.ts'
import { outline, type Section } from './outline.ts'
import { dropInvisible } from './visible.ts'

/**
 * Finds what a page is about: the article, the thread, the product, without navigation, advertising and tails.
 * Consumes the tree: the nodes answered are the document's own, in order, with everything else cut out of them.
 */
export function findMainContent(document: Document): readonly ChildNode[] {
  dropInvisible(document)
  const sections = outline(document)
  const body = sections.find(({ element }) => element.name === 'body')
  const root = body && mainSection(body, sections)
  if (!root) return document.children
  dropBoilerplate(root, sections)
  return root.element.children
}

/** Semantic containers count as the main content when they hold at least this share of the page's plain words. */
const mainShareMin = 0.25
const articleShareMin = 0.5

function mainSection(body: Section, sections: readonly Section[]): Section {
  const main = largest(
    sections,
    ({ element }) => element.name === 'main' || element.attribs['role'] === 'main',
  )
  const root = main && plainWords(main) > mainShareMin * plainWords(body) ? main : body
  const article = largest(sections, ({ element }) => element.name === 'article')
  return article && plainWords(article) > articleShareMin * plainWords(root) ? article : root
}

function largest(
  sections: readonly Section[],
  isCandidate: (section: Section) => boolean,
): Section | undefined {
  let best: Section | undefined
  for (const section of sections) {
    if (isCandidate(section) && section.words > (best?.words ?? 0)) best = section
  }
  return best
}

const plainWords = (section: Section): number => section.words - section.linkWords

/** A part that holds more of the page than this is kept whatever it is called. */
const shareMaxByTag: Readonly<Record<string, number>> = {
  nav: 0.5,
  footer: 0.5,
  aside: 0.3,
  form: 0.25,
  header: 0.2,
}
const namedShareMax = 0.3

const boilerplateName =
  /(^|[\s_-])(nav|navbar|navigation|menu|breadcrumbs?|sidebar|widgets?|footer|masthead|cookies?|consent|modal|popup|overlay|share|sharing|social|newsletter|subscribe|related|recommended|recommendations?|promo|ads?|advert|sponsored|pagination|pager|skip|toolbar|login|search|copyright|toc|dropdown|cart|wishlist|trending|popular|hidden|sr-only|filters?|facets?|sort|reactions?|buttons?|cta|upsell|similar|respond|timestamp)([\s_-]|$)/i

const structuralTags = new Set(
  'body main article a span p code pre td tr tbody b strong em h1 h2 h3 h4 h5 h6'.split(' '),
)

function dropBoilerplate(root: Section, sections: readonly Section[]): void {
  const total = plainWords(root) || 1
  const dropped = new Set<Element>()
  for (const section of sections) {
    if (section !== root && isBoilerplate(section, plainWords(section) / total))
      dropped.add(section.element)
  }
  for (const { element } of sections) {
    if (element.children.some((child) => isTag(child) && dropped.has(child))) {
      keepChildren(
        element,
        element.children.filter((child) => !(isTag(child) && dropped.has(child))),
      )
    }
  }
}

function isBoilerplate(section: Section, share: number): boolean {
  const { name, attribs } = section.element
  const shareMax = shareMaxByTag[name]
  if (shareMax !== undefined) return share < shareMax && !(name === 'header' && section.titles > 0)
  if (structuralTags.has(name)) return false
  const names = `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`
  if (boilerplateName.test(names) && section.paragraphs === 0) return share < namedShareMax
  const isLinkList = section.links >= 3 && section.linkWords / (section.words || 1) > 0.85
  return isLinkList && section.titles === 0 && share < namedShareMax
}
