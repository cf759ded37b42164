import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const recordingIncomplete = 'Una parte de la grabación ya no está disponible.'
export const recordingBroken = 'La grabación no se puede reproducir.'
export const recordingEmptyTitle = 'Ninguna grabación'
export const recordingEmptyText = (failure: Part) =>
  `${failure} Las grabaciones se conservan un día.`
export const recordingTitle = 'Grabación'
export const recordingBlankPage = 'Página vacía'
export const recordingUnsupported =
  'Este navegador no puede reproducir H.264 con Media Source Extensions.'
export const recordingVideo = 'Grabación de la página'
export const languagePrompt = 'Instrucción'
export const promptExample = 'Abre example.com y dime adónde lleva su enlace.'
export const promptHint = `La sesión cuesta entonces ${prices.promptedBrowserMinute} créditos por minuto.`
export const runLabel = 'Programas e instrucciones'
export const programLabel = 'Programa'
export const programHint = 'Se ejecuta en un entorno aislado junto al navegador.'
export const outcomeOutput = 'Salida'
export const outcomeErrors = 'Errores'
export const outcomeExitCode = (exitCode: Part) => `falló con ${exitCode}`
export const headerEnding = 'Terminando'
export const headerEnd = 'Terminar la sesión'
export const headerLeft = (expiresAt: Part) => `quedan ${expiresAt}`
export const headerDuration = (sessionDurationMs: Part) => `duró ${sessionDurationMs}`
export const viewTitle = 'Vista en directo'
export const viewRelease = 'Devolver el control'
export const viewControl = 'Tomar el control'
export const viewOpen = 'Abrir la vista en directo en una ventana'
export const viewEmptyTitle = 'Esta sesión no tiene vista en directo'
export const viewEmptyText = 'Se creó con streamWebView: false.'
export const viewFrame = 'El navegador de la sesión'
