import { z } from 'zod'
import { askService, splitWindows, type ExternalCheck } from '#safety/ask-service.ts'

/** Whether one of the texts holds instructions for a language model. */
export type ClassifyText = (texts: readonly string[], signal: AbortSignal) => Promise<boolean>

const windowLength = 2_000
const concurrentMax = 8
const scoreMin = 0.9
const labelsMax = 100

/** What classifiers call a text that injects. */
const injected =
  /^(?:injection|prompt[ _-]?injection|jailbreak|unsafe|malicious|attack|label_1|1)$/i

const Label = z.object({ label: z.string().max(100), score: z.number() })
const Labels = z.array(Label).max(labelsMax)
/** One text is answered with its labels, in some versions inside of a list. */
const Answer = z.union([
  Labels,
  z
    .array(Labels)
    .max(1)
    .transform((lists) => lists[0] ?? []),
])

/** Asks a text classifier with the API of text-embeddings-inference (`POST /predict`), window by window. */
export function createClassifier(service: ExternalCheck): ClassifyText {
  async function isInjected(text: string, signal: AbortSignal): Promise<boolean> {
    const body = { inputs: text, truncate: true }
    const labels = await askService(service, { path: 'predict', body, answer: Answer }, signal)
    return labels.some(({ label, score }) => injected.test(label) && score >= scoreMin)
  }

  return async (texts, signal) => {
    const windows = texts
      .flatMap((text) => [...splitWindows(text, windowLength)])
      .filter((window) => /\p{L}{3}/u.test(window.text))
    for (let first = 0; first < windows.length; first += concurrentMax) {
      const batch = windows.slice(first, first + concurrentMax)
      const answers = await Promise.all(batch.map((window) => isInjected(window.text, signal)))
      if (answers.includes(true)) return true
    }
    return false
  }
}
