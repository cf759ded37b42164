import type { Feature } from '#features/feature.ts'
import { createFeedbackSweep, type FeedbackSweepDeps } from './feedback-sweep.ts'
import { createKeepFeedback, createRateResult, type FeedbackDeps } from './feedback.ts'
import { feedbackRoutes } from './routes.ts'

export function createFeedbackFeature(deps: FeedbackDeps & FeedbackSweepDeps): Feature {
  return {
    endpoints: feedbackRoutes({ rate: createRateResult(deps), keep: createKeepFeedback(deps) }),
    sweeps: [createFeedbackSweep(deps)],
  }
}
