import { createYields } from './event-loop.ts'
import { joinBytes } from './join-bytes.ts'
import { sliceText } from '#base/text-pieces.ts'

/** `Buffer.from` that does not block the event loop, however long the text. */
export async function encodeText(text: string): Promise<Buffer> {
  const yields = createYields()
  const parts: Buffer[] = []
  for (const slice of sliceText(text)) {
    parts.push(Buffer.from(slice))
    await yields.next()
  }
  return joinBytes(parts)
}
