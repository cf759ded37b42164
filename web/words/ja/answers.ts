import type { Part } from '../part.ts'

export const previewTitle = 'Markdown のプレビュー'
export const viewPreview = 'プレビュー'
export const viewSource = 'ソース'
export const tabsLinks = 'リンク'
export const tabsScreenshot = 'スクリーンショット'
export const tabsMetadata = 'メタデータ'
export const tabsCode = 'コード'
export const tabsRawHtml = '元の HTML'
export const documentLabel = '文書の部分'
export const screenshotAlt = 'ブラウザーで表示したページ'
export const meterRequestId = 'リクエストの ID (ログと同じ)'
export const samplesSample = (name: Part) => `${name} の例`
export const actionsScreenshot = (action: Part) => `スクリーンショット ${action}`
