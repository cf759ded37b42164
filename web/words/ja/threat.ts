import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const offMeaning = '確認しません。'
export const offCost = '無料。'
export const manualMeaning = 'チームのリストが判断します。'
export const normalMeaning = 'まずリスト、次にこのサービスの分類器が判断します。'
export const normalCost = `分類器が判断する URL ごとに ${prices.threatScan} クレジット (ブロックされた場合も)。リストによる判断は無料です。`
export const policyTitle = 'ポリシー'
export const policyViewer = 'チームの管理者が変更できます。'
export const policyChanged = (updatedAt: Part) => `${updatedAt} に変更。`
export const policyChangedBy = (name: Part, updatedAt: Part) => `${name} が ${updatedAt} に変更。`
export const policyDiscard = '変更を破棄して保存済みのポリシーを読み込む'
export const blockedTitle = '過去 24 時間のブロック'
export const blockedEmpty = 'ブロックはありません。'
export const tldsHint = 'Enter で追加 (例: zip)。リストを貼り付けることもできます。'
export const tldsInvalid = (text: Part) => `${text} はトップレベルドメインではありません。`
export const tldsLabel = 'ブロックするトップレベルドメイン'
export const modeLabel = 'モード'
export const modeEnforced = ' 運用者が脅威からの保護を必須にしています。'
export const classifiersLabel = '分類器: '
export const classifiersNone = '設定されていません'
export const scoreLabel = 'ブロックするスコア'
export const scoreStrict = '安全と確認できないものをすべてブロック'
export const scoreMedium = '可能性の高い脅威をブロック'
export const scoreLenient = '既知の脅威だけをブロック'
export const scoreText = (score: Part, meaning: Part) => `${score}: ${meaning}`
export const outageLabel = '分類器が失敗したとき'
export const outageBlock = 'ブロック'
export const outageAllow = '許可'
export const outageBlockHint =
  '分類器が応答しない間、その URL は拒否されます: ジョブが失敗することがあります。'
export const outageAllowHint = '分類器が応答しない間、その URL は確認せずに取得します。'
export const overrideLabel = 'リクエストはポリシーを上書きできます'
export const deniedLabel = 'ブロックするドメイン'
export const deniedHint = '1 行に 1 つ: example.com。サブドメインは *.example.com。'
export const allowedLabel = '許可するドメイン'
export const allowedHint = 'ほかのルールにかかわらず許可します。'
export const trialTitle = 'URL を試す'
export const trialHint = '保存済みのポリシーが判断します。取得も課金もしません。'
export const trialAllowed = '許可。'
export const trialBlocked = 'ブロック。'
export const trialUndecided = '該当するルールはありません。'
export const trialRule = (rule: Part) => `ルール: ${rule}`
export const trialVerdict = (provider: Part, categories: Part) =>
  `、${provider}${categories === '' ? '' : ` (${categories})`}`
export const listsCount = (number: Part, most: Part) => `${number} 件 (最大 ${most} 件)。`
export const listsInvalid = (line: Part, text: Part) => `${line} 行目: ${text} は無効です。`
