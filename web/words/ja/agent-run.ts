import type { Part } from '../part.ts'

export const stepPlan = (steps: Part) => `${steps}の計画`
export const stepSearch = (query: Part) => `${query} を検索`
export const stepMap = (url: Part) => `${url} のアドレスを一覧にする`
export const stepScrape = (url: Part) => `${url} を読む`
export const stepNote = (records: Part) => `${records}を記録`
export const stepDelegate = (tasks: Part) => `${tasks}を読み手に渡す`
export const stepReport = '報告'
export const stepFinish = '結果を出して終了'
export const stepCancelling = 'キャンセルを要求しました'
export const endingRefused = '言語モデルが拒否'
export const endingCreditLimit = 'クレジットの上限で終了'
export const timelineTitle = 'タイムライン'
export const timelineWorking = '作業中'
export const timelineSeconds = (seconds: Part) => `${seconds} 秒かかりました`
export const timelineDuration = (seconds: Part) => `${seconds} かかりました`
export const timelineShowText = (url: Part) => `${url} のテキスト`
export const timelineRaw = '入力と結果'
export const sourcesTitle = '出典'
export const sourcesEmpty = 'まだページを読んでいません。'
export const badgeCreditLimit = 'クレジットの上限で終了'
export const headerContinue = '続けて質問'
export const headerFree = '課金なし'
export const headerMaximum = (maxCredits: Part) => `(最大 ${maxCredits})`
export const resultPartialTitle = '途中の結果'
export const resultPartial = '実行は完了する前に終了しました。それまでの結果です'
export const resultMisfit = '。スキーマには合いません'
export const snapshotTitle = '読み取ったときのページ'
export const snapshotEmpty = 'ページにテキストがありません'
