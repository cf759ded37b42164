import type { CDPSession } from 'playwright-core'
import { exceededSize } from '#kernel/json-size.ts'
import { ActionError } from './action-error.ts'

interface Returned {
  readonly type: string
  readonly value: unknown
  /** Length of the value as JSON. */
  readonly length: number
}

const resultLengthMax = 5_000_000
/** Parsing and serialising this many values takes some milliseconds. */
const resultSizesMax = { depth: 500, members: 50_000, values: 50_000 }
const errorLengthMax = 300
/** Time limit for the synchronous part of a script. */
const scriptMsMax = 20_000

/**
 * Runs the caller's script in the page and returns its last value or return value; promises are awaited, and top-level `await` is
 * allowed. `type` is the result of `typeof`, with `null` and `array` separate; values without JSON are returned as
 * text.
 */
export async function runScript(session: CDPSession, script: string): Promise<Returned> {
  try {
    const run = await runnable(session, script)
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: `(${describeInPage})(${run}, ${resultLengthMax}, ${errorLengthMax})`,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
      timeout: scriptMsMax,
    })
    if (exceptionDetails) throw new ActionError('SCRIPT_FAILED', 'The script fails.')
    return read(result.value as Described)
  } catch (thrown) {
    if (isGone(thrown)) return { type: 'undefined', value: null, length: 0 }
    if (!isEnded(thrown)) throw thrown
    const message = `The script goes on for more than ${scriptMsMax / 1_000} seconds.`
    throw new ActionError('TIMED_OUT', message, { cause: thrown })
  }
}

/** Ends a script that still runs after its timeout, so that its page can be closed. */
export function endScript(session: CDPSession): void {
  session.send('Runtime.terminateExecution').catch(() => {})
}

interface Described {
  readonly type?: unknown
  readonly json?: unknown
  readonly error?: unknown
}

/**
 * Runs in the page, whose scripts may have replaced built-in functions: template literals and string lengths cannot be replaced.
 * The length is limited in the page, because the browser would send all of a long value.
 */
const describeInPage = `async (run, lengthMax, errorLengthMax) => {
  let value
  try {
    value = await run()
  } catch (thrown) {
    const error = \`\${thrown}\`
    return { error: error.length > errorLengthMax ? 'an error with a long text' : error }
  }
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const asText = () => JSON.stringify(String(value))
  let written
  try {
    written = ['function', 'symbol', 'bigint'].includes(kind) ? asText() : JSON.stringify(value)
  } catch {
    written = asText()
  }
  const json = \`\${written}\`
  const type = \`\${kind}\`
  return json.length > lengthMax || type.length > 20 ? {} : { type, json }
}`

/** Returns the script as a function without arguments, in the first variant with valid syntax. */
async function runnable(session: CDPSession, script: string): Promise<string> {
  const asExpression = `async () => (${script.replace(/(?<![\s;])[\s;]+$/, '')}\n)`
  const findFault = (source: string) => syntaxFault(session, source)
  if ((await findFault(`(${asExpression})`)) === undefined) return asExpression
  const fault = await findFault(script)
  // Only indirect eval returns the last value of statements.
  if (fault === undefined) return `() => (0, eval)(${JSON.stringify(script)})`
  const asBody = `async () => {\n${script}\n}`
  if ((await findFault(`(${asBody})`)) === undefined) return asBody
  throw new ActionError('SCRIPT_FAILED', `The script fails: ${fault}`)
}

/**
 * The browser compiles a script without running it: the prepended code ends it. Compilation may take long, so it does not run in
 * this process. Declarations of the script stay inside the block.
 */
async function syntaxFault(session: CDPSession, source: string): Promise<string | undefined> {
  const { exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `throw 0\n{\n${source}\n}`,
  })
  const { className, description } = exceptionDetails?.exception ?? {}
  if (className !== 'SyntaxError') return undefined
  return (description ?? className).slice(0, errorLengthMax)
}

function read({ type, json, error }: Described): Returned {
  if (typeof error === 'string') {
    throw new ActionError('SCRIPT_FAILED', `The script fails: ${error}`)
  }
  if (typeof type !== 'string' || typeof json !== 'string') {
    throw new ActionError('RESULT_TOO_LARGE', 'The value of the script is larger than 5 MB.')
  }
  return { type, value: valueOf(json), length: json.length }
}

const tooLarge = {
  depth: 'The value of the script is nested too deeply.',
  members: `The value of the script has more than ${resultSizesMax.members} members. Return its JSON as text.`,
  values: `The value of the script has more than ${resultSizesMax.values} values. Return its JSON as text.`,
}

/** Values without JSON become null. */
function valueOf(json: string): unknown {
  if (json === 'undefined') return null
  const exceeded = exceededSize(Buffer.from(json), resultSizesMax)
  if (exceeded) throw new ActionError('RESULT_TOO_LARGE', tooLarge[exceeded])
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** The script navigated to another page, so that its own value is lost. */
const isGone = (thrown: unknown) =>
  thrown instanceof Error &&
  /navigated or closed|context was destroyed|Cannot find context|was collected/.test(thrown.message)

const isEnded = (thrown: unknown) =>
  thrown instanceof Error && /Internal error|terminated/.test(thrown.message)
