import type { Part } from '../part.ts'

export const listAdd = (name: Part) => `${name} に追加`
export const listEmpty = 'まだありません。'
export const listUp = (name: Part) => `${name} を上へ`
export const pairsName = (name: Part) => `${name} の名前`
export const pairsValue = (name: Part) => `${name} の値`
export const groupRules = 'ルールで読む'
export const groupModel = '言語モデルが読む'
export const groupMedia = '画像と時間'
export const schemaMode = 'スキーマの編集方法'
export const schemaFields = '項目'
export const schemaExample = '例から'
export const schemaValid = '有効'
export const schemaCount = (count: Part) => (count === 1 ? '1 項目' : `${count} 項目`)
export const schemaComplex = 'このスキーマには JSON でしか表示できない部分があります。'
export const schemaName = '項目の名前'
export const schemaType = '項目の型'
export const schemaRequired = '必須'
export const schemaAbout = '意味'
export const schemaInside = (name: Part) => `${name} の項目`
export const schemaNamePlaceholder = '名前'
export const schemaAboutPlaceholder = '名前で分からない場合の意味'
export const exampleLabel = 'JSON での結果の例'
export const exampleUse = '項目を作る'
export const exampleProblem =
  'JSON オブジェクトを貼り付けてください。例: {"title": "Kettle", "price": 34.9}'
export const typeText = 'テキスト'
export const typeNumber = '数値'
export const typeBoolean = 'はい・いいえ'
export const typeTexts = 'テキストのリスト'
export const typeNumbers = '数値のリスト'
export const typeGroup = 'グループ'
export const typeGroups = 'グループのリスト'
export const invalidJson = '有効な JSON ではありません'
export const invalidSchema = 'スキーマは JSON オブジェクトです'
