import { formatNumber } from '../../format.ts'

const counted = (number: number, one: string, many: string) =>
  `${formatNumber(number)} ${number === 1 ? one : many}`

export const addresses = (number: number) => counted(number, 'Adresse', 'Adressen')
export const characters = (number: number) => counted(number, 'Zeichen', 'Zeichen')
export const checks = (number: number) => counted(number, 'Prüfung', 'Prüfungen')
export const credits = (number: number) => counted(number, 'Credit', 'Credits')
export const fields = (number: number) => counted(number, 'Feld', 'Felder')
export const monitors = (number: number) => counted(number, 'Monitor', 'Monitore')
export const pages = (number: number) => counted(number, 'Seite', 'Seiten')
export const records = (number: number) => counted(number, 'Datensatz', 'Datensätze')
export const results = (number: number) => counted(number, 'Ergebnis', 'Ergebnisse')
export const steps = (number: number) => counted(number, 'Schritt', 'Schritte')
export const tasks = (number: number) => counted(number, 'Aufgabe', 'Aufgaben')
export const tokens = (number: number) => counted(number, 'Token', 'Tokens')
export const failedDeliveries = (number: number) =>
  counted(number, 'fehlgeschlagene Zustellung', 'fehlgeschlagene Zustellungen')
export const failedPages = (number: number) =>
  counted(number, 'fehlgeschlagene Seite', 'fehlgeschlagene Seiten')
export const unchangedLines = (number: number) =>
  counted(number, 'unveränderte Zeile', 'unveränderte Zeilen')
