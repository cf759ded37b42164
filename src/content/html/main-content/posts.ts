import type { Block, Outline, Part } from './blocks.ts'

/** Class names of threads and of what they consist of. */
const threadName =
  /thread|topic|message|forum|discussion|question|answer|post|repl(?:y|ies)|comment|bbwrapper/i
/** Levels between a text and the element that holds a post, and between that and an element that is named after the thread. */
const bodyLevelsMax = 4
const nameLevelsMax = 5
/** Elements inside of a post, whatever their class. */
const textTags = new Set('p span a b i em strong font code pre h1 h2 h3 h4 h5 h6'.split(' '))

const postsMin = 3
const keptPostsMin = 2
/** Minimum share of chosen words in the posts, of prose in them, and of the posts in what is chosen of the page. */
const keptShareMin = 0.25
const proseShareMin = 0.6
const pageShareMin = 0.5
/** So many posts with so much of the prose of the page are what it is for, even if little of them is chosen. */
const mainPostsMin = 6
const mainShareMin = 0.7
const namedShareMin = 0.5

/** Elements of one kind that hold posts. */
interface Posts {
  readonly bodies: Set<Part>
  readonly keptBodies: Set<Part>
  words: number
  proseWords: number
  keptWords: number
}

/** Words of a page: those of its prose, and the chosen ones. */
interface Page {
  readonly prose: number
  readonly chosen: number
  readonly isText: boolean
}

/** For each block, the element that holds its post; undefined outside of threads, and on pages without one. */
export function findPosts(
  { blocks }: Pick<Outline, 'blocks'>,
  isKept: readonly boolean[],
  isText: boolean,
): readonly (Part | undefined)[] | undefined {
  const byKind = new Map<number, Posts>()
  const bodies = blocks.map((block) => {
    const body = bodyOf(block.part)
    if (body) addBlock(byKind, body, { block, isKept: isKept[block.index] === true })
    return body
  })
  let [prose, chosen] = [0, 0]
  for (const { index, isProse, measure } of blocks) {
    if (isProse) prose += measure.words
    if (isKept[index]) chosen += measure.words
  }
  const threads = new Set<number>()
  for (const [kind, posts] of byKind)
    if (isThread(posts, { prose, chosen, isText })) threads.add(kind)
  if (threads.size === 0) return undefined
  return bodies.map((body) => (body && threads.has(body.exactKind) ? body : undefined))
}

function isThread(posts: Posts, { prose, chosen, isText }: Page): boolean {
  const { bodies, keptBodies, words, proseWords, keptWords } = posts
  if (bodies.size < postsMin || keptBodies.size < keptPostsMin) return false
  if (keptWords < pageShareMin * chosen) return false
  const isMain = bodies.size >= mainPostsMin && proseWords >= mainShareMin * prose
  const isChosen =
    isText && keptWords >= keptShareMin * words && proseWords >= proseShareMin * words
  if (!isMain && !isChosen) return false
  let named = 0
  for (const body of bodies) if (nearest(body, nameLevelsMax, isNamed)) named++
  return named >= namedShareMin * bodies.size
}

const isNamed = ({ element }: Part): boolean => threadName.test(element.attribs['class'] ?? '')

/** The innermost element around a text that has a class. */
const bodyOf = (part: Part): Part | undefined =>
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

function addBlock(
  byKind: Map<number, Posts>,
  body: Part,
  { block, isKept }: { readonly block: Block; readonly isKept: boolean },
): void {
  let posts = byKind.get(body.exactKind)
  if (!posts) {
    posts = { bodies: new Set(), keptBodies: new Set(), words: 0, proseWords: 0, keptWords: 0 }
    byKind.set(body.exactKind, posts)
  }
  const { words } = block.measure
  posts.bodies.add(body)
  posts.words += words
  if (block.isProse) posts.proseWords += words
  if (!isKept) return
  posts.keptBodies.add(body)
  posts.keptWords += words
}
