import { isTag, type Element, type ParentNode } from 'domhandler'

/** Whether a date is marked as that of something else, such as the beginning of an event. */
export function isOfOther(element: Element): boolean {
  const { itemprop = '', class: classes = '' } = element.attribs
  if (itemprop !== '') return !pageProperty.test(itemprop)
  if (eventClass.test(classes)) return true
  for (let around: ParentNode | null = element; around && isTag(around); around = around.parent)
    if (eventType.test(around.attribs['itemtype'] ?? '')) return true
  return false
}

const pageProperty =
  /publish|pubdate|posted|issued|created|modif|updat|upload|(?:^|\s)date(?:\s|$)/i
const eventClass =
  /(?:^|[\s_-])(?:dt-?(?:start|end)|event-?(?:date|time|start|end)\w{0,12})(?:$|[\s_-])/i
const eventType = /schema\.org\/\w{0,24}Event$/
