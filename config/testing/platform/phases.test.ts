import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { migrationFolders } from '#core/server/assembly.ts'
import { listMigrations } from '#core/server/database/migrations.ts'
import { breakingChanges, phaseOf } from '#core/server/database/phases.ts'

test('no migration that says it expands takes something from older nodes', async () => {
  const found: string[] = []
  for (const { name, url } of await listMigrations(migrationFolders(plugins))) {
    if (phaseOf(name) !== 'expand') continue
    const words = breakingChanges(await readFile(url, 'utf8'))
    if (words.length > 0) found.push(`${name} ${words.join(', ')}`)
  }
  expect(found).toEqual([])
})
