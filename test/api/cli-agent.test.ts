import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { call, inTurn } from '#test/fixtures/agent-runs.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import { weir, weirHere } from '#test/fixtures/terminal.ts'
import type { Script } from '#test/scripted-model.ts'
import { firstKey } from '#test/service.ts'

let script: Script = () => ({})
const started = await startModelService((request, index) => script(request, index), {
  '/mill': modelPage('<p>The mill was built in 1820 by John Carter.</p>'),
})
const url = await started.service.listen()
disposeAfterTests(started)

const env = { WEIR_URL: url, WEIR_KEY: firstKey }
const run = (...args: readonly string[]) => weirHere(['agent', ...args], { env })

test('weir agent prints its steps as they happen, and the data at the end', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-agent-'))
  const mill = `${started.site.url}/mill`
  const file = join(folder.path, 'schema.json')
  const schema = { type: 'object', properties: { builder: { type: 'string' } } }
  await writeFile(file, JSON.stringify(schema))
  script = inTurn(
    { text: 'I read the page first.', ...call('plan', { steps: ['Read the page.'] }) },
    call('scrape', { url: mill }),
    call('finish', { data: { builder: 'John Carter' }, sources: [1] }),
  )
  const ran = await run('Who built the mill?', '--schema', file, '--page', mill)
  assert.equal(ran.exitCode, 0, ran.note)
  assert.deepEqual(JSON.parse(ran.out), { builder: 'John Carter' })
  const steps = ran.note.split('\n')
  assert.deepEqual(steps.slice(0, 3), [
    '  I read the page first.',
    '  Read the page.',
    `  scrape ${mill}`,
  ])
  // Credits are not limited here, so nothing speaks of them.
  assert.match(ran.note, /Done\./)
  assert.doesNotMatch(ran.note, /credits/)
})

test('the run in the README is what the terminal shows', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const [, shown = ''] = /```text\n(\$ npx weir agent [^]*?)```/.exec(readme) ?? []
  const [command = '', ...lines] = shown.trimEnd().split('\n')
  const [, goal = ''] = /"(.+)"/.exec(command) ?? []
  const properties = {
    builder: { type: 'string' },
    year: { type: 'integer' },
    owner: { type: 'string' },
  }
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-agent-'))
  const file = join(folder.path, 'mill.json')
  await writeFile(file, JSON.stringify({ type: 'object', properties }))
  const mill = `${started.site.url}/mill`
  const found = { builder: 'John Carter', year: 1820 }
  script = inTurn(
    call('plan', { steps: ['Read the page of the mill.'] }),
    call('scrape', { url: mill }),
    call('note', { records: [found], sources: [1] }),
    call('finish', { data: { ...found, owner: 'Ada Byron' }, sources: [1] }),
    call('finish', { data: found, sources: [1] }),
  )
  const ran = await run(goal, '--page', mill, '--schema', file)
  const printed = `${ran.note}${ran.out}`.replaceAll(started.site.url, 'https://example.com')
  assert.equal(printed.trimEnd(), lines.join('\n').trimEnd())
})

test('weir agent exits with 1 when the run fails, and explains a bad schema', async () => {
  script = () => ({ refusal: 'no', finish: 'filter' })
  const failed = await weir(['agent', 'Something bad.'], { env })
  assert.equal(failed.exitCode, 1)
  assert.match(failed.note, /declined/)
  const missing = await run('x', '--schema', '/absent.json')
  assert.match(missing.note, /\/absent\.json cannot be read\./)
})
