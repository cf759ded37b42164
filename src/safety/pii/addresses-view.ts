import { createViewBuilder, type View, type ViewBuilder } from './view.ts'

/** A range of a source that is an address, such as the target of a link. */
export interface AddressRange {
  readonly start: number
  readonly end: number
}

const encoded = /%[0-7][0-9a-f]/gi

/** The addresses of a source, one on each line, with encoded characters decoded. */
export function addressesView(source: string, addresses: readonly AddressRange[]): View {
  const view = createViewBuilder(source)
  for (const { start, end } of addresses) {
    addDecoded(view, source, { start, end })
    view.put('\n', end, end)
  }
  return view.finish()
}

function addDecoded(view: ViewBuilder, source: string, { start, end }: AddressRange): void {
  let at = start
  for (const { 0: code, index } of source.slice(start, end).matchAll(encoded)) {
    const from = start + index
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    view.copy(at, from)
    view.put(character, from, from + code.length)
    at = from + code.length
  }
  view.copy(at, end)
}

const written = /(?:https?|ftp):\/\/[^\s<>()[\]"'`|\\^{}]{1,4096}/gi

/** The addresses that are written in a text. */
export function addressesIn(source: string): AddressRange[] {
  return [...source.matchAll(written)].map(({ 0: address, index }) => ({
    start: index,
    end: index + address.length,
  }))
}
