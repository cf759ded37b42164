/** Text of Markdown inlines: link texts without targets, no emphasis marks, no escapes. Takes linear time. */
export function plainText(markdown: string): string {
  const text = markdown
    .replaceAll('<br>', ' ')
    .replaceAll(/!\[[^[\]]*\]\([^()\s]*\)/g, '')
    .replaceAll(/\[([^[\]]*)\]\([^()\s]*(?: "[^"\n]{0,500}")?\)/g, '$1')
    .replaceAll(/\[\^[^[\]\s]{1,40}\]/g, '')
    .replaceAll(/\*\*|(?<![\p{L}\p{N}\\])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])|~~/gu, '')
    .replaceAll(/(?<![\\\s])\*|(?<!\\)\*(?=\S)/g, '')
    .replaceAll('`', '')
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')
  return text.replaceAll(/\s\s+|[^\S ]/g, ' ').trim()
}
