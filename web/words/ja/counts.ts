import { formatNumber } from '../../format.ts'

const counted = (number: number, what: string) => `${formatNumber(number)} ${what}`

export const addresses = (number: number) => counted(number, '件のアドレス')
export const characters = (number: number) => counted(number, '文字')
export const checks = (number: number) => counted(number, '件の確認')
export const credits = (number: number) => counted(number, 'クレジット')
export const fields = (number: number) => counted(number, '項目')
export const monitors = (number: number) => counted(number, '件のモニター')
export const pages = (number: number) => counted(number, 'ページ')
export const records = (number: number) => counted(number, '件の記録')
export const results = (number: number) => counted(number, '件の結果')
export const steps = (number: number) => counted(number, '手順')
export const tasks = (number: number) => counted(number, '件のタスク')
export const tokens = (number: number) => counted(number, 'トークン')
export const failedDeliveries = (number: number) => counted(number, '件の失敗した配信')
export const failedPages = (number: number) => counted(number, '件の失敗したページ')
export const unchangedLines = (number: number) => counted(number, '行 (変更なし)')
