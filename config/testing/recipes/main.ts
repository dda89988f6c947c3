import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recipes } from './list.ts'
import { Skipped } from './recipe.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

let failed = 0
const wanted = process.argv[2] ?? ''
for (const { name, run } of recipes.filter((recipe) => recipe.name.toLowerCase().includes(wanted.toLowerCase()))) {
  const directory = await mkdtemp(join(tmpdir(), 'trellis-recipe-'))
  // Servers of other accounts read what is in it.
  await chmod(directory, 0o755)
  try {
    say(`ok       ${name}: ${await run(directory)}`)
  } catch (error) {
    if (error instanceof Skipped) say(`skipped  ${name}: ${error.message}`)
    else {
      failed += 1
      say(`FAILED   ${name}: ${error instanceof Error ? error.stack : String(error)}`)
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
process.exit(failed === 0 ? 0 : 1)
