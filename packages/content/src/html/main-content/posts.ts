import type { PageOutline, Part } from './blocks.ts'
import { keptWords } from './kept-words.ts'

/** Class names of threads and of what they consist of. */
const threadName =
  /thread|topic|message|forum|discussion|question|answer|post|repl(?:y|ies)|comment|bbwrapper/i
/** Levels between a text and the element that holds a post, and between that and an element that is named after the thread. */
const bodyLevelsMax = 4
const nameLevelsMax = 5
/** Elements inside of a post, whatever their class. */
const textTags = new Set('p span a b i em strong font code pre h1 h2 h3 h4 h5 h6'.split(' '))

const postsMin = 2
/** Minimum share of chosen words in the posts, of prose in them, and of the posts in what is chosen of the page. */
const keptShareMin = 0.25
const proseShareMin = 0.6
const pageShareMin = 0.5
/** Elements around posts have less text of their own: names and dates. */
const ownShareMin = 0.5
/** So many posts with so much of the prose of the page are what it is for, even if little of them is chosen. */
const mainPostsMin = 6
const mainShareMin = 0.7
const namedShareMin = 0.5

/** Elements of one kind that hold posts, and what is in them, quotes included. */
interface Posts {
  readonly bodies: Part[]
  keptBodies: number
  words: number
  /** Those that are not in an element with a class of its own, such as a quote. */
  ownWords: number
  proseWords: number
  keptWords: number
}

/** For each block, the element that holds its post; undefined outside of threads, and on pages without one. */
export function findPosts(
  { parts, blocks }: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: readonly boolean[],
): readonly (Part | undefined)[] | undefined {
  const kept = keptWords({ parts, blocks }, isKept)
  const byKind = new Map<number, Posts>()
  const isKnown = new Uint8Array(parts.length)
  const bodies = blocks.map(({ part, measure }) => {
    const body = findBody(part)
    if (body && isKnown[body.index] === 0) addBody(byKind, body, kept[body.index] ?? 0)
    if (body) isKnown[body.index] = 1
    const posts = body && byKind.get(body.exactKind)
    if (posts) posts.ownWords += measure.words
    return body
  })
  const page = { prose: parts[0]?.proseWords ?? 0, chosen: kept[0] ?? 0 }
  const threads = new Set<number>()
  for (const [kind, posts] of byKind) if (isThread(posts, page)) threads.add(kind)
  if (threads.size === 0) return undefined
  return bodies.map((body) => (body && threads.has(body.exactKind) ? body : undefined))
}

/** Words of a page: those of its prose, and the chosen ones. */
interface Page {
  readonly prose: number
  readonly chosen: number
}

function isThread(posts: Posts, { prose, chosen }: Page): boolean {
  const { bodies, keptBodies, words, ownWords, proseWords, keptWords: kept } = posts
  if (bodies.length < postsMin || keptBodies === 0) return false
  if (kept < pageShareMin * chosen || ownWords < ownShareMin * words) return false
  const isMain = bodies.length >= mainPostsMin && proseWords >= mainShareMin * prose
  const isChosen = kept >= keptShareMin * words && proseWords >= proseShareMin * words
  if (!isMain && !isChosen) return false
  const named = bodies.filter((body) => nearest(body, nameLevelsMax, isNamed)).length
  return named >= namedShareMin * bodies.length
}

const isNamed = ({ element }: Part): boolean => threadName.test(element.attribs['class'] ?? '')

/** The innermost element around a text that has a class. */
const findBody = (part: Part): Part | undefined =>
  nearest(
    part,
    bodyLevelsMax,
    ({ element }) => Boolean(element.attribs['class']) && !textTags.has(element.name),
  )

function nearest(
  part: Part | undefined,
  levels: number,
  is: (part: Part) => boolean,
): Part | undefined {
  for (let around = part, level = 0; around && level < levels; level++, around = around.parent)
    if (is(around)) return around
  return undefined
}

/** Adds the element of a post to those of its kind, unless it is in another one. */
function addBody(byKind: Map<number, Posts>, body: Part, kept: number): void {
  let posts = byKind.get(body.exactKind)
  if (!posts) {
    posts = { bodies: [], keptBodies: 0, words: 0, proseWords: 0, keptWords: 0, ownWords: 0 }
    byKind.set(body.exactKind, posts)
  }
  const last = posts.bodies.at(-1)
  if (last && body.index > last.index && body.index < last.end) return
  posts.bodies.push(body)
  posts.words += body.words
  posts.proseWords += body.proseWords
  posts.keptWords += kept
  if (kept > 0) posts.keptBodies++
}
