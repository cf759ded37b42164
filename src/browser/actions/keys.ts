/** Names people write for keys, to those the browser knows; anything else is passed on as it is. */
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

/** A key or a chord such as `Control+A` as the browser names it: `ENTER`, `Page_Down` and `ctrl+a` are understood. */
export function keyName(text: string): string {
  if (text.length === 1) return text
  // The last plus of `Control++` is the key.
  const parts = text.split(/\+(?!$)/)
  return parts.map((part) => keysByName[plain(part)] ?? functionKey(part)).join('+')
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '')

const functionKey = (text: string) => (/^f\d{1,2}$/i.test(text) ? text.toUpperCase() : text)
