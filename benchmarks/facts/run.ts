/**
 * F1 of the product format over shop pages with truth: `node benchmarks/facts/run.ts FOLDER`, where FOLDER holds
 * `truth.json` and `html/ID.html.gz`. Controls: "always in stock", JSON-LD only.
 */
import { measureProducts } from './measure.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the pages.')
const { f1, medianMs } = measureProducts(folder)
for (const [name, figure] of f1) console.log(`${name}: F1 ${figure.toFixed(3)}`)
console.log(`median ${medianMs.toFixed(1)} ms of CPU beside the parse`)
