import { Session, type Debugger } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const framesMax = 40
/** The timer also keeps this thread running until then. Code of V8 and Node in a single long call, such as a search in a text of gigabytes, cannot be interrupted; in a regular expression no frame is named. */
const answerMsMax = 2_000
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Interrupts the main thread for good, from another thread, and returns its stack; undefined when it cannot be interrupted. */
export async function stopAndReadStack(): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const session = new Session()
  const urls = new Map<string, string>()
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  session.once('Debugger.paused', ({ params }) =>
    resolve(asStack(params.callFrames, urls) || undefined),
  )
  session.post('Debugger.enable')
  session.post('Debugger.pause')
  setTimeout(() => resolve(undefined), answerMsMax)
  return promise
}

/** Names and places only: values may be content. */
const asStack = (frames: readonly Debugger.CallFrame[], urls: ReadonlyMap<string, string>) =>
  frames
    .slice(0, framesMax)
    .map(({ functionName, location: { scriptId, lineNumber, columnNumber = 0 } }) => {
      const place = `${inProject(urls.get(scriptId) ?? '')}:${lineNumber + 1}:${columnNumber + 1}`
      return `    at ${functionName || '<anonymous>'} (${place})`
    })
    .join('\n')

const inProject = (url: string) =>
  url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url
