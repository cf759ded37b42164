/**
 * URL patterns of advertising and tracking that the list of companies does not contain: common paths of ads, and trackers of
 * companies that also serve content. An asterisk matches anything.
 */
export const ownPatterns = [
  '*/ads.js*',
  '*/ads/*.js*',
  '*/adserver/*',
  '*/adserve/*',
  '*/adframe.*',
  '*/advertising.js*',
  '*/banner-ads/*',
  '*/prebid*.js*',
  '*/pagead/*',
  '*/adsbygoogle.js*',
  '*/gpt/pubads_impl*',
  '*/tracking-pixel.*',
  '*/pixel.gif?*',
  '*/beacon.js*',
  '*/analytics.js',
  '*/matomo.js*',
  '*/piwik.js*',
  '*://www.googletagmanager.com/*',
  '*://connect.facebook.net/*/fbevents.js*',
  '*://www.facebook.com/tr*',
  '*://bat.bing.com/*',
  '*://*.clarity.ms/*',
  '*://px.ads.linkedin.com/*',
  '*://snap.licdn.com/*',
  '*://analytics.tiktok.com/*',
  '*://static.ads-twitter.com/*',
  '*://analytics.twitter.com/*',
  '*://sc-static.net/scevent*',
  '*://ct.pinterest.com/*',
  '*://*.ads.yahoo.com/*',
  '*://geo.yahoo.com/*',
  '*://js-agent.newrelic.com/*',
  '*://*.nr-data.net/*',
  '*://static.cloudflareinsights.com/*',
]

/** Domains of advertising or tracking companies that also serve content. */
export const contentDomains = new Set(
  [
    'answers.com aol.com aol.net aolcdn.com apester.com apple.com bazaarvoice.com bbb.org bing.com',
    'blogsmithmedia.com ceros.com cloudfront.ne de.com easypolls.net feefo.com flixcar.com flixfacts.com',
    'flixsyndication.net foodity.com geni.us gigya.com hootsuite.com hotukdeals.com ibmcloud.com imageg.net',
    'jsonip.com jwpcdn.com jwplatform.com jwplayer.com jwpsrv.com licdn.com line-scdn.net line.me linkedin.com',
    'loginradius.com longtailvideo.com lrcontent.com microsoft.com msecnd.net msn.com net.net net.pl oath.com',
    'okta.com onet.pl ooyala.com opinionstage.com poll.fm polldaddy.com powerreviews.com qualtrics.com',
    'questionpro.com reevoo.com reviews.io rovicorp.com s-msft.com s-msn.com s81c.com sc-static.net',
    'sidereel.com snapchat.com sodahead.com spiceworks.com stamped.io surveygizmo.eu surveymonkey.com',
    'theguardian.com trustpilot.com tweetmeme.com wayfair.com where.com yahoo.com yahoo.net yahooapis.com',
    'yimg.com zenfs.com zoover.nl',
  ].flatMap((line) => line.split(' ')),
)
