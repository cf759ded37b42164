import type { Block, Outline, Part } from './blocks.ts'
import { classGroupOf, createClassGroupsOf } from './class-groups.ts'

/** Words in the class names of a thread and of its posts. */
const threadBits = (1 << classGroupOf('thread')) | (1 << classGroupOf('comment'))
/** Levels between a text and the element that holds a post, and between that and an element that is named after the thread. */
const bodyLevelsMax = 4
const nameLevelsMax = 5

const postsMin = 3
const keptPostsMin = 2
/** Minimum share of chosen words in the posts, of prose in them, and of the posts in what is chosen of the page. */
const keptShareMin = 0.25
const proseShareMin = 0.6
const pageShareMin = 0.5

/** Elements of one kind that hold posts. */
interface Posts {
  readonly bodies: Set<Part>
  readonly keptBodies: Set<Part>
  words: number
  proseWords: number
  keptWords: number
}

/**
 * Completes threads: where the posts are most of what is chosen, all of them are content, also the later ones and replies to
 * replies. Modifies `isKept`.
 */
export function keepPosts({ blocks }: Pick<Outline, 'blocks'>, isKept: boolean[]): void {
  const byKind = new Map<number, Posts>()
  const postsOf = blocks.map((block) => {
    const body = bodyOf(block.part)
    return body && addBlock(byKind, body, { block, isKept: isKept[block.index] === true })
  })
  let chosen = 0
  for (const { index, measure } of blocks) if (isKept[index]) chosen += measure.words
  const classGroupsOf = createClassGroupsOf()
  const isNamed = (part: Part) =>
    (classGroupsOf(part.element.attribs['class'] ?? '') & threadBits) !== 0
  const threads = new Set([...byKind.values()].filter((posts) => isThread(posts, chosen, isNamed)))
  for (const { index } of blocks) {
    const posts = postsOf[index]
    if (posts && threads.has(posts)) isKept[index] = true
  }
}

function isThread(
  { bodies, keptBodies, words, proseWords, keptWords }: Posts,
  chosen: number,
  isNamed: (part: Part) => boolean,
): boolean {
  if (bodies.size < postsMin || keptBodies.size < keptPostsMin) return false
  if (keptWords < keptShareMin * words || proseWords < proseShareMin * words) return false
  if (keptWords < pageShareMin * chosen) return false
  const [first] = bodies
  return nearest(first, nameLevelsMax, isNamed) !== undefined
}

/** The innermost element around a text that has a class. */
const bodyOf = (part: Part): Part | undefined =>
  nearest(part, bodyLevelsMax, ({ element }) => Boolean(element.attribs['class']))

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
): Posts {
  let posts = byKind.get(body.exactKind)
  if (!posts) {
    posts = { bodies: new Set(), keptBodies: new Set(), words: 0, proseWords: 0, keptWords: 0 }
    byKind.set(body.exactKind, posts)
  }
  const { words } = block.measure
  posts.bodies.add(body)
  posts.words += words
  if (block.isProse) posts.proseWords += words
  if (!isKept) return posts
  posts.keptBodies.add(body)
  posts.keptWords += words
  return posts
}
