/**
 * Lies of a scripted model that are accepted, and truths that are refused: `node benchmarks/facts/liar.ts FOLDER [--show]`, where FOLDER
 * holds pages with their schemas and truth (`schemas.ts`).
 */
import { measureLies } from './lies.ts'

const [folder, ...flags] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the pages.')
const isShown = flags.includes('--show')
console.log(await measureLies(folder, (fault) => isShown && console.log(`  ${fault}`)))
