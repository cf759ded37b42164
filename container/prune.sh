#!/bin/sh
# Removes what the service never reads from the packages in the folder node_modules of the working directory: for compilers, for
# browsers, for the tests of the packages. Licences stay. A package that is not there, or has no such file, is no error.
set -eu
cd node_modules
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.flow' -o -name '*.a' -o -name '*.md' \) \
  ! -iname 'licen[cs]e*' ! -iname 'notice*' -delete
for package in * @*/*; do
  rm -rf "$package/test" "$package/tests" "$package/tests-wtr" "$package/docs" "$package/benchmarks" "$package/playground" "$package/examples"
done
rm -rf ai/src @ai-sdk/*/src zod/src compromise/src \
  @duckduckgo/autoconsent/dist @duckduckgo/autoconsent/lib \
  @hyzyla/pdfium/dist/*base64* \
  jschardet/build \
  playwright-core/lib/vite \
  swagger-ui-dist/*es-bundle* swagger-ui-dist/swagger-ui.js \
  third-party-web/dist/domain-map.csv \
  tinyld/dist/*.heavy.* tinyld/dist/*.normal.* tinyld/dist/*.browser.*
