import { estimateTokenCount } from 'tokenx'
import { samplePieces } from './count-by-sample.ts'

/** Counts tokens of texts for one model, and learns from what the model counted. */
export interface TokenCounter {
  /** Upper estimate. */
  count(text: string): number
  /** Tells what the model counted for a prompt. Returns whether that is so little that the server may have cut the prompt. */
  learn(prompt: string, counted: number): boolean
}

/** Of the estimate over the true count: the median is 1.10, the first percentile .88. */
const safety = 1.15
/** Of the estimate; a model that counts fewer may not have seen all of the prompt. */
export const wholePromptShare = 0.6
/** Shorter prompts say nothing: the frame of the messages outweighs them. */
const tokensMin = 400
const weightOfLatest = 0.3
/** One prompt changes the estimates for all others by a tenth at most, whatever it holds. */
const stepMax = 0.1
const [ratioMin, ratioMax] = [0.8, 3]

export function createTokenCounter(): TokenCounter {
  let ratio = 1
  return {
    count: (text) => Math.ceil(estimateTokenCount(text) * ratio * safety),
    learn(prompt, counted) {
      const estimate = estimateBySample(prompt)
      if (estimate < tokensMin) return false
      if (counted < estimate * wholePromptShare) return true
      const seen = Math.min(Math.max(counted / estimate, ratioMin), ratioMax)
      const next = ratio * (1 - weightOfLatest) + seen * weightOfLatest
      ratio = Math.min(Math.max(next, ratio * (1 - stepMax)), ratio * (1 + stepMax))
      return false
    },
  }
}

function estimateBySample(prompt: string): number {
  const { pieces, share } = samplePieces(prompt)
  return Math.round(pieces.reduce((sum, piece) => sum + estimateTokenCount(piece), 0) / share)
}
