import type { Part } from '../part.ts'

export const typesStock = '在庫'
export const conditionsBelow = 'を下回る'
export const conditionsAbove = 'を上回る'
export const conditionsPercent = '% 変わる'
export const conditionsBy = 'だけ変わる'
export const conditionsChanges = '変わる'
export const conditionsAppears = '現れる'
export const conditionsDisappears = '消える'
export const conditionsIn = '再入荷する'
export const conditionsOut = '売り切れる'
export const partTitle = 'ページの一部のみ'
export const includeLabel = 'これだけを監視'
export const includeHint = 'CSS セレクター、XPath、または $.price のような JSON パス。1 行に 1 つ。'
export const ignoreLabel = '無視する行'
export const ignoreHint = 'テキスト、またはスラッシュで囲んだパターン: /\\d+ people/。1 行に 1 つ。'
export const rulesTitle = '知らせる条件'
export const rulesHint =
  'ルールがなければ、すべての変更を知らせます。複数ある場合は、どれか 1 つで知らせます。'
export const rulesAdd = 'ルールを追加'
export const rulesType = (rule: Part) => `ルール ${rule} の種類`
export const rulesWhen = (rule: Part) => `ルール ${rule} の条件`
export const rulesValue = (rule: Part) => `ルール ${rule} の値`
export const rulesText = (rule: Part) => `ルール ${rule} のテキスト`
export const rulesAfter = (rule: Part) => `ルール ${rule} の数値の前のテキスト`
export const rulesAfterPlaceholder = 'このテキストの後'
export const rulesTextPlaceholder = '売り切れ'
export const rulesRemove = (rule: Part) => `ルール ${rule} を削除`
export const watchedTitle = '監視される内容'
export const watchedIgnored = '無視'
export const watchedEmpty = 'なし: セレクターはこのページのテキストを選びません。'
export const watchedNow = (name: Part, value: Part) => `${name} は現在 ${value}`
export const watchedUnknown = (name: Part) => `${name} は見つかりませんでした。`
export const watchedYes = 'あり'
export const watchedNo = 'なし'
export const resultsLabel = 'ルール'
export const resultsMet = '該当'
export const resultsNotMet = '該当せず'
export const resultsNow = (found: Part, before: Part) => `現在 ${found}、以前 ${before}`
export const resultsFirst = (found: Part) => `現在 ${found}`
