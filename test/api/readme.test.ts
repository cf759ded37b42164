import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempDisposableSync } from 'node:fs'
import { readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { startSite } from '#test/fixtures/site.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

/** Everything the documents tell a reader to type, run as they type it, against the service as they start it. */
const root = join(import.meta.dirname, '../..')
const documents = [
  'README.md',
  'docs/guides/self-hosting.md',
  'docs/guides/sites.md',
  'docs/guides/monitors.md',
  'docs/guides/command-line.md',
  'docs/guides/backup-and-upgrade.md',
  'docs/guides/from-firecrawl.md',
]
const commandMsMax = 240_000

/** Commands that cannot run inside of this test, and what runs them instead. */
const elsewhere: Record<string, string> = {
  'npm start': 'startWeir runs the same script',
  'npm test': 'this is it',
  'npm install --prefix examples --no-package-lock':
    'goes to the registry; a test below has the package from here',
  'apt-get install bubblewrap util-linux': 'scripts/test.mjs installs both',
  'docker compose up': 'needs a container engine; test/container.test.ts reads the files',
  'docker build -t weir .': 'needs a container engine',
  'docker run -p 3002:3002 -v weir:/data --security-opt seccomp=container/seccomp.json weir':
    'needs a container engine',
}

describe('what the documents tell a reader to type', () => {
  const stack = new AsyncDisposableStack()
  after(() => stack.disposeAsync())
  let run: (command: string) => Promise<string>

  before(async () => {
    const html =
      '<title>A page</title><main><h1>A page</h1><p>With words, and <a href="/b">a link</a>.</p></main>'
    const site = stack.use(
      await startSite((_request, response) => {
        response.setHeader('content-type', 'text/html').end(html)
      }),
    )
    const weir = stack.use(await startWeir())
    const folder = stack.use(mkdtempDisposableSync(join(tmpdir(), 'weir-readme-')))
    run = async (command) => {
      const typed = command
        .replaceAll('http://localhost:3002', weir.url)
        .replaceAll('https://example.com', `${site.url}/`)
        .replaceAll('report.docx', join(root, 'packages/fixtures/documents/text.docx'))
        .replaceAll(' examples/', ` ${join(root, 'examples')}/`)
        .replaceAll('npx weir', `node ${join(root, 'scripts/weir.mjs')}`)
      const { stdout } = await promisify(execFile)('sh', ['-c', typed], {
        cwd: folder.path,
        env: { ...weir.env, WEIR_KEY: weir.key, WEIR_URL: weir.url },
        timeout: commandMsMax,
      })
      return stdout
    }
  })

  const typed = new Set<string>()
  for (const document of documents) {
    test(`every command in ${document} works`, async () => {
      for (const command of blocks(document, 'sh').flatMap((block) => block.split('\n'))) {
        const isElsewhere = command in elsewhere || command.startsWith('export WEIR_KEY=')
        if (isElsewhere || typed.has(command)) continue
        typed.add(command)
        await assert.doesNotReject(run(command), `${document}: ${command}`)
      }
    })

    test(`every program in ${document} is part of an example`, () => {
      const examples = globSync('examples/*.mjs', { cwd: root }).map((path) =>
        readFileSync(join(root, path), 'utf8'),
      )
      for (const block of blocks(document, 'js')) {
        assert.ok(
          examples.some((example) => example.includes(block)),
          block,
        )
      }
    })
  }

  test('the example with the SDK prints the page', async () => {
    const printed = await run(`node ${root}/examples/scrape.mjs https://example.com`)

    assert.match(printed, /^A page\n# A page\n\nWith words, and \[a link\]\(.*\/b\)\.\s+1 links\n$/)
  })

  test('the examples run from another folder with only their stated requirements', async () => {
    using clone = mkdtempDisposableSync(join(tmpdir(), 'weir-clone-'))
    const examples = join(clone.path, 'examples')
    cpSync(join(root, 'examples'), examples, {
      recursive: true,
      filter: (path) => !path.includes('/examples/node_modules'),
    })
    const packages = readJson(join(examples, 'package.json')).dependencies
    const tested = readJson(join(root, 'package.json')).devDependencies
    mkdirSync(join(examples, 'node_modules'))
    for (const name of Object.keys(packages)) {
      symlinkSync(join(root, 'node_modules', name), join(examples, 'node_modules', name))
    }

    const printed = await run(`node ${examples}/scrape.mjs https://example.com`)

    assert.match(printed, /^A page\n/)
    for (const [name, version] of Object.entries(packages)) assert.equal(tested[name], version)
  })

  test('the example with many pages prints a line for each', async () => {
    const url = 'https://example.com'

    const printed = await run(
      `node ${root}/examples/many-pages.mjs ${url} ${url}b http://127.0.0.1:1/`,
    )

    const lines = printed.trim().split('\n')
    assert.equal(lines.length, 3)
    assert.match(lines[0] ?? '', /\d+ characters$/)
    assert.match(lines[2] ?? '', /failed: /)
  })

  test('the example with curl reads the same page twice and counts the credits', async () => {
    const printed = await run(`sh ${root}/examples/curl.sh https://example.com`)

    const [scraped, again, usage] = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(scraped.data.markdown, again.data.markdown)
    assert.equal(typeof usage.data.remainingCredits, 'number')
  })
})

const readJson = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Readonly<Record<string, string>>
  >

/** Contents of the fenced blocks of one language. */
function blocks(document: string, language: string): string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const fences = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'gms'))
  return [...fences].map(([, block = '']) => block)
}
