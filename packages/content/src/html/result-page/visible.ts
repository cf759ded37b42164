import type { Element } from 'domhandler'
import { isHidden } from '#content/html/styles/element-style.ts'
import { unseenTags } from '#content/html/walk.ts'

/** Whether an element is shown, as far as it says so itself. */
export const isVisible = (element: Element): boolean =>
  !unseenTags.has(element.name) && !isHidden(element)
