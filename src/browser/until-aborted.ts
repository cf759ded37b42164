/** What the work answers, or the reason of the signal as soon as it fires, however long the work goes on. */
export async function untilAborted<Answer>(
  work: Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
