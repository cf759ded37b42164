import { setImmediate } from 'node:timers/promises'
import { sliceText } from '#base/text-pieces.ts'
import { Parser } from 'htmlparser2'
import { StreamRefusedError } from './track.ts'

/** An element of a manifest, named without its prefix. */
export interface Markup {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Markup[]
  readonly text: string
}

const nodesMax = 100_000
const depthMax = 32
const pieceLength = 32 * 1_024

interface OpenMarkup extends Markup {
  readonly children: OpenMarkup[]
  text: string
}

const newMarkup = (name: string, attributes: Record<string, string> = {}): OpenMarkup => ({
  name: name.slice(name.indexOf(':') + 1),
  attributes,
  children: [],
  text: '',
})

/** Reads XML in steps. Fails with `StreamRefusedError` when it has too many or too deep elements. */
export async function readMarkup(text: string): Promise<Markup> {
  const root = newMarkup('')
  const open = [root]
  let nodes = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = newMarkup(name, attributes)
        if (++nodes > nodesMax || open.length > depthMax) throw new StreamRefusedError(tooLarge)
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      onclosetag: () => void open.pop(),
      ontext(data) {
        const element = open.at(-1)
        // Only the addresses of elements without children are read.
        if (element?.children.length === 0) element.text += data
      },
    },
    { xmlMode: true },
  )
  for (const piece of sliceText(text, pieceLength)) {
    parser.write(piece)
    await setImmediate()
  }
  parser.end()
  return root
}

const tooLarge = 'The manifest of the stream of this page has too many elements.'
