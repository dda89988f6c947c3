import { readFile } from 'node:fs/promises'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Returns the longest timeout that a test file asks for, in milliseconds; 0 where it asks for none. */
const asksFor = (source: string) =>
  Math.max(0, ...[...source.matchAll(/[tT]imeout: ([\d_]+)/g)].map(([, time = '']) => Number(time.replaceAll('_', ''))))

/**
 * Longest first, so that the workers end together: files of browser tests before those of the server, and of each those
 * that ask for more time before others; among the rest in the order of Vitest. With `npm test -- --reverse` the other way
 * round: no test may need another one to have run.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is Vitest's, of no array
    const sorted = await super.sort(files)
    const times = new Map(
      await Promise.all(sorted.map(async (file) => [file, asksFor(await readFile(file.moduleId, 'utf8'))] as const)),
    )
    const longestFirst = sorted.toSorted(
      (first, second) =>
        first.project.name.localeCompare(second.project.name) || (times.get(second) ?? 0) - (times.get(first) ?? 0),
    )
    // oxlint-disable-next-line node/no-process-env -- Vitest hands a sequencer nothing of its own
    return process.env['TEST_ORDER'] === 'reversed' ? longestFirst.toReversed() : longestFirst
  }
}
