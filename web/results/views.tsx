import { isObject, type Json } from '../json.ts'
import type { JSX } from 'preact'
import { toText } from '../format.ts'
import { ownPicture } from '../pages/own-picture.ts'
import { Code } from '../ui/code.tsx'
import { ForeignLink } from '../ui/foreign-link.tsx'
import { JsonTree } from '../ui/json-tree.tsx'
import { later } from '../ui/later.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { fill } from '../words/fill.ts'
import * as answerWords from '../words/en/answers.ts'
import { useShown } from '../ui/shown.tsx'
import * as words from '../words/en/results.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'

const Values = later(() => import('./values.tsx').then((module) => module.Values))
const Highlights = later(() => import('./highlights.tsx').then((module) => module.Highlights))
const ChangesView = later(() => import('./changes.tsx').then((module) => module.ChangesView))
const ProductView = later(() => import('./facts-views.tsx').then((module) => module.ProductView))
const MenuView = later(() => import('./facts-views.tsx').then((module) => module.MenuView))
const BrandingView = later(() => import('./facts-views.tsx').then((module) => module.BrandingView))
const Found = later(() => import('./found.tsx').then((module) => module.Found))
const SiteTree = later(() => import('./found.tsx').then((module) => module.SiteTree))

/** One part of an answer with a view of its own. */
export interface ResultView {
  readonly name: string
  readonly label: string
  readonly count?: number
  /** What is copied and saved. */
  readonly text: string
  /** Ending of the saved file. */
  readonly ending: 'md' | 'html' | 'txt' | 'json'
  readonly show: () => JSX.Element
}

const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const asJson = (value: unknown) => JSON.stringify(value, null, 2)

/** URLs of a list of strings or of objects with a `url`. */
function listUrls(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => {
    const url = isObject(one) ? one['url'] : one
    return typeof url === 'string' ? [url] : []
  })
}

const json = ([name, label]: readonly [string, string], value: unknown, show: () => JSX.Element) =>
  ({ name, label, text: asJson(value), ending: 'json', show }) as const

/** The parts of an answer that have a view, the most telling first; then all of it. */
export function listViews(body: unknown): ResultView[] {
  const answer = isObject(body) ? body : {}
  const data = isObject(answer['data']) ? answer['data'] : {}
  return [
    ...dataViews(data),
    ...textViews(data),
    ...pageViews(data),
    ...listViewsOfSites(answer, data),
    ...factViews(data),
    json(['json', words.tabsRaw], body, () => (
      <div class="tree">
        <JsonTree value={body} />
      </div>
    )),
  ]
}

/** Values that were read from a page. */
function dataViews(data: Json): ResultView[] {
  const { json: values, jsonSources, product, menu, branding, changeTracking } = data
  const sources = Array.isArray(jsonSources) ? jsonSources : []
  const page = readText(data['markdown'])
  return [
    ...(values === undefined || values === null
      ? []
      : [
          json(['values', words.tabsValues], values, () => (
            <Values json={values} sources={sources} page={page} />
          )),
        ]),
    ...(isObject(product)
      ? [json(['product', words.tabsProduct], product, () => <ProductView product={product} />)]
      : []),
    ...(isObject(menu)
      ? [json(['menu', words.tabsMenu], menu, () => <MenuView menu={menu} />)]
      : []),
    ...(isObject(branding)
      ? [
          json(['branding', words.tabsBranding], branding, () => (
            <BrandingView branding={branding} />
          )),
        ]
      : []),
    ...(isObject(changeTracking)
      ? [
          json(['changes', words.tabsChanges], changeTracking, () => (
            <ChangesView changes={changeTracking} />
          )),
        ]
      : []),
  ]
}

const prose = (text: string) => <p class="prose">{text}</p>
const code = (text: string) => <Code text={text} language="html" label={untranslated.tabsHtml} />

/** Members that are texts, with their names, endings and views. */
const texts = (page: string | undefined) =>
  [
    ['answer', terms.thingAnswer, 'md', prose],
    ['summary', words.tabsSummary, 'md', prose],
    [
      'highlights',
      words.tabsHighlights,
      'md',
      (text: string) => <Highlights text={text} page={page} />,
    ],
    ['markdown', untranslated.tabsMarkdown, 'md', (text: string) => <Markdown text={text} />],
    ['html', untranslated.tabsHtml, 'html', code],
    ['rawHtml', answerWords.tabsRawHtml, 'html', code],
  ] as const

function textViews(data: Json): ResultView[] {
  return texts(readText(data['markdown'])).flatMap(([name, label, ending, show]) => {
    const text = readText(data[name])
    return text === undefined ? [] : [{ name, label, text, ending, show: () => show(text) }]
  })
}

const linksShownMax = 1_000

function UrlList({ urls }: { urls: readonly string[] }) {
  const [shown, more] = useShown(urls.length, linksShownMax)
  return (
    <ul class="links">
      {urls.slice(0, shown).map((url, index) => (
        <li key={index}>
          <ForeignLink url={url} />
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  )
}

function pageViews(data: Json): ResultView[] {
  const picture = ownPicture(readText(data['screenshot']))
  const lists = [
    ['links', answerWords.tabsLinks, listUrls(data['links'])],
    ['images', terms.thingImages, listUrls(data['images'])],
  ] as const
  return [
    ...(picture === undefined
      ? []
      : [
          {
            name: 'screenshot',
            label: answerWords.tabsScreenshot,
            text: new URL(picture, location.origin).href,
            ending: 'txt' as const,
            show: () => <img class="shot" src={picture} alt={answerWords.screenshotAlt} />,
          },
        ]),
    ...lists
      .filter(([, , urls]) => urls.length > 0)
      .map(([name, label, urls]) => ({
        name,
        label,
        count: urls.length,
        text: urls.join('\n'),
        ending: 'txt' as const,
        show: () => <UrlList urls={urls} />,
      })),
  ]
}

/** Results of searches and maps. */
function listViewsOfSites(answer: Json, data: Json): ResultView[] {
  const links = answer['links']
  const isSearch = ['web', 'news'].some((name) => Array.isArray(data[name]))
  return [
    ...(isSearch ? [json(['results', terms.thingResults], data, () => <Found data={data} />)] : []),
    ...(Array.isArray(links)
      ? [
          {
            name: 'site',
            label: terms.thingSite,
            count: links.length,
            text: listUrls(links).join('\n'),
            ending: 'txt' as const,
            show: () => <SiteTree links={links} />,
          },
        ]
      : []),
  ]
}

function factViews(data: Json): ResultView[] {
  const { attributes, actions, metadata } = data
  return [
    ...(Array.isArray(attributes)
      ? [
          json(['attributes', words.tabsAttributes], attributes, () => (
            <div class="tree">
              <JsonTree value={attributes} />
            </div>
          )),
        ]
      : []),
    ...(isObject(actions)
      ? [json(['actions', terms.columnActions], actions, () => <Actions actions={actions} />)]
      : []),
    ...(isObject(metadata)
      ? [json(['metadata', answerWords.tabsMetadata], metadata, () => <Facts facts={metadata} />)]
      : []),
  ]
}

/** What the actions of a scrape gave: screenshots as pictures, the rest as JSON. */
function Actions({ actions }: { actions: Json }) {
  const { screenshots, ...others } = actions
  return (
    <div class="tree">
      {listUrls(screenshots).map((url, index) => (
        <img
          key={url}
          class="shot"
          src={ownPicture(url)}
          alt={fill(answerWords.actionsScreenshot, { action: index + 1 })}
        />
      ))}
      <JsonTree value={others} />
    </div>
  )
}

function Facts({ facts }: { facts: Json }) {
  return (
    <dl class="facts-list">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{toText(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
