// acceptance: quick, together
/**
 * Bytes stored and sent because of a webhook, compared with the documents of the job, for the largest accepted webhook.
 * Control: metadata of 2 MB, which must be refused, and the size that its copies would have had.
 */
import { setTimeout } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startService } from '#test/service.ts'

const pages = 40
const amplificationMax = 2
const megabyte = 1024 ** 2

const text = 'Documents of this length are common on the web. '.repeat(100)
const paths = Array.from({ length: pages }, (_, n) => `/${n}`)
await using site = await startPages(
  Object.fromEntries(paths.map((path) => [path, article(`Page ${path}`, text)])),
)
const messages: number[] = []
await using receiver = await startSite((request, response) => {
  let bytes = request.rawHeaders.join(': ').length
  request.on('data', (chunk: Buffer) => (bytes += chunk.length))
  request.on('end', () => {
    messages.push(bytes)
    response.end()
  })
})
await using service = await startService()

const urls = paths.map((path) => `${site.url}${path}`)
const batchWith = (metadataBytes: number) =>
  service.ask('POST', '/v2/batch/scrape', {
    body: { urls, webhook: { url: receiver.url, metadata: { text: 'm'.repeat(metadataBytes) } } },
  })

const refused = await batchWith(2 * megabyte)
const { body } = await batchWith(8_000)
while (messages.length < pages + 2) await setTimeout(20)

const [stored = { webhook: 0, events: 0, documents: 0 }] = await service.database.query<{
  webhook: number
  events: number
  documents: number
}>(
  `select (select sum(length(webhook)) from job_webhooks where job_id = $1)::integer as webhook,
     (select sum(length(event)) from deliveries where job_id = $1)::integer as events,
     (select sum(json_bytes) from job_documents where job_id = $1)::integer as documents`,
  [body.id],
)
const storedBytes = stored.webhook + stored.events
const sentBytes = messages.reduce((sum, bytes) => sum + bytes, 0)
const amplification = (storedBytes + sentBytes) / stored.documents
const controlBytes = 2 * megabyte * (pages + 2)
const kb = (bytes: number) => `${Math.round(bytes / 1024)} KB`
report(
  'webhook-amplification',
  amplification <= amplificationMax && refused.status === 400 && controlBytes > stored.documents,
  `${pages} pages: ${kb(storedBytes)} stored and ${kb(sentBytes)} sent for ${kb(stored.documents)} of documents, ` +
    `${amplification.toFixed(2)} times (at most ${amplificationMax}); ` +
    `control: metadata of 2 MB is answered ${refused.status}, copied into each event it would be ${kb(controlBytes)}`,
)
