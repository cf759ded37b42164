import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const recordingIncomplete = 'Uma parte da gravação não está mais disponível.'
export const recordingBroken = 'A gravação não pode ser reproduzida.'
export const recordingEmptyTitle = 'Nenhuma gravação'
export const recordingEmptyText = (failure: Part) =>
  `${failure} As gravações são guardadas por um dia.`
export const recordingTitle = 'Gravação'
export const recordingBlankPage = 'Página vazia'
export const recordingUnsupported = 'Este navegador não reproduz H.264 com Media Source Extensions.'
export const recordingVideo = 'Gravação da página'
export const languagePrompt = 'Instrução'
export const promptExample = 'Abra example.com e me diga aonde leva o link.'
export const promptHint = `A sessão então custa ${prices.promptedBrowserMinute} créditos por minuto.`
export const runLabel = 'Programas e instruções'
export const programLabel = 'Programa'
export const programHint = 'Roda em um ambiente isolado ao lado do navegador.'
export const outcomeOutput = 'Saída'
export const outcomeErrors = 'Erros'
export const outcomeExitCode = (exitCode: Part) => `falhou com ${exitCode}`
export const headerEnding = 'Encerrando'
export const headerEnd = 'Encerrar a sessão'
export const headerLeft = (expiresAt: Part) => `faltam ${expiresAt}`
export const headerDuration = (sessionDurationMs: Part) => `durou ${sessionDurationMs}`
export const viewTitle = 'Visão ao vivo'
export const viewRelease = 'Devolver o controle'
export const viewControl = 'Assumir o controle'
export const viewOpen = 'Abrir a visão ao vivo em uma janela'
export const viewEmptyTitle = 'Esta sessão não tem visão ao vivo'
export const viewEmptyText = 'Ela foi criada com streamWebView: false.'
export const viewFrame = 'O navegador da sessão'
