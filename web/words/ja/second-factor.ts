import type { Part } from '../part.ts'

export const cardTitle = 'サインイン時のコード'
export const offText = 'パスワードに加えて、サインインのたびに電話の認証アプリのコードを求めます。'
export const onButton = '認証アプリを設定'
export const scanText = '認証アプリでこの画像を読み取り、表示されたコードを入力してください。'
export const scanPicture = '認証アプリ用の QR コード'
export const scanSecret = 'または、このキーをアプリに入力してください:'
export const onSubmit = 'コードをオンにする'
export const codeLabel = 'コード'
export const onText = (left: Part) =>
  `アプリのコードでサインインします。リカバリーコードは残り ${left} 個です。`
export const offSubmit = 'コードをオフにする'
export const recoverySubmit = '新しいリカバリーコード'
export const recoveryText =
  'これらのリカバリーコードを安全な場所に保管してください。電話を失くしたとき、1 つにつき一度コンソールを開けます。再び表示されることはありません。'
export const passkeysTitle = 'パスキー'
export const passkeysText =
  'パスワードとコードの代わりに、指紋、顔、または端末の PIN でサインインします。'
export const passkeysNeeds =
  'パスキーには HTTPS とホスト名が必要です。新しいブラウザーで `https://` のアドレス、またはそのマシン自身の `http://localhost` でコンソールを開いてください。'
export const passkeyName = 'パスキーの名前 (端末名など)'
export const passkeyAdd = 'パスキーを追加'
export const passkeyAdded = (time: Part) => `${time} に追加、未使用`
export const passkeyUsed = (time: Part) => `${time} に使用`
export const passkeyRemove = '削除'
export const passkeyRemoveOne = (name: Part) => `パスキー ${name} を削除`
