import type { CDPSession } from 'playwright-core'
import { exceededSize } from '#kernel/json-size.ts'
import { ActionFailure } from './action-failure.ts'

interface Returned {
  readonly type: string
  readonly value: unknown
  /** Characters of the value as JSON. */
  readonly length: number
}

const resultLengthMax = 5_000_000
/** Reading and writing so many values takes some milliseconds. */
const resultSizesMax = { depth: 500, members: 50_000, values: 50_000 }
const errorLengthMax = 300
/** For what a script does before it first waits for something. */
const scriptMsMax = 20_000

/**
 * Runs the caller's script among the scripts of the page and answers its last value, or what it returns; promises are
 * awaited, and `await` may stand anywhere. `type` is what `typeof` says, with `null` and `array` told apart; what has
 * no JSON is written as text.
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
    if (exceptionDetails) throw new ActionFailure('SCRIPT_FAILED', 'The script fails.')
    return read(result.value as Described)
  } catch (thrown) {
    if (isGone(thrown)) return { type: 'undefined', value: null, length: 0 }
    if (!isEnded(thrown)) throw thrown
    const message = `The script goes on for more than ${scriptMsMax / 1_000} seconds.`
    throw new ActionFailure('TIMED_OUT', message, { cause: thrown })
  }
}

/** Ends a script that goes on after nobody waits for it any more, so that its page can be closed. */
export function endScript(session: CDPSession): void {
  session.send('Runtime.terminateExecution').catch(() => {})
}

interface Described {
  readonly type?: unknown
  readonly json?: unknown
  readonly error?: unknown
}

/**
 * Runs in the page, which may have replaced what scripts there stand on: a template always makes a text, and the
 * length of a text is always its own. What is too long must not leave the page; the browser would send all of it.
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

/** The script as a function without arguments, in the first way of reading it that has no fault in its syntax. */
async function runnable(session: CDPSession, script: string): Promise<string> {
  const asExpression = `async () => (${script.replace(/(?<![\s;])[\s;]+$/, '')}\n)`
  const faultOf = (source: string) => syntaxFault(session, source)
  if ((await faultOf(`(${asExpression})`)) === undefined) return asExpression
  const fault = await faultOf(script)
  // Only this way of running statements answers their last value.
  if (fault === undefined) return `() => (0, eval)(${JSON.stringify(script)})`
  const asBody = `async () => {\n${script}\n}`
  if ((await faultOf(`(${asBody})`)) === undefined) return asBody
  throw new ActionFailure('SCRIPT_FAILED', `The script fails: ${fault}`)
}

/**
 * The browser reads a script without running it: what comes first ends it. Reading one may take long, and is not to hold
 * up this process. What the script declares stays inside of the block.
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
    throw new ActionFailure('SCRIPT_FAILED', `The script fails: ${error}`)
  }
  if (typeof type !== 'string' || typeof json !== 'string') {
    throw new ActionFailure('RESULT_TOO_LARGE', 'The value of the script is larger than 5 MB.')
  }
  return { type, value: valueOf(json), length: json.length }
}

const tooLarge = {
  depth: 'The value of the script is nested too deeply.',
  members: `The value of the script has more than ${resultSizesMax.members} members. Return its JSON as text.`,
  values: `The value of the script has more than ${resultSizesMax.values} values. Return its JSON as text.`,
}

/** Values that have no JSON are null. */
function valueOf(json: string): unknown {
  if (json === 'undefined') return null
  const exceeded = exceededSize(Buffer.from(json), resultSizesMax)
  if (exceeded) throw new ActionFailure('RESULT_TOO_LARGE', tooLarge[exceeded])
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** The script has led to another page, and its own is gone with its value. */
const isGone = (thrown: unknown) =>
  thrown instanceof Error &&
  /navigated or closed|context was destroyed|Cannot find context|was collected/.test(thrown.message)

const isEnded = (thrown: unknown) =>
  thrown instanceof Error && /Internal error|terminated/.test(thrown.message)
