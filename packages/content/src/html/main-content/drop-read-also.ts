import { isTag, isText, type ChildNode } from 'domhandler'
import { readText } from '#content/html/walk.ts'
import type { PageBlock } from './blocks.ts'

const wordsMax = 60

/** What stands before links to other stories in the middle of one, in lower case. */
const labels = new Set(
  (
    'read also|also read|you may also like|you might also like|lesen sie auch|lies auch|auch lesen|das könnte sie auch interessieren|' +
    'lire aussi|à lire aussi|à lire également|lire également|lisez aussi|lea también|lee también|leer también|te puede interesar|' +
    'le puede interesar|también te puede interesar|leia também|leggi anche|potrebbe interessarti|ti potrebbe interessare|lees ook|' +
    'czytaj także|czytaj też|czytaj również|przeczytaj także|przeczytaj też|čtěte také|přečtěte si také|mohlo by vás zajímat|' +
    'čítajte aj|čítajte tiež|prečítajte si aj|prečítajte si tiež|читайте также|читать также|также читайте|читайте також|' +
    'читати також|прочетете още|pročitajte i|čitajte i|прочитајте и|läs också|läs även|les også|læs også|lue myös|loe ka|lasi arī|' +
    'taip pat skaitykite|skaitykite taip pat|olvassa el ezt is|ezt is olvassa el|olvasd el ezt is|citește și|citiți și|' +
    'bunu da okuyun|bunlar da ilginizi çekebilir|ilginizi çekebilir|διαβάστε επίσης|διαβάστε ακόμα|اقرأ أيضا|اقرأ أيضًا|اقرأ أيضاً|' +
    'إقرأ أيضا|إقرأ أيضاً|קראו גם|קרא גם|همچنین بخوانید|यह भी पढ़ें|ये भी पढ़ें|इसे भी पढ़ें|আরও পড়ুন|আরো পড়ুন|' +
    'baca juga|相关阅读|相關閱讀|関連記事|あわせて読みたい|合わせて読みたい|관련기사|관련 기사'
  ).split('|'),
)
const links = new Set(['a'])
const word = /[\p{L}\p{M}\p{N}]+/gu

/** Removes the lines that say `Read also` and else only link to other pages. Modifies `isKept`. */
export function dropReadAlso(blocks: readonly PageBlock[], isKept: boolean[]): void {
  for (const { index, measure, links: count, samePageLinks, nodes } of blocks) {
    if (!isKept[index] || count <= samePageLinks || measure.words > wordsMax) continue
    const label = nodes.map(readUnlinked).join(' ').match(word)?.join(' ') ?? ''
    if (labels.has(label.toLowerCase())) isKept[index] = false
  }
}

function readUnlinked(node: ChildNode): string {
  if (isText(node)) return node.data
  return isTag(node) && !links.has(node.name) ? readText(node, { except: links }) : ''
}
