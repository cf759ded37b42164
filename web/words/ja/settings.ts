import type { Part } from '../part.ts'

export const languageLabel = 'コンソールの言語'
export const languageHint = 'このブラウザーでの設定です。エラーなどサービスが書く文章は英語です。'
export const passwordTitle = 'パスワード'
export const passwordChanged = 'パスワードを変更しました。ほかのセッションはすべて終了しました。'
export const passwordCurrent = '現在のパスワード'
export const passwordNew = '新しいパスワード'
export const passwordSubmit = 'パスワードを変更'
export const sessionsTitle = 'サインイン中の場所'
export const sessionsAddress = (address: Part) => ` (${address} から)`
export const sessionsTimes = (createdAt: Part, seenAt: Part) =>
  `サインイン ${createdAt}、最終使用 ${seenAt}`
export const sessionsCurrent = 'このブラウザー'
export const sessionsEnd = '終了する'
export const sessionsAll = 'ほかのすべてからサインアウト'
export const sessionsBrowser = (name: Part, system: Part) => `${system} の ${name}`
export const serviceTitle = 'サービス'
export const serviceLead = 'サービスの起動時に環境から読み込みます。'
export const serviceFind = '設定を探す'
export const addressesTitle = '許可するアドレス'
export const addressesLabel = 'アドレスと範囲'
export const addressesHint = (ownAddress: Part) =>
  `1 行に 1 つ。空ならすべて許可します。ほかのアドレスからのキーとセッションは拒否されます。あなたのアドレスは ${ownAddress} です。`
export const retentionOff = 'リクエストはデータを保存しないよう求められません。'
export const retentionAllowed = 'リクエストはデータを保存しないよう求められます。'
export const retentionForced = 'どのリクエストの内容も読める形では保存されません。'
export const retentionLabel = 'データを保存しない'
export const personName = 'ほかの人に見える名前'
export const renamingSubmit = '名前を変更'
export const teamPlan = 'プラン'
export const resultDaysLabel = '結果を保存する日数'
export const resultDaysHint =
  '新しいクロールとバッチに適用。個々のジョブは、そのページで長く保存できます。'
export const safeModeLabel = 'セーフモード'
export const safeModeHint =
  'チームは公開ページだけを読みます: ブラウザーセッション、プロファイル、認証情報、ページへの入力、強化プロキシ、robots.txt に反するクロールは使えません。'
export const deletionTitle = 'チームを削除'
export const deletionText =
  'キー、ジョブ、モニター、ブラウザーセッション、エージェントの実行をすぐに終了します。保存された結果は保存期間が過ぎると削除されます。元に戻せません。'
export const deletionHint = (name: Part) => `確認のため ${name} と入力してください。`
export const trialsModel = '言語モデル'
export const trialsSearch = '検索プロバイダー'
export const trialsTitle = '接続を試す'
export const trialsButton = (title: Part) => `${title} を試す`
