/** The error codes of sites that are served by data providers, as part of the error table. */
export const thirdPartyFailures = {
  UNSUPPORTED_SITE: {
    status: 403,
    message:
      'We apologize for the inconvenience but we do not support this site. The operator of this service has excluded it.',
    meaning: 'The operator has excluded the site, and no data provider serves it.',
  },
  THIRD_PARTY_DATA_NOT_FOUND: {
    status: 404,
    message: 'No data provider has a record of this URL.',
    meaning: 'Data providers serve the URL, and none has a record. Nothing is charged.',
  },
  THIRD_PARTY_DATA_UNSUPPORTED_URL: {
    status: 400,
    message:
      'This site is served by data providers, which have no records of this kind of page. Use the URL of a main page.',
    meaning: 'The page belongs to a site of data providers, but none has records of such pages.',
  },
  THIRD_PARTY_DATA_UNSUPPORTED_OPTION: {
    status: 400,
    message: 'This option is not supported for data of third parties.',
    meaning: 'The request has an option that data providers do not support. The text names it.',
  },
  THIRD_PARTY_DATA_NOT_ENABLED: {
    status: 403,
    message: 'The operator of this service has not enabled this data provider for your team.',
    meaning: 'The data providers of the URL are not permitted to the team. Ask the operator.',
  },
  THIRD_PARTY_DATA_ENRICHMENT_NOT_ENABLED: {
    status: 403,
    message: 'Your team has not chosen this data provider.',
    meaning:
      'The team uses no data providers, or none that serves the URL. The text names the page where they are chosen.',
  },
  THIRD_PARTY_DATA_TERMS_REQUIRED: {
    status: 403,
    message: 'The terms of this data provider must be accepted first.',
    meaning: 'The team has not accepted the terms that `requiresAction` names.',
  },
} as const
