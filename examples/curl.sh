#!/bin/sh
# A page with curl alone: scrape it, read the result again by its id, look at the credits.
#
#     WEIR_KEY=… sh examples/curl.sh https://example.com
set -eu
api=${WEIR_URL:-http://localhost:3002}
call() { curl -sS -H "Authorization: Bearer $WEIR_KEY" -H 'Content-Type: application/json' "$@"; echo; }

answer=$(call "$api/v2/scrape" -d "{\"url\": \"${1:-https://example.com}\", \"formats\": [\"markdown\", \"links\"]}")
printf '%s\n' "$answer"

id=$(printf '%s' "$answer" | sed -n 's/.*"scrapeId":"\([^"]*\)".*/\1/p')
call "$api/v2/scrape/$id"
call "$api/v2/team/credit-usage"
