import type { Part } from '../part.ts'

export const errorsEmpty = '没有失败的页面'
export const errorsFind = '查找失败的页面'
export const errorsPlaceholder = '按 URL 或代码查找'
export const jsonLinesTitle = 'JSON Lines'
export const jsonLinesHint = '每行一个文档'
export const csvHint = '用于电子表格的 URL、标题、状态和 Markdown'
export const csvTitle = 'CSV'
export const markdownTitle = 'Markdown（ZIP）'
export const markdownHint = '每页一个文件，文件夹与网站一致'
export const warcHint = '用于网页存档'
export const warcTitle = 'WARC'
export const llmsTxtHint = '带说明的链接'
export const llmsTxtTitle = 'llms.txt'
export const llmsFullTxtHint = '所有页面的 Markdown 合为一个文本'
export const llmsFullTxtTitle = 'llms-full.txt'
export const failuresTitle = '失败的页面（CSV）'
export const failuresHint = 'URL 及其错误'
export const menuSaving = (bytes: Part) => `正在保存，${bytes}`
export const menuStop = '停止保存'
export const menuOpen = '导出'
export const menuLabel = '导出为'
export const menuRunning = '任务正在运行：文件包含已完成的页面。'
export const pagesEmpty = '尚无完成的页面'
export const noneTitle = '没有读取到任何页面'
export const noneText = '“失败”标签页说明原因，“重试”会再次读取这些页面。'
export const pagesFind = '查找页面'
export const pagesPlaceholder = '按 URL、标题或状态查找'
export const pagesLabel = '任务的页面'
export const pagesSearching = '搜索中'
export const pagesFound = (rows: Part) => `找到 ${rows} 个`
export const pagesLoading = '加载中'
export const tabsPages = '页面'
export const tabsFailed = '失败'
export const tabsRobots = '被 robots.txt 阻止'
export const tabsLabel = '任务的各部分'
export const headerRetry = '重试：'
export const headerCancel = '取消'
export const progressLabel = '已完成的页面'
export const progressPages = (completed: Part, total: Part) => `${completed} / ${total} 页`
export const progressFailed = (failed: Part) => `${failed} 个失败`
export const progressRate = (rate: Part) => `${rate} 页/秒`
export const progressLeft = (secondsLeft: Part) => `剩余 ${secondsLeft}`
export const progressExpiry = (expiresAt: Part) => `保留至 ${expiresAt}`
export const setName = '结果集名称'
export const setSubmit = '永久保存'
export const setKept = (name: Part) => `以“${name}”永久保存`
export const keepLabel = '结果保存时间'
export const keepDays = (days: Part) => `从现在起 ${days} 天`
export const keepChoose = '延长保存'
export const crumbsLabel = '您的位置'
export const crumbsJobs = '任务'
export const optionsTitle = '启动时的选项'
