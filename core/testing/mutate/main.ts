import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { report } from '../report.ts'
import { applyEdit, describeMutant, nameOf, sampleOf, type Mutant } from './mutant.ts'
import { mutantsOf } from './mutants.ts'
import { TestRunner, type TestFile } from './runner.ts'
import { subjectOf } from './subject.ts'

// `npm run mutate -- plugins/billing/subscriptions`: tries careless changes of the subject's code and statements, one
// after the other, and lists those that no test notices. `--only rows.ts` and `--line 35` choose among them,
// `--limit 40` takes an even sample, `--tests config/testing/platform` runs more tests than the subject's own, and
// `--at-least 90` fails below that percentage.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    line: { type: 'string' },
    limit: { type: 'string' },
    tests: { type: 'string', multiple: true, default: [] },
    'at-least': { type: 'string' },
  },
})

const root = fileURLToPath(new URL('../../../', import.meta.url))

async function main(name: string): Promise<number> {
  const { sources, tests } = await subjectOf(root, name, options.tests)
  const originals = new Map<string, string>()
  const telling = new Map<string, string>()
  const all: Mutant[] = []
  for (const file of sources) {
    const source = await readFile(join(root, file), 'utf8')
    const made = mutantsOf(file, source)
    originals.set(file, source)
    telling.set(file, made.telling)
    all.push(...made.mutants)
  }
  const chosen = sampleOf(all.filter(isChosen), options.limit === undefined ? Infinity : Number(options.limit))
  report(`${chosen.length} of ${all.length} changes of ${sources.length} files, for ${tests.length} files of tests`)
  const runner = new TestRunner(root)
  // Otherwise the database server would go on.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void runner.close().finally(() => process.exit(130)))
  let noticed = 0
  try {
    await runner.open(sources, tests)
    const files = await runner.rehearse(telling)
    for (const mutant of chosen) {
      const source = originals.get(mutant.file) ?? ''
      const reaching = filesReaching(mutant, files)
      const outcome =
        reaching.length === 0 ? 'not reached' : await runner.try(mutant.file, applyEdit(source, mutant), reaching)
      // Tests that hang are noticed, in CI after an hour.
      if (outcome === 'noticed' || outcome === 'stuck') noticed++
      else report(`${outcome}  ${describeMutant(source, mutant)}`)
    }
  } finally {
    await runner.close()
  }
  const percent = chosen.length === 0 ? 100 : (100 * noticed) / chosen.length
  report(`${noticed} of ${chosen.length} noticed (${Math.floor(percent)} %)`)
  return percent
}

function isChosen({ file, line }: Mutant): boolean {
  const { only, line: at } = options
  return (only === undefined || file.endsWith(only)) && (at === undefined || line === Number(at))
}

/** Races find a lock by its statement: whatever is changed of that, they fail. */
const RACES = /\/races[.]test[.]ts$/

/** Test files that run what is changed, the shortest first. */
function filesReaching(mutant: Mutant, files: readonly TestFile[]): TestFile[] {
  const name = nameOf(mutant)
  const isOfLoad =
    mutant.sql === undefined && (mutant.within === -1 || files.some(({ atLoad }) => atLoad.includes(name)))
  const isOfStatement = mutant.sql !== undefined && mutant.what !== 'lock dropped'
  return files
    .filter(({ file, inTests }) => (isOfLoad || inTests.includes(name)) && !(isOfStatement && RACES.test(file)))
    .toSorted((one, two) => one.duration - two.duration)
}

const [subject] = positionals
if (subject === undefined) throw new Error('Name a subject: npm run mutate -- plugins/billing/subscriptions')
const percent = await main(subject)
process.exitCode = percent < Number(options['at-least'] ?? 0) ? 1 : 0
