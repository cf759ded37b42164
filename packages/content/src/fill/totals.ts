import { foldName } from '#content/html/facts/meanings.ts'

const totals =
  /^(?:total|totals|grand total|subtotal|sub total|sum|net|gesamt|gesamtbetrag|summe|zwischensumme|netto|brutto|razem netto|razem brutto|do zapłaty|att betala|total due|net total|mwst|ust|vat|tva|iva|btw|moms|sous total|total ht|total ttc|totale|subtotale|imponibile|totaal|subtotaal|razem|suma|totalt|summa|i alt|delsumma|celkem|shipping|versand|versandkosten|livraison|envío|spedizione|amount due|balance due|tax)(?: |$)/

/** Sums beneath a list are no items of it. */
export const isTotal = (name: string): boolean => /[:：]$/.test(name) || totals.test(foldName(name))
