import type { Part } from '../part.ts'

export const stepPlan = (steps: Part) => `${steps}的计划`
export const stepSearch = (query: Part) => `搜索 ${query}`
export const stepMap = (url: Part) => `列出 ${url} 的地址`
export const stepScrape = (url: Part) => `读取 ${url}`
export const stepNote = (records: Part) => `记录${records}`
export const stepDelegate = (tasks: Part) => `将${tasks}交给读取者`
export const stepReport = '报告'
export const stepFinish = '给出结果并结束'
export const stepCancelling = '已请求取消'
export const endingRefused = '被语言模型拒绝'
export const endingCreditLimit = '因积分上限而结束'
export const timelineTitle = '时间线'
export const timelineWorking = '进行中'
export const timelineSeconds = (seconds: Part) => `用时 ${seconds} 秒`
export const timelineDuration = (seconds: Part) => `用时 ${seconds}`
export const timelineShowText = (url: Part) => `${url} 的文本`
export const timelineRaw = '输入和结果'
export const sourcesTitle = '来源'
export const sourcesEmpty = '尚未读取任何页面。'
export const badgeCreditLimit = '因积分上限而结束'
export const headerContinue = '继续提问'
export const headerFree = '未收费'
export const headerMaximum = (maxCredits: Part) => `（最多 ${maxCredits}）`
export const resultPartialTitle = '部分结果'
export const resultPartial = '运行在完成之前结束。以下是已找到的内容'
export const resultMisfit = '；不符合架构'
export const snapshotTitle = '读取时的页面'
export const snapshotEmpty = '页面没有文本'
