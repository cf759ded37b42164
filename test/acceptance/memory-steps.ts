/**
 * One step of a thread on the longest text that it may read takes much memory at once: the process survives each of them.
 * Control: a thread without room for the step, which ends its process.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createTaskThreads } from '#kernel/task-threads.ts'
import { textLengthMax } from '#content/pipeline.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { stepNames } from '#test/fixtures/memory-steps.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const heldBytes = 480 * 1024 * 1024
const withoutRoomMb = 600
const stepMsMax = 120_000
const file = new URL('../fixtures/memory-steps.ts', import.meta.url)
const [, , name, kind] = process.argv

if (name === undefined) await measure()
else if (kind === 'control') control(name)
else await survive(name)

async function measure(): Promise<void> {
  const ends = []
  for (const step of stepNames) ends.push(await awaitEnd(step, 'checked'))
  const ended = await awaitEnd('list the characters', 'control')
  const survived = ends.filter(({ code }) => code === 0).length
  const peakMb = Math.max(...ends.map(({ peak }) => peak))
  report(
    'memory-steps',
    survived === stepNames.length && ended.code !== 0,
    `${survived} of ${stepNames.length} steps on ${textLengthMax} characters survived, peak ${peakMb} MB; control: a process without room ended with ${String(ended.signal ?? ended.code)}`,
  )
}

async function awaitEnd(step: string, as: 'checked' | 'control') {
  const child = fork(import.meta.filename, [step, as], {
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  })
  let peak = 0
  child.on('message', (megabytes) => (peak = Number(megabytes)))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return { code, signal, peak }
}

/** The thread may be ended for the memory it takes, but the process must not. */
async function survive(step: string): Promise<void> {
  await using threads = createTaskThreads<object, number>({
    file,
    name: 'takeStep',
    refusal: 'Busy.',
  })
  const caller = callerUntil(AbortSignal.timeout(stepMsMax))
  const taken = threads.run({ name: step, length: textLengthMax, heldBytes }, caller)
  await taken.catch((thrown: unknown) => console.error(thrown))
  process.send?.(Math.round(process.resourceUsage().maxRSS / 1024))
  process.disconnect()
}

function control(step: string): void {
  new Worker(file, {
    workerData: { isControl: true, name: step, length: textLengthMax, heldBytes },
    resourceLimits: { maxOldGenerationSizeMb: withoutRoomMb },
  }).on('exit', () => process.disconnect())
}
