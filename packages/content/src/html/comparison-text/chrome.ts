import type { Element } from 'domhandler'

const tags = new Set(['nav', 'footer', 'dialog'])
const roles = new Set(
  'navigation contentinfo banner search menu menubar dialog alertdialog'.split(' '),
)
const words =
  /^(nav|navbar|navigation|nav-?(header|footer|links|bar)|breadcrumbs?|crumbs|sphinxsidebar|footer|site-?footer|page-?footer|pagination|pager|prev-?next|ads?|advert(isement)?s?|ad-?slot|cookie-?(banner|notice|consent)|share|social(-?(share|links))?|newsletter|skip-?(link|nav|to-content)|version-?(switcher|banner|warning|selector|picker)|last-?(updated|modified))$/i
const namesLengthMax = 300

/** Whether tag, role, class or id of an element name page chrome. */
export function isNamedChrome({ name, attribs }: Element): boolean {
  if (tags.has(name) || roles.has(attribs['role'] ?? '')) return true
  if (name === 'html' || name === 'body' || name === 'main' || name === 'article') return false
  return says(attribs, words)
}

/** Whether an element is an aside of the content or of a paragraph. */
export function isNamedAside({ name, attribs }: Element): boolean {
  return name === 'aside' || attribs['role'] === 'complementary' || says(attribs, asides)
}

const asides = /^(aside|side-?bar|sidenav|side-?(menu|panel|column))$/i

function says(attribs: Element['attribs'], pattern: RegExp): boolean {
  const names = `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`
  return names.length < namesLengthMax && names.split(/\s+/).some((word) => pattern.test(word))
}

const margins =
  /^(header|site-?header|page-?header|masthead|title-?area|project-?(name|number|brief)|top|top-?(bar|nav)|bottom|bottom-?(bar|nav)|toolbar|banner|announcements?|logo|branding|meta(data)?|byline|post-?meta|related(-?.*)?|comments?|search|search-?(box|bar|form)|version|versions|feedback|edit(-.*)?|print-?only|no-?print|hidden|tooltip|ttc|copyright|docs-(updated|byline|actions))$/i

/** Whether an element may be page chrome: what the main content left out of it is not content. */
export function isNamedMargin({ name, attribs }: Element): boolean {
  return name === 'header' || (!tableTags.has(name) && says(attribs, margins))
}

const tableTags = new Set(['table', 'tbody', 'tr'])

/** Whether an element is marked as the title of the page. */
export const isNamedTitle = ({ attribs }: Element): boolean => says(attribs, titles)

const titles = /^(header|page|article|post|entry|doc|document)-?title$/i

/** Whether the name of an element suggests content. */
export function isNamedContent({ name, attribs }: Element): boolean {
  if (name === 'html' || name === 'body') return false
  return name === 'article' || says(attribs, contents)
}

const contents =
  /^(article|(article|post|entry|docs?)-?(body|content)|markdown-?body|chapter|refentry)$/i

/** Whether an element is marked as the content. */
export function isNamedMain({ name, attribs }: Element): boolean {
  return name === 'main' || attribs['role'] === 'main' || attribs['itemprop'] === 'articleBody'
}
