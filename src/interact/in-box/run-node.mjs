// Runs inside the box for code: connects to the browser of the session, runs the program of the tenant with `page`, `context` and
// `browser`, and returns the value of its last expression on the descriptor of results.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inspect } from 'node:util'
import { constants, Script } from 'node:vm'

const require = createRequire('/driver/run-node.js')
const { chromium } = require('playwright-core')
const { parse } = require('acorn')

const { WEIR_CDP, WEIR_PAGE, WEIR_RESULT_FD } = process.env
const resultFd = Number(WEIR_RESULT_FD)
for (const name of ['WEIR_CDP', 'WEIR_PAGE', 'WEIR_RESULT_FD']) delete process.env[name]

const browser = await chromium.connectOverCDP(WEIR_CDP, { artifactsDir: '/session/downloads' })
const context = browser.contexts()[0] ?? (await browser.newContext())
const page = (await currentPage()) ?? (await context.newPage())
Object.assign(globalThis, {
  require: createRequire('/session/code.js'),
  browser,
  context,
  page,
  chromium,
})

/** The page that was used last. */
async function currentPage() {
  const pages = context.pages()
  for (const candidate of pages) {
    const client = await context.newCDPSession(candidate)
    const { targetInfo } = await client.send('Target.getTargetInfo')
    await client.detach()
    if (targetInfo.targetId === WEIR_PAGE) return candidate
  }
  return pages.at(-1)
}

/** The program as an async function: imports are awaited, and the last expression is returned. */
function asFunction(text) {
  const { body } = parse(text, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
    allowHashBang: true,
  })
  const changes = body
    .filter(({ type }) => type === 'ImportDeclaration')
    .map((node) => ({ start: node.start, end: node.end, text: awaitedImport(node) }))
  const last = body.at(-1)
  if (last?.type === 'ExpressionStatement') {
    const { start, end } = last.expression
    changes.push({ start: last.start, end: last.end, text: `return (${text.slice(start, end)})` })
  }
  let changed = text
  for (const change of changes.toReversed())
    changed = changed.slice(0, change.start) + change.text + changed.slice(change.end)
  return `(async () => { ${changed}\n})()`
}

function awaitedImport({ source, specifiers }) {
  const load = `await import(${source.raw})`
  const whole = specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier')
  const names = specifiers
    .filter((specifier) => specifier !== whole)
    .map(({ type, imported, local }) => {
      const name = type === 'ImportDefaultSpecifier' ? 'default' : (imported.name ?? imported.raw)
      return `${name}: ${local.name}`
    })
  const module = whole ? `const ${whole.local.name} = ${load};` : ''
  if (names.length === 0) return module || `${load};`
  return `${module}const { ${names.join(', ')} } = ${whole ? whole.local.name : load};`
}

function toText(value) {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? inspect(value)
  } catch {
    return inspect(value)
  }
}

/** Results are cut at the limit of the service. */
const resultCharsMax = 1024 ** 2

try {
  const script = new Script(asFunction(readFileSync(0, 'utf8')), {
    filename: 'code.js',
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const result = toText(await script.runInThisContext())
  if (result) writeFileSync(resultFd, result.slice(0, resultCharsMax))
} catch (error) {
  console.error(error?.stack ?? error)
  process.exitCode = 1
}
// Waits until the output is written, and does not wait for the connection to the browser.
process.stdout.write('', () => process.stderr.write('', () => process.exit()))
