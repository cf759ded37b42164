export const adviceTimeout = 'ページの待ち時間を延ばすか、形式を減らしてください。'
export const adviceDns =
  'ホストのつづりを確認してください。自分のネットワークのアドレスは、運用者が WEIR_ALLOWED_PRIVATE_HOSTS に追加します。'
export const adviceRefused =
  'このサイトはプログラムを拒否します。強化プロキシを使うか、ブラウザーでページを開いてください。'
export const adviceTls = 'サイトの証明書が無効です。信頼するサイトに限り、確認を省略してください。'
export const adviceCredits = '上限を下げるか、運用者にクレジットの追加を依頼してください。'
export const adviceWait = 'しばらく待ってから、もう一度実行してください。'
export const adviceSchema = 'メッセージが示す項目を修正してください。'
export const adviceModel =
  'サービスの設定で言語モデルを設定するか、モデルが不要な形式を選んでください。'
export const adviceCache =
  '古いコピーを許可するか、キャッシュだけを読むオプションをオフにしてください。'
export const adviceFile = '別のファイルまたは別のパーサーを試してください。'
export const adviceAction =
  'アクションのセレクターを確認し、失敗したアクションの前に待機を追加してください。'
export const advicePermission = 'チームの管理者に権限を依頼するか、別のオプションを選んでください。'
export const adviceBug =
  'もう一度実行してください。再び失敗する場合は、リクエストの ID を報告してください。'
export const tryTimeout = '2 分で実行'
export const tryProxy = '強化プロキシで実行'
export const tryBrowser = 'ブラウザーで実行'
export const tryTls = '証明書を確認せずに実行'
export const tryCache = '古いコピーで実行'
