import { prices } from '../../../src/credits/prices.ts'
import type { Part } from '../part.ts'

export const recordingIncomplete = 'Une partie de l’enregistrement n’est plus disponible.'
export const recordingBroken = 'L’enregistrement ne peut pas être lu.'
export const recordingEmptyTitle = 'Aucun enregistrement'
export const recordingEmptyText = (failure: Part) =>
  `${failure} Les enregistrements sont conservés un jour.`
export const recordingTitle = 'Enregistrement'
export const recordingBlankPage = 'Page vide'
export const recordingUnsupported =
  'Ce navigateur ne peut pas lire H.264 avec Media Source Extensions.'
export const recordingVideo = 'Enregistrement de la page'
export const languagePrompt = 'Consigne'
export const promptExample = 'Ouvre example.com et dis-moi où mène son lien.'
export const promptHint = `La session coûte alors ${prices.promptedBrowserMinute} crédits par minute.`
export const runLabel = 'Programmes et consignes'
export const programLabel = 'Programme'
export const programHint = 'S’exécute dans un environnement isolé à côté du navigateur.'
export const outcomeOutput = 'Sortie'
export const outcomeErrors = 'Erreurs'
export const outcomeExitCode = (exitCode: Part) => `échec avec ${exitCode}`
export const headerEnding = 'Fin en cours'
export const headerEnd = 'Terminer la session'
export const headerLeft = (expiresAt: Part) => `encore ${expiresAt}`
export const headerDuration = (sessionDurationMs: Part) => `a duré ${sessionDurationMs}`
export const viewTitle = 'Vue en direct'
export const viewRelease = 'Rendre le contrôle'
export const viewControl = 'Prendre le contrôle'
export const viewOpen = 'Ouvrir la vue en direct dans une fenêtre'
export const viewEmptyTitle = 'Cette session n’a pas de vue en direct'
export const viewEmptyText = 'Elle a été créée avec streamWebView: false.'
export const viewFrame = 'Le navigateur de la session'
