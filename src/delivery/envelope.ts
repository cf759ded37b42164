import type { Delivery } from './outbox.ts'

export interface EnvelopeDeps {
  /** JSON of the document an event is about; undefined when its job has expired. */
  readonly loadDocument: (jobId: string, position: number) => Promise<Uint8Array | undefined>
}

/** Returns the body of an event (docs/api/webhooks.md); of one for a channel its message, which each service has its own form for. The stored JSON of a document is sent unchanged, because parsing a large one takes long. */
export async function writeEnvelope(
  webhookId: string,
  { event, webhook }: Delivery,
  { loadDocument }: EnvelopeDeps,
): Promise<Uint8Array> {
  const { jobId, type, success, error, position, data = [], message } = event
  if (message) return Buffer.from(JSON.stringify(message))
  const document = position === undefined ? undefined : await loadDocument(jobId, position)
  const about = { success, type, id: jobId, webhookId }
  const rest = { metadata: webhook.metadata, ...(error !== undefined && { error }) }
  if (!document) return Buffer.from(JSON.stringify({ ...about, data, ...rest }))
  const before = JSON.stringify(about).slice(0, -1)
  return Buffer.concat([
    Buffer.from(`${before},"data":[`),
    document,
    Buffer.from(`],${JSON.stringify(rest).slice(1)}`),
  ])
}
