import type { Part } from '../part.ts'

export const formBusy = 'お待ちください'
export const formUnencrypted =
  'この接続は暗号化されていません: ネットワーク上の他者がパスワードを読めます。このサービスの前に HTTPS のリバースプロキシを置いてください。'
export const resetTitle = '新しいパスワードを選ぶ'
export const resetLead = 'すべてのセッションが終了します。'
export const resetSubmit = 'パスワードを設定'
export const joinTitle = (team: Part) => `${team} に参加`
export const joinLead = (role: Part) => `チームでの役割は ${role} になります。`
export const joinSubmit = '参加'
export const joinPasswordHint =
  '12 文字以上。すでにこのコンソールを使っている場合は、現在のパスワードを入力してください。'
export const joinAnyTeam = 'チーム'
export const invalidTitle = 'このリンクは使えません'
export const invalidLink = 'コンソールへ'
export const setUpTitle = 'Weir をセットアップ'
export const setUpLead = 'あなたはこのサービスの運用者になります。'
export const setUpSubmit = 'セットアップ'
export const codeLabel = 'セットアップコード'
export const codeHint =
  'サービスは起動時にこのコードを含むリンクを表示します。`weir open` で再表示できます。'
export const codeOfApp = '認証アプリのコード'
export const codeOfAppHint = 'またはリカバリーコードの 1 つ。'
export const signInTitle = 'Weir にサインイン'
export const signInLead = 'あなた専用のウェブデータサービス。'
export const signInSubmit = 'サインイン'
export const providerButton = (provider: Part) => `${provider} でサインイン`
export const signInFailed = 'サインインしていません'
export const signInByPassword = 'メールとパスワードでサインイン'
export const signInByKey = '運用者キーでサインイン'
export const keyLabel = 'API キー'
export const keyHint = '最初のチームの制限のないキー。セッションは 1 時間で終了します。'
export const againText = '続けるには、もう一度サインインしてください。入力した内容は残っています。'
export const passkeyButton = 'パスキーでサインイン'
export const passkeyClosed =
  '署名されませんでした。ブラウザーの確認が閉じられたか、時間がかかりすぎました。もう一度試してください。'
export const passkeyKnown = 'この端末にはすでにあなたのパスキーがあります。'
