import type { Part } from '../part.ts'

export const errorsEmpty = '失敗したページはありません'
export const errorsFind = '失敗したページを探す'
export const errorsPlaceholder = 'URL またはコードで探す'
export const jsonLinesHint = '1 行に 1 文書'
export const csvHint = '表計算用の URL、タイトル、ステータス、Markdown'
export const markdownTitle = 'Markdown (ZIP)'
export const markdownHint = 'ページごとに 1 ファイル、サイトと同じフォルダー構成'
export const warcHint = 'ウェブアーカイブ用'
export const llmsTxtHint = '説明付きのリンク'
export const llmsFullTxtHint = '全ページの Markdown を 1 つの文章に'
export const failuresTitle = '失敗したページ (CSV)'
export const failuresHint = 'URL とそのエラー'
export const menuSaving = (bytes: Part) => `保存中、${bytes}`
export const menuStop = '保存を中止'
export const menuOpen = 'エクスポート'
export const menuLabel = 'エクスポート形式'
export const menuRunning = 'ジョブは実行中です: ファイルには完了したページが入ります。'
export const pagesEmpty = 'まだ完了したページはありません'
export const noneTitle = '読めたページはありません'
export const noneText =
  '理由は「失敗」タブで確認できます。「再試行」で失敗したページを読み直します。'
export const pagesFind = 'ページを探す'
export const pagesPlaceholder = 'URL、タイトル、ステータスで探す'
export const pagesLabel = 'ジョブのページ'
export const pagesSearching = '検索中'
export const pagesFound = (rows: Part) => `${rows} 件見つかりました`
export const tabsRobots = 'robots.txt によりブロック'
export const tabsLabel = 'ジョブの部分'
export const headerRetry = '再試行: '
export const progressLabel = '完了したページ'
export const progressPages = (completed: Part, total: Part) => `${completed} / ${total} ページ`
export const progressLeft = (secondsLeft: Part) => `残り ${secondsLeft}`
export const setName = 'セットの名前'
export const setSubmit = '無期限で保存'
export const setKept = (name: Part) => `「${name}」として無期限で保存`
export const keepLabel = '結果の保存期間'
export const keepDays = (days: Part) => `今から ${days} 日間`
export const keepChoose = '長く保存'
export const crumbsLabel = '現在の場所'
export const optionsTitle = '開始時のオプション'
export const tabsTimeline = '時系列'
export const timelineLabel = '時間ごとのページ'
export const timelineUnit = '時刻'
export const timelineRead = '読み取り'
export const timelineFailed = '失敗'
export const timelinePartial = '最初の 100,000 ページだけを数えています。'
export const timelineHint = (length: Part) => `1 本の棒は ${length} です。`
