import { CommanderError } from 'commander'
import { sentenceOf } from './failure.ts'
import { createProgram } from './program.ts'

const USAGE_EXIT_CODE = 2

/**
 * Runs the command that the words ask for. Its exit code is left in `process.exitCode`, and one that fails has said why
 * on standard error. @returns false when it failed midway, and may have left something half started
 */
export async function perform(words: readonly string[]): Promise<boolean> {
  try {
    const program = await createProgram(words)
    await program.parseAsync(words, { from: 'user' })
    return true
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version are thrown too, with 0; commander has printed whatever there is to say.
      process.exitCode = error.exitCode === 0 ? 0 : USAGE_EXIT_CODE
      return true
    }
    console.error(sentenceOf(error))
    process.exitCode = 1
    return false
  }
}
