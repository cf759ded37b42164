import type { Outline } from './blocks.ts'

/** Nothing but tags in square brackets, as blog software leaves them when the extension that fills them is missing. */
const shortcodes = /^(?:\[[^[\]]{1,500}\] ?)+$/
/** A closing tag or an attribute tells them from remarks in brackets. */
const sign = /\[\/[a-z]|=["'”″]/i

/** Removes blocks from the chosen ones that are only shortcodes. Changes `isKept`. */
export function dropShortcodes({ blocks }: Outline, isKept: boolean[]): void {
  for (const [index, { text, part }] of blocks.entries()) {
    if (!isKept[index] || !text.startsWith('[') || part.element.name === 'pre') continue
    if (shortcodes.test(text) && sign.test(text)) isKept[index] = false
  }
}
