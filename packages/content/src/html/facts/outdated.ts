import type { Element } from 'domhandler'
import { isStruck } from '#content/html/styles/element-style.ts'
import { oneLine, readText, unseenTags } from '#content/html/walk.ts'

const outdatedTags = new Set(['del', 's', 'strike'])
const outdatedClasses =
  /(?:^|[\s_-])(?:old|was|previous|former|original|regular|list|compare|strike)[_-]?price|price[_-](?:old|was|previous|former|original|regular|list|before)|line-through|strike-?through/i

/** Whether an element strikes its text out, as shops do with the price of before. */
export const isOutdated = (element: Element): boolean =>
  outdatedTags.has(element.name) ||
  isStruck(element) ||
  outdatedClasses.test(element.attribs['class']?.slice(0, classLengthMax) ?? '')

const classLengthMax = 200

/** The text of an element in one line, without what is struck out. */
export const readCurrent = (element: Element, lengthMax: number): string =>
  oneLine(readText(element, { lengthMax, except: unseenTags, isLeftOut: isOutdated }))
