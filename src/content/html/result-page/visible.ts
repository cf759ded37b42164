import type { Element } from 'domhandler'
import { unseenTags } from '#content/html/walk.ts'

/** Whether an element is shown, as far as it says so itself. */
export const isVisible = ({ name, attribs }: Element): boolean =>
  !unseenTags.has(name) &&
  attribs['hidden'] === undefined &&
  !/display\s{0,9}:\s{0,9}none/i.test(attribs['style'] ?? '')
