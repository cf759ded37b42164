import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findInLooks } from '#test/fixtures/console-browser.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedCheck } from '#test/fixtures/finished-job.ts'
import { openConsole } from '#test/fixtures/open-console.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { takePicture } from '#test/fixtures/take-picture.ts'

const sayings = ['Still waters run deep.', 'The mill grinds slowly.', 'All rivers meet the sea.']
let visits = 0
const tours = { text: 'The tour along the weir takes an hour.' }
const site = await startPages({
  '/tours':
    () => `<!doctype html><html lang="en"><title>Tours</title><main><h1>Tours of the weir</h1>
    <p>${tours.text}</p><p>Tickets are sold at the lock, where the boats wait for the water to rise.</p>
    <h2>Saying</h2><p>${sayings[visits++ % sayings.length]}</p>
    <h2>Place</h2><p>The lock is a short walk from the station, past the mill and its garden.</p></main></html>`,
  '/still':
    '<title>Still</title><main><h1>Still page</h1><p>Nothing here ever changes at all.</p></main>',
})
disposeAfterTests(site)
const { demo, goTo } = await openConsole()
const { service } = demo

async function startMonitor(path: string) {
  const body = {
    name: `Noise ${path}`,
    schedule: { text: 'daily' },
    targets: [{ type: 'scrape', urls: [`${site.url}${path}`] }],
  }
  const { data } = (await service.ask('POST', '/v2/monitor', { body })).body
  const check = async () => {
    const { pages } = await finishedCheck(service, data.id)
    return [pages[0].status, pages[0].metadata.ignoredLines]
  }
  return { id: data.id, check }
}

test('a check says how many lines change at every visit', async () => {
  const { id, check } = await startMonitor('/tours')
  assert.deepEqual(await check(), ['new', undefined])
  assert.deepEqual(await check(), ['same', 1])
  tours.text = 'The tour along the weir takes two hours, and begins at noon.'
  assert.deepEqual(await check(), ['changed', 1])
  const page = await goTo(`monitors/${id}`)
  await page.getByText('Ignored: one line that changes at every visit.').waitFor()
  assert.deepEqual(await findInLooks(page, 'ignored lines'), [])
  await takePicture(page, 'ignored-lines')
})

test('a check of a page that stays as it is says nothing of the kind', async () => {
  const { check } = await startMonitor('/still')
  await check()
  assert.deepEqual(await check(), ['same', undefined])
})
