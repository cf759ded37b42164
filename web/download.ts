import { ApiError } from './api.ts'
import { team } from './team.ts'
import { saveBlob } from './ui/save.ts'

/**
 * Loads a file with the session and hands it to the browser to save. The browser keeps large files on disk. Calls `onBytes` with
 * the size so far.
 */
export async function download(
  url: string,
  name: string,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<void> {
  const response = await fetch(url, {
    headers: {
      'x-weir-console': '1',
      ...(team.value !== undefined && { 'x-weir-team': team.value }),
    },
    signal,
  })
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined)
    throw new ApiError(response.status, body)
  }
  let bytes = 0
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.length
        onBytes(bytes)
        controller.enqueue(chunk)
      },
    }),
  )
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  const blob = await new Response(counted ?? null, { headers: { 'content-type': type } }).blob()
  saveBlob(name, blob)
}
