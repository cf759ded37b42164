import type { Part } from '../part.ts'

export const targetsInvalid = '対象は JSON のリストでなければなりません。'
export const targetsMore = (shown: Part, names: Part) => `${shown} ほか ${names} 件`
export const targetsLabel = '対象'
export const targetsHint = '1 行に 1 つ。'
export const scheduleSuggestions = [
  'daily at 9:00',
  'every weekday at 8',
  'monday and friday at 9am',
  'twice a day',
  'first of the month',
]
export const scheduleLabel = 'スケジュール'
export const schedulePreview = '次の実行: '
export const editTitle = 'モニターを変更'
export const createSubmit = '作成して今すぐ確認'
export const tagsLabel = 'タグ'
export const tagsPlaceholder = '価格、競合'
export const goalPlaceholder = '価格が変わったら知らせる'
export const goalSearchHint = '新しい結果をこれで判断します。'
export const goalHint = '任意。言語モデルがあれば、変更をこれで判断します。'
export const moreTitle = '通知と保存期間'
export const emailsLabel = 'メールアドレス'
export const emailsHint = '1 行に 1 つ。先に確認が必要です。'
export const webhookLabel = 'Webhook'
export const retentionLabel = '確認を保存する日数'
export const kindScrape = 'これらのページのみ'
export const kindCrawl = 'ここから始まるサイト'
export const kindSearch = '検索の新しい結果'
export const kindJson = '複数の種類 (JSON)'
export const kindLabel = '確認するもの'
export const searchesPlaceholder = '川のせき'
export const searchesAge = 'これより古くない'
export const searchesResults = 'それぞれの結果数'
export const crawlUnit = 'ページ'
export const screenshotsLabel = 'スクリーンショットも比較'
export const trialHint = '今すぐ最大 3 つを読みます。料金は通常のリクエストと同じです。'
export const trialMinimum = '少なくとも '
export const trialStatus = (statusCode: Part) => `サイトはステータス ${statusCode} で応答しました。`
export const optionsPages = 'ページのオプション: ヘッダー、プロファイル、地域など'
export const optionsSite = 'クロールのオプション: パス、深さ、サイトマップなど'
export const startLeft = (names: Part) =>
  `リクエストのこれらのオプションはモニターにはありません: ${names}。`
export const gridTitle = '曜日と時間'
export const gridLabel = 'スケジュールの曜日と時間'
export const gridOther =
  'このスケジュールには表に示せない部分があります。ここで選ぶと置き換わります。'
export const gridFrequency = '1 時間あたりの回数'
export const gridOnce = '1 時間に 1 回'
export const gridAllHours = '全時間'
export const gridWorkingHours = '8～18 時'
export const gridWorkingDays = '月～金'
export const gridEvery = (minutes: Part) => `${minutes} 分ごと`
export const gridHour = (hour: Part) => `${hour} から`
