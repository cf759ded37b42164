const bytesMin = 64 * 1_024

/** Joins small parts of a file: each one that is sent alone costs time. */
export async function* joinParts(parts: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const part of parts) {
    const buffer = typeof part === 'string' ? Buffer.from(part) : part
    waiting.push(buffer)
    bytes += buffer.length
    if (bytes < bytesMin) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
