import type { Part } from '../part.ts'

export const findLabel = 'リクエストを探す'
export const findPlaceholder = '操作または対象で探す'
export const filterFailed = '失敗のみ'
export const filterDays = 'すべての日'
export const foundSoFar = (number: Part) =>
  `これまでに ${number} 件。それより古いリクエストはまだ検索していません。`
export const requestsLabel = 'リクエスト'
export const emptyTitle = 'リクエストはありません'
export const changesTitle = 'コンソールでの変更'
export const changesEmpty = 'まだ変更はありません。'
export const changesOrigin = (createdAt: Part, address: Part) => `${createdAt}、${address} から`
