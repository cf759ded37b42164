import type { PageOutline } from './blocks.ts'

/** Only tags in square brackets, which blog software leaves when the extension that renders them is missing. */
const shortcodes = /^(?:\[[^[\]]{1,500}\] ?)+$/
/** A closing tag or an attribute; remarks in brackets have neither. */
const tagOrAttribute = /\[\/[a-z]|=["'”″]/i

/** Removes blocks that are only shortcodes. Modifies `isKept`. */
export function dropShortcodes({ blocks }: PageOutline, isKept: boolean[]): void {
  for (const { index, text, part } of blocks) {
    if (!isKept[index] || !text.startsWith('[') || part.element.name === 'pre') continue
    if (shortcodes.test(text) && tagOrAttribute.test(text)) isKept[index] = false
  }
}
