import type { Part } from '../part.ts'

export const screenshotsExpired =
  'このスクリーンショットはもう保存されていません。変更されたページのものは確認と同じ期間、ほかは 24 時間保存されます。'
export const screenshotsLabel = 'スクリーンショットの表示方法'
export const screenshotsSlider = 'スライダー'
export const screenshotsDifference = '差分'
export const screenshotsDifferenceAlt = 'スクリーンショットの違いは明るく表示されます'
export const screenshotsAltAfter = 'この確認でのページ'
export const screenshotsBefore = '前'
export const screenshotsBorder = 'スクリーンショットの境界'
export const screenshotsShare = (share: Part) => `前のスクリーンショットの ${share} パーセント`
export const screenshotsAfter = '後'
export const screenshotsAltBefore = '前回の確認でのページ'
export const diffTitle = '変更された内容'
export const diffLineBefore = '変更前の行'
export const diffLineAfter = '変更後の行'
export const diffAfter = '変更後'
export const diffRemoved = '削除: '
export const diffAdded = '追加: '
export const scheduleMinutes = (minutes: Part, on: Part) => `${minutes} 分ごと${on}`
export const scheduleHourly = (minute: Part, on: Part) => `毎時 ${minute} 分${on}`
export const scheduleHours = (hours: Part, on: Part) => `${hours} 時間ごと${on}`
export const scheduleDaily = (time: Part) => `毎日 ${time}`
export const scheduleTime = (time: Part, on: Part) => `${time}${on}`
export const scheduleMonthly = (days: Part, time: Part) => `毎月 ${days} 日の ${time}`
export const scheduleDays = (range: Part, days: Part) => `${range} から ${days}`
export const checkPages = 'この確認のページ'
export const checkUnread = '未読にする'
export const checkRead = '既読にする'
export const checkRunning = '確認は実行中です'
export const checkEmpty = '読んだページはありません'
export const changeLabel = '変更'
export const changeSame = '変更はありません。'
export const changeNew = 'このページは新しいページです。'
export const changeRemoved = 'このページはなくなりました。'
export const changeError = 'このページを読めませんでした。'
export const changeChanged = 'このページは変わりました。'
export const changeMeaningful = '重要な変更'
export const changeMinor = '小さな変更'
export const viewUnified = '1 列'
export const viewPrevious = '前の変更'
export const viewNext = '次の変更'
export const viewText = '両方の版のテキスト'
export const compareOpen = '版を比較'
export const compareClose = '確認に戻る'
export const compareLabel = '2 つの版を比較'
export const compareFrom = '前の版'
export const compareTo = '後の版'
export const compareSwap = '版を入れ替える'
export const compareSame = 'これらの版は同じとみなされます。'
export const compareFirst = '最初'
export const pauseMenu = '一時停止の終わり'
export const pauseResumed = '再開するまで'
export const pauseHour = '1 時間'
export const pauseTomorrow = '明日の 8:00 まで'
export const pauseMonday = '月曜日の 8:00 まで'
export const pauseTime = '日時まで'
export const pauseSubmit = 'その時まで一時停止'
export const pauseForever = '一時停止中'
export const pauseUntil = (time: Part) => `${time} まで一時停止中`
export const filterLabel = 'モニターを絞り込む'
export const filterText = 'モニターを探す'
export const filterUnread = '未読'
export const filterTag = (tag: Part, monitors: Part) => `タグ ${tag}: ${monitors}`
export const filterEmpty = '該当するモニターはありません。フィルターを減らしてください。'
export const selectionTag = 'タグ'
export const selectionTagAdd = 'タグを追加'
export const selectionTagRemove = 'タグを外す'
export const selectionLabel = '選択したモニター'
export const selectionNone = '選択を解除'
export const selectionAll = 'すべて選択'
export const actionsPause = '一時停止'
export const actionsResume = '再開'
export const deletionConfirm = '今すぐ削除'
export const deletionButton = '削除'
export const emptyTitle = 'まだ確認はありません'
export const emptyText = '最初の確認でページを読みます。以後の確認はそれと比較します。'
export const headerNext = (nextRunAt: Part) => `次回 ${nextRunAt}`
export const headerCost = (estimatedCreditsPerMonth: Part) => `月に約 ${estimatedCreditsPerMonth}`
export const headerEdit = '編集'
export const headerCheck = '今すぐ確認'
export const stripCheck = (createdAt: Part, chosen: Part, changed: Part) =>
  `${createdAt}: ${chosen}、変更 ${changed}`
export const stripLabel = '確認'
export const stripOlder = '以前の確認を表示'
export const stripSlider = '確認'
export const stripSame = '同じ'
export const stripLatest = '最新'
export const listSelect = '選択'
export const listEmptyTitle = 'モニターはありません'
export const listEmptyText =
  'モニターはスケジュールに従ってページを読み、変更を示します。「新しいモニター」で作成してください。'
export const listSelectOne = (name: Part) => `${name} を選択`
export const listUnseen = (unseen: Part) => `未読の変更がある${unseen}`
export const scheduleWithin = (hours: Part) => `、${hours} 時台`
export const changeIgnored = (lines: number) => `無視: アクセスのたびに変わる ${lines} 行。`
