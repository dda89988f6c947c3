import { writeSync } from 'node:fs'
import { perform } from '../perform.ts'
import { END_MARK } from './command-line.ts'

// Answers commands until the tests end.
process.on('disconnect', () => process.exit())
process.on('message', async ({ words, variables }: { words: string[]; variables: Record<string, string> }) => {
  // oxlint-disable-next-line node/no-process-env -- what the command finds as its own
  process.env = variables
  process.exitCode = 0
  await perform(words)
  for (const stream of [1, 2]) writeSync(stream, END_MARK)
  process.send?.(process.exitCode)
})
