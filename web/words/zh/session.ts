import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const recordingIncomplete = '录像的一部分已不可用。'
export const recordingBroken = '无法播放录像。'
export const recordingEmptyTitle = '没有录像'
export const recordingEmptyText = (failure: Part) => `${failure} 录像保留一天。`
export const recordingTitle = '录像'
export const recordingBlankPage = '空页面'
export const recordingUnsupported = '此浏览器无法用 Media Source Extensions 播放 H.264。'
export const recordingVideo = '页面录像'
export const languagePrompt = '指令'
export const promptExample = '打开 example.com 并告诉我它的链接指向哪里。'
export const promptHint = `此后会话每分钟花费 ${prices.promptedBrowserMinute} 积分。`
export const runLabel = '程序和指令'
export const programLabel = '程序'
export const programHint = '在浏览器旁的隔离环境中运行。'
export const outcomeOutput = '输出'
export const outcomeErrors = '错误'
export const outcomeExitCode = (exitCode: Part) => `失败，代码 ${exitCode}`
export const headerEnding = '正在结束'
export const headerEnd = '结束会话'
export const headerLeft = (expiresAt: Part) => `剩余 ${expiresAt}`
export const headerDuration = (sessionDurationMs: Part) => `运行了 ${sessionDurationMs}`
export const viewTitle = '实时画面'
export const viewRelease = '交还控制'
export const viewControl = '接管控制'
export const viewOpen = '在窗口中打开实时画面'
export const viewEmptyTitle = '此会话没有实时画面'
export const viewEmptyText = '它以 streamWebView: false 创建。'
export const viewFrame = '会话的浏览器'
