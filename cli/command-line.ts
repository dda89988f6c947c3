import { perform } from './perform.ts'

// Whatever was left half started must not keep the process.
if (!(await perform(process.argv.slice(2)))) process.exit()
