import { escapeAttribute, escapeText } from '#base/html-text.ts'
import type { DocsPage } from './read-pages.ts'
import { makeMarkdownAddress, type NavigationSection } from './navigation.ts'

/** Paths of the assets that every page uses. */
export interface PageAssets {
  readonly style: string
  readonly script: string
  /** Runs before the first paint. */
  readonly themeScript: string
}

interface Navigation {
  readonly pages: readonly DocsPage[]
  readonly assets: PageAssets
}

/** The HTML of a page with its navigation. */
export function pageHtml(page: DocsPage, { pages, assets }: Navigation): string {
  const { title, description, address, html } = page
  const source = makeMarkdownAddress(address)
  return layout({
    assets,
    head: `<title>${escapeText(title)}${address === '/docs' ? '' : ' · Weir'}</title>
<meta name="description" content="${escapeAttribute(description)}" />
<link rel="alternate" type="text/markdown" href="${source}" />`,
    side: writeSide(pages, page),
    main: `<article class="prose">${html}</article>
<footer class="end">
${writeTurns(pages, page)}
<a class="source" href="${source}">This page as Markdown</a>
</footer>`,
    toc: writeToc(page),
  })
}

/** The page for addresses without a document. */
export function missingPageHtml({ pages, assets }: Navigation): string {
  return layout({
    assets,
    head: '<title>Page not found · Weir</title>',
    side: writeSide(pages, undefined),
    main: `<article class="prose"><h1>Page not found</h1>
<p>The documentation has no page at this address. Choose one from the navigation, or <a href="/docs">go to the start</a>.</p></article>`,
    toc: '',
  })
}

interface Layout {
  readonly assets: PageAssets
  readonly head: string
  readonly side: string
  readonly main: string
  readonly toc: string
}

const layout = ({ assets, head, side, main, toc }: Layout) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
${head}
<link rel="icon" href="/assets/weir.svg" />
<link rel="stylesheet" href="${assets.style}" />
<script src="${assets.themeScript}"></script>
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<button type="button" class="plain only-small" data-menu aria-controls="navigation" aria-expanded="false" aria-label="Menu" hidden></button>
<a class="brand" href="/docs"><img src="/assets/weir.svg" alt="" width="26" height="26" /> <b>Weir</b> <span>Documentation</span></a>
<button type="button" class="jump" data-search aria-label="Search the documentation" hidden><span>Search the documentation</span> <kbd>/</kbd></button>
<nav class="links" aria-label="Service">
<a href="/docs/api">API reference</a>
<a href="/console">Console</a>
</nav>
<button type="button" class="plain" data-theme-switch aria-label="Use dark colours" hidden></button>
</header>
<div class="frame">
<nav class="side" id="navigation" aria-label="Documentation">${side}</nav>
<main id="content" tabindex="-1">${main}</main>
${toc}
</div>
</body>
</html>
`

function writeSide(pages: readonly DocsPage[], here: DocsPage | undefined): string {
  return [...Map.groupBy(pages, ({ section }) => section)]
    .map(([section, group]) => sectionHtml(section, group, here))
    .join('\n')
}

function sectionHtml(
  section: NavigationSection,
  pages: readonly DocsPage[],
  here: DocsPage | undefined,
): string {
  const entries = pages
    .map((page) => {
      const current = page === here ? ' aria-current="page"' : ''
      return `<li><a href="${page.address}"${current}>${escapeText(page.title)}</a></li>`
    })
    .join('')
  const isFolded = section.isInternal === true && here?.section !== section
  return `<details${isFolded ? '' : ' open'}><summary>${escapeText(section.title)}</summary><ul>${entries}</ul></details>`
}

const tocLevelMax = 3

function writeToc({ sections }: DocsPage): string {
  const listed = sections.filter(({ level }) => level > 1 && level <= tocLevelMax)
  if (listed.length < 2) return ''
  const entries = listed
    .map(
      ({ anchor, heading, level }) =>
        `<li class="level-${level}"><a href="#${anchor}">${escapeText(heading)}</a></li>`,
    )
    .join('')
  return `<aside class="toc"><nav aria-label="On this page"><h2>On this page</h2><ul>${entries}</ul></nav></aside>`
}

/** Links to the pages before and after. */
function writeTurns(pages: readonly DocsPage[], page: DocsPage): string {
  const index = pages.indexOf(page)
  const before = turn(pages[index - 1], 'prev', 'Previous')
  return `<nav class="turns" aria-label="Neighbouring pages">${before}${turn(pages[index + 1], 'next', 'Next')}</nav>`
}

const turn = (to: DocsPage | undefined, rel: 'prev' | 'next', label: string) =>
  to
    ? `<a class="${rel}" rel="${rel}" href="${to.address}"><small>${label}</small> ${escapeText(to.title)}</a>`
    : ''
