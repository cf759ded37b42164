/** Common names of keys, and the names that the browser knows; other names are passed on unchanged. */
const keysByName: Readonly<Record<string, string>> = {
  enter: 'Enter',
  return: 'Enter',
  tab: 'Tab',
  esc: 'Escape',
  escape: 'Escape',
  space: 'Space',
  spacebar: 'Space',
  backspace: 'Backspace',
  delete: 'Delete',
  del: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  ctrl: 'Control',
  control: 'Control',
  alt: 'Alt',
  option: 'Alt',
  shift: 'Shift',
  meta: 'Meta',
  cmd: 'Meta',
  command: 'Meta',
}

/** Returns the browser's name of a key or chord: `ENTER`, `Page_Down`, `ctrl+a` and `Control+A` are accepted. */
export function keyName(text: string): string {
  if (text.length === 1) return text
  // The last plus of `Control++` is the key.
  const parts = text.split(/\+(?!$)/)
  return parts.map((part) => keysByName[plain(part)] ?? functionKey(part)).join('+')
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '')

const functionKey = (text: string) => (/^f\d{1,2}$/i.test(text) ? text.toUpperCase() : text)
