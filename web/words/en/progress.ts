import type { Part } from '../part.ts'

export const left = (secondsLeft: Part) => `, ${secondsLeft} left`
export const ofText = (failed: Part, total: Part) => `${failed} of ${total}`
export const failedCount = (failed: Part) => `${failed} failed`
