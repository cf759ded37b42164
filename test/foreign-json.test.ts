import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { listSourceFiles } from '#test/fixtures/source-files.ts'

/** The files that parse JSON themselves; all others use `kernel/foreign-json.ts`, which bounds its size first. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'The size is bounded there': [
    'kernel/foreign-json.ts',
    'http/json-body.ts',
    'browser/actions/run-script.ts',
  ],
  'A thread or process that can be killed, or a page': [
    'browser/in-page/brand-logo.js',
    'content/bytes/content-kind.ts',
    'content/html/loose-json.ts',
    'content/json-paths.ts',
    'content/notebook.ts',
    'features/monitor/email-pages/subscription.js',
    'interact/in-box/agent-browser.mjs',
    'interact/view/page/view.js',
  ],
  'The protocol of a browser, whose messages the transport and the relay bound': [
    'browser/pipe-transport.ts',
    'interact/relay/message.ts',
    'interact/relay/read-command.ts',
  ],
  'Written by this service': [
    'browser/profiles.ts',
    'browser/unpack.ts',
    'features/agent/agents.ts',
    'features/agent/runs/closing-events.ts',
    'features/agent/runs/journal.ts',
    'features/agent/runs/run-store.ts',
    'features/agent/work/findings.ts',
    'features/interact/peer-calls.ts',
    'features/monitor/pages/page-store.ts',
    'features/parse/upload-ref.ts',
    'http/openapi-components.ts',
    'http/openapi-parts.ts',
    'kernel/from-json.ts',
    'kernel/readable-line.ts',
    'kernel/sent-request.ts',
    'kernel/version.ts',
    'llm/answers-cache.ts',
    'storage/content-seals.ts',
    'storage/postgres-binaries.ts',
    'storage/seal.ts',
  ],
  'Files and answers of the operator, on the command line or at start': [
    'cli/agent.ts',
    'cli/check-browser-at-start.ts',
    'cli/forward-mcp.ts',
    'cli/init/add-to-json.ts',
    'cli/scrape-flags.ts',
    'cli/siem.ts',
    'cli/steps.ts',
    'cli/watchdog/supervisor.ts',
    'net/call-mcp.ts',
    'net/call-service.ts',
    'net/operator-services.ts',
    'data-providers/read-providers.ts',
  ],
}

test('JSON of services, models and clients is parsed only after its size was checked', () => {
  const files = listSourceFiles('**/*.{ts,js,mjs}').filter(({ path }) =>
    /JSON\.parse\(|(?<!z)\.json\(\)/.test(readFileSync(path, 'utf8')),
  )
  const names = files.map(({ name }) => name)
  assert.deepEqual(names, Object.values(allowed).flat().toSorted())
})
