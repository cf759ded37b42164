import { codeAt } from '#content/html/code-at.ts'
import { hashMask, hashWord, nextHash } from './word-hash.ts'

/**
 * Words of class names and ids, in groups. Each group is one feature of the model;
 * the order is part of the trained weights.
 */
const classGroups: readonly string[] = [
  'nav navbar navigation menu submenu megamenu dropdown offcanvas topbar subnav navi navigationsleiste hauptnavigation metanavi sitemap',
  'breadcrumb breadcrumbs crumbs crumb',
  'sidebar aside rail marginal marginalspalte rechts seitenleiste sidenav secondary widget widgets leftcol rightcol complementary',
  'footer foot bottom colophon copyright contentinfo legal impressum fuss',
  'header masthead head banner top kopf',
  'ad ads advert advertisement adv sponsor sponsored promo promotion promotions dfp gpt adsense werbung anzeige anzeigen publicite publicidad teads taboola outbrain plista',
  'share sharing social addtoany sharedaddy follow facebook twitter likes teilen partage compartir shariff socials whatsapp',
  'related recommended recommendations recommendation similar suggested upsell upsells crosssell also trending popular readmore latest recent more teaser teasers teaserlist empfehlungen weitere mehr aehnliche verwandt associated relacionadas mostread yarpp',
  'comment comments disqus respond commentlist replies reply kommentar kommentare comentarios commentaires',
  'meta byline author date published timestamp time dateline avatar bio posted autor autoren datum credits infos',
  'pagination pager paging paginate pages next prev previous',
  'newsletter subscribe subscription signup optin mailchimp form login signin register account abo paywall plus',
  'cookie cookies consent gdpr popup modal overlay lightbox dialog toast notification notice alert',
  'content article entry post story body text prose richtext wysiwyg rte markdown copy editor maincontent artikel beitrag inhalt articletext articlebody bodytext fliesstext absatz paragraph story_body',
  'main primary center container page',
  'product products item pdp sku woocommerce',
  'price prices cart basket buy checkout stock quantity qty wishlist shipping delivery payment',
  'review reviews rating ratings testimonial testimonials stars',
  'description desc details detail specification specifications specs spec features overview about summary info excerpt',
  'title headline heading subtitle h1 hero lead intro',
  'thread topic topics message messages forum posts postbody bbwrapper discussion question answer answers postcell',
  'user users profile member signature sig username userinfo usercard',
  'caption figure image bild bilder foto legend copyrightholder bildunterschrift credit gallery carousel slider slide slick swiper thumbnail thumb media video',
  'toc contents tableofcontents onthispage outline',
  'tag tags category categories topicslist label labels badge schlagworte stichworte kategorie keywords topicbar',
  'filter filters facet facets sort sorting refine toolbar tools options swatch variant variants',
  'search searchbox searchform autocomplete',
  'card cards grid list listing results tile tiles loop collection archive catalog feed',
  'faq accordion tab tabs panel collapse collapsible toggle',
  'hidden hide invisible sr screenreader visuallyhidden skip offscreen print noprint',
  'cta button btn buttons action actions link links contact',
]

export const classGroupCount = classGroups.length

const classGroupByWord = new Map<string, number>(
  classGroups.flatMap((words, classGroup) =>
    words.split(' ').map((word) => [word, classGroup] as const),
  ),
)

export const findClassGroup = (word: string): number => classGroupByWord.get(word) ?? -1

/** Attributes with author-chosen names. */
export const namingAttributes: ReadonlySet<string> = new Set([
  'class',
  'id',
  'role',
  'itemprop',
  'data-testid',
  'aria-label',
])

/** The groups found in the value of such an attribute, as bits. */
export type ClassGroupsOf = (value: string) => number

/** Cached per page, because values repeat. */
export function createClassGroups(): ClassGroupsOf {
  const known = new Map<string, number>()
  return (value) => {
    let classGroups = known.get(value)
    if (classGroups === undefined) {
      classGroups = readClassGroups(value)
      known.set(value, classGroups)
    }
    return classGroups
  }
}

const valueLengthMax = 300

/** Splits names into words of letters and digits: also at a capital after a small letter and at a digit after a letter. */
function readClassGroups(value: string): number {
  const length = Math.min(value.length, valueLengthMax)
  let [classGroups, start, hash, last] = [0, -1, 0, other]
  for (let index = 0; index <= length; index++) {
    const code = index < length ? codeAt(value, index) : 0
    const kind = classifyCode(code)
    const isNext =
      kind === other || (kind === capital && last === small) || (kind === digit && last <= capital)
    if (isNext && start >= 0) {
      if (isLikely[hash & hashMask] === 1) classGroups |= classGroupBit(value.slice(start, index))
      start = -1
    }
    last = kind
    if (kind === other) continue
    if (start < 0) {
      start = index
      hash = 0
    }
    hash = nextHash(hash, kind === capital ? code + toSmall : code)
  }
  return classGroups
}

const isLikely = new Uint8Array(hashMask + 1)
for (const word of classGroupByWord.keys()) isLikely[hashWord(word) & hashMask] = 1

function classGroupBit(word: string): number {
  const classGroup = classGroupByWord.get(word.toLowerCase())
  return classGroup === undefined ? 0 : 1 << classGroup
}

const [small, capital, digit, other] = [0, 1, 2, 3]
/** From a capital letter to the small one. */
const toSmall = 0x20

function classifyCode(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return small
  if (code >= 0x41 && code <= 0x5a) return capital
  return code >= 0x30 && code <= 0x39 ? digit : other
}
