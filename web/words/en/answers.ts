import type { Part } from '../part.ts'

export const previewTitle = 'Preview of the Markdown'
export const viewPreview = 'Preview'
export const viewSource = 'Source'
export const tabsLinks = 'Links'
export const tabsScreenshot = 'Screenshot'
export const tabsMetadata = 'Metadata'
export const tabsCode = 'Code'
export const tabsRawHtml = 'Source HTML'
export const documentLabel = 'Parts of the document'
export const screenshotAlt = 'The page as the browser rendered it'
export const meterRequestId = 'Id of the request, as in the log'
export const samplesSample = (name: Part) => `Sample for ${name}`
export const actionsScreenshot = (action: Part) => `Screenshot ${action}`
