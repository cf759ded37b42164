import { formatNumber } from '../../format.ts'

const counted = (number: number, one: string, many: string) =>
  `${formatNumber(number)} ${number < 2 ? one : many}`

export const addresses = (number: number) => counted(number, 'adresse', 'adresses')
export const characters = (number: number) => counted(number, 'caractère', 'caractères')
export const checks = (number: number) => counted(number, 'vérification', 'vérifications')
export const credits = (number: number) => counted(number, 'crédit', 'crédits')
export const fields = (number: number) => counted(number, 'champ', 'champs')
export const monitors = (number: number) => counted(number, 'surveillance', 'surveillances')
export const pages = (number: number) => counted(number, 'page', 'pages')
export const records = (number: number) => counted(number, 'enregistrement', 'enregistrements')
export const results = (number: number) => counted(number, 'résultat', 'résultats')
export const steps = (number: number) => counted(number, 'étape', 'étapes')
export const tasks = (number: number) => counted(number, 'tâche', 'tâches')
export const tokens = (number: number) => counted(number, 'token', 'tokens')
export const failedDeliveries = (number: number) =>
  counted(number, 'livraison en échec', 'livraisons en échec')
export const failedPages = (number: number) => counted(number, 'page en échec', 'pages en échec')
export const unchangedLines = (number: number) =>
  counted(number, 'ligne inchangée', 'lignes inchangées')
