import type { ErrorDetail } from '#kernel/errors.ts'

const detailsMax = 20
const detailsBytesMax = 4_096
const messageLengthMax = 300
const stepsMax = 16
const stepLengthMax = 100

/** The first problems, as many as fit into 4 KB, with long texts truncated, so that a response does not grow with its request. */
export function boundedDetails(details: readonly ErrorDetail[]): ErrorDetail[] {
  const bounded: ErrorDetail[] = []
  let bytes = 2
  for (const detail of details.slice(0, detailsMax)) {
    const cut = cutDetail(detail)
    bytes += Buffer.byteLength(JSON.stringify(cut)) + 1
    if (bytes > detailsBytesMax) break
    bounded.push(cut)
  }
  return bounded
}

function cutDetail({ code, path, message }: ErrorDetail): ErrorDetail {
  const steps = path
    .slice(0, stepsMax)
    .map((step) => (typeof step === 'string' ? cutText(step, stepLengthMax) : step))
  return { code, path: steps, message: cutText(message, messageLengthMax) }
}

/** Truncates a text, with an ellipsis. */
export function cutText(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1)}…`
}
