import type { Part } from '../part.ts'

export const viewerRefusal =
  '閲覧者はファイルを変換できません。チームの管理者にメンバーの役割を依頼してください。'
export const dropText = (bytesMax: Part) =>
  `ここにファイルをドロップするか貼り付けてください: PDF、Office ファイル、メール、HTML、画像。1 つ最大 ${bytesMax}。`
export const dropChoose = 'ファイルを選ぶ'
export const dropInput = '変換するファイル'
export const listLabel = '変換したファイル'
export const readingText = '最初のファイルを読んでいます。'
export const stateReading = '読み取り中'
export const stateWaiting = '待機中'
export const stateDone = '変換済み'
export const refusalSize = (bytesMax: Part) => `ファイルが ${bytesMax} を超えています。`
export const refusalType = (ending: Part) => `${ending} 形式のファイルは読めません。`
export const pagesPrevious = '前のページ'
export const pagesNext = '次のページ'
export const pagesPosition = (page: Part, pages: Part) => `ページ ${page} / ${pages}`
export const pagesEmpty = 'このページにテキストは見つかりませんでした。'
export const pictureAlt = (page: Part) => `ファイルの ${page} ページ`
export const pictureLoading = '画像を描画しています。'
export const pictureMissing = 'このページには描画できる領域がありません。'
