export const listLead =
  '提供者は、スクレイプしないページの記録を持っています。使用する提供者には、選んだ順に問い合わせます。'
export const emptyTitle = 'データ提供者はありません'
export const emptyText = 'このサービスの運用者は提供者を設定していません。'
export const choiceLabel = 'このチームでデータ提供者に問い合わせる'
export const choiceForbidden = '。運用者が許可していません'
export const termsAccept = '規約に同意'
export const termsVersion = '{name}、バージョン {version}'
