import { CommanderError } from 'commander'
import { sentenceOf } from './failure.ts'
import { createProgram } from './program.ts'

const WRONG_USAGE = 2

try {
  const program = await createProgram(process.argv.slice(2))
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    // Help and version are thrown too, with 0; commander has printed whatever there is to say.
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE
  } else {
    console.error(sentenceOf(error))
    // Whatever was left half started must not keep the process.
    process.exit(1)
  }
}
