const legal =
  /(?:^| )(?:Ltd\.?|Limited|plc|PLC|Inc\.?|LLC|Corp\.?|GmbH|AG|KG|SE|SARL|SAS|S\.r\.l\.|Srl|S\.p\.A\.|SpA|S\.L\.|B\.V\.|BV|NV|AS|A\/S|ApS|AB|Oy|sp\. z o\.o\.|S\.A\.|Lda\.?|Ltda\.?|s\.r\.o\.|a\.s\.|LLP|e\.V\.|EURL|SNC)(?= |,|$)/u

/** Whether a name has the form of a company: `Ltd`, `GmbH`. */
export const isLegalName = (text: string): boolean => legal.test(text)
