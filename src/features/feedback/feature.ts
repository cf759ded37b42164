import type { Feature } from '#features/feature.ts'
import { createRate, type FeedbackDeps } from './feedback.ts'
import { feedbackRoutes } from './routes.ts'

export function createFeedbackFeature(deps: FeedbackDeps): Feature {
  return { endpoints: feedbackRoutes({ rate: createRate(deps) }) }
}
