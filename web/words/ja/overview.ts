import type { Part } from '../part.ts'

export const operationsTitle = '操作'
export const operationsPeriod = '過去 30 日間'
export const operationsTrend = (change: Part, change2: Part) =>
  `${change}${change2} % (前の 30 日間との比較)`
export const creditsTitle = '残りのクレジット'
export const creditsUsed = '使用したクレジット'
export const creditsUnlimited = 'この期間。無制限'
export const creditsPlan = (planCredits: Part) => `${planCredits} 中`
export const queueTitle = 'キュー'
export const queueWaiting = (waitingJobsInQueue: Part) => `${waitingJobsInQueue} 件待機中`
export const successTitle = '成功'
export const successEmpty = '24 時間以内のリクエストなし'
export const successFailed = (failed: Part) => `24 時間で ${failed} 件失敗`
export const recentTitle = '最近のリクエスト'
export const recentEmpty = '過去 7 日間のリクエストはありません。'
export const runningTitle = '実行中'
export const runningEmpty = '実行中のクロールやバッチはありません。'
export const usageTitle = '1 日の利用'
export const usageChart = (measure: Part, by: Part) => `1 日の${measure}、${by}`
export const stepsScrape = 'ページを読む'
export const stepsMap = 'サイトのマップ'
export const stepsCrawl = 'サイトをクロール'
export const stepsTitle = '最初の手順'
export const stepsBefore = 'はじめに '
export const stepsLink = 'プレイグラウンド'
export const stepsAfter = ' を開いて「実行」を押すか、次のどれかをターミナルに貼り付けてください。'
export const healthTitle = '状態'
export const changesTitle = '前回の確認での変更'
export const changesNoMonitors = '監視中のページはありません。'
export const changesEmpty = '監視中のページに変更はありません。'
export const changesSummary = (changed: Part, last: Part, removed: Part) =>
  `変更 ${changed}、新規 ${last}、削除 ${removed}`
export const usageByKind = '操作別'
export const usageByKey = 'API キー別'
export const usageByHost = 'サイト別'
export const usageBy = '集計の単位'
export const usageMeasure = '集計の対象'
export const usageNoKey = '人 (コンソール)'
export const usageNoHost = 'サイトなし、または保存なし'
export const usageHostsNone = '保存されているリクエストはありません。'
export const usageHosts = (since: Part) =>
  `保存されているリクエストの集計です (${since} 以降)。ジョブは開始ページへの 1 件として数え、各ページの料金は含みません。`
