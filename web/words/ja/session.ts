import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const recordingIncomplete = '録画の一部はもう利用できません。'
export const recordingBroken = '録画を再生できません。'
export const recordingEmptyTitle = '録画はありません'
export const recordingEmptyText = (failure: Part) => `${failure} 録画は 1 日間保存されます。`
export const recordingTitle = '録画'
export const recordingBlankPage = '空のページ'
export const recordingUnsupported =
  'このブラウザーは Media Source Extensions で H.264 を再生できません。'
export const recordingVideo = 'ページの録画'
export const languagePrompt = '指示'
export const promptExample = 'example.com を開き、リンクの行き先を教えてください。'
export const promptHint = `その場合、セッションは 1 分あたり ${prices.promptedBrowserMinute} クレジットです。`
export const runLabel = 'プログラムと指示'
export const programLabel = 'プログラム'
export const programHint = 'ブラウザーの隣の隔離環境で動きます。'
export const outcomeOutput = '出力'
export const outcomeErrors = 'エラー'
export const outcomeExitCode = (exitCode: Part) => `${exitCode} で失敗`
export const headerEnding = '終了中'
export const headerEnd = 'セッションを終了'
export const headerLeft = (expiresAt: Part) => `残り ${expiresAt}`
export const headerDuration = (sessionDurationMs: Part) => `${sessionDurationMs} 実行`
export const viewTitle = 'ライブ表示'
export const viewRelease = '操作を戻す'
export const viewControl = '操作する'
export const viewOpen = 'ライブ表示をウィンドウで開く'
export const viewEmptyTitle = 'このセッションにライブ表示はありません'
export const viewEmptyText = 'streamWebView: false で作成されました。'
export const viewFrame = 'セッションのブラウザー'
