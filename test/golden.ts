import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'

/** One test per input file, with its expected output beside it. `UPDATE=1` rewrites the expected files; review the diff. */
export function golden(pattern: string, extension: string, run: (input: string) => string): void {
  for (const path of globSync(pattern).toSorted()) {
    test(`${basename(path)} gives ${extension}`, () => {
      const expected = path.replace(/\.[^.]+$/, extension)
      const actual = run(readFileSync(path, 'utf8'))
      if (process.env['UPDATE']) writeFileSync(expected, actual)
      assert.equal(actual, readFileSync(expected, 'utf8'))
    })
  }
}
