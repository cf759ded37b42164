import type { Part } from '../part.ts'

export const previewTitle = 'Markdown 预览'
export const viewPreview = '预览'
export const viewSource = '源代码'
export const tabsLinks = '链接'
export const tabsScreenshot = '截图'
export const tabsMetadata = '元数据'
export const tabsCode = '代码'
export const tabsRawHtml = '源 HTML'
export const documentLabel = '文档的各部分'
export const screenshotAlt = '浏览器呈现的页面'
export const meterRequestId = '请求的 ID，与日志中相同'
export const samplesSample = (name: Part) => `${name} 示例`
export const actionsScreenshot = (action: Part) => `截图 ${action}`
