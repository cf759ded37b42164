import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `，剩余 ${secondsLeft}`
export const rowPages = (finished: Part, total: Part) => `${finished} / ${total}`
export const rowFailed = (failed: Part) => `${failed} 个失败`
export const rowRate = (rate: Part) => `${rate} 页/秒`
export const stateRunning = '运行中'
export const stateCompleted = '已完成'
export const stateFailed = '失败'
export const stateCancelled = '已取消'
