import type { Part } from '../part.ts'

export const previewTitle = 'Markdown のプレビュー'
export const viewLabel = '表示'
export const viewPreview = 'プレビュー'
export const viewSource = 'ソース'
export const tabsMarkdown = 'Markdown'
export const tabsLinks = 'リンク'
export const tabsImages = '画像'
export const tabsPages = 'ページ'
export const tabsScreenshot = 'スクリーンショット'
export const tabsMetadata = 'メタデータ'
export const tabsCode = 'コード'
export const tabsHtml = 'HTML'
export const tabsRawHtml = '元の HTML'
export const tabsActions = 'アクション'
export const documentLabel = '文書の部分'
export const screenshotAlt = 'ブラウザーで表示したページ'
export const meterMilliseconds = (ms: Part) => `${ms} ms`
export const meterRequestId = 'リクエストの ID (ログと同じ)'
export const samplesLabel = '言語'
export const samplesSample = (name: Part) => `${name} の例`
export const actionsScreenshot = (action: Part) => `スクリーンショット ${action}`
