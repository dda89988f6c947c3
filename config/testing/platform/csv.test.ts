import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Files that name the type of CSV, and what they do with it. */
const reasons: Readonly<Record<string, string>> = {
  'core/server/http/table-answer.ts': 'the writer',
  'core/server/files/content-type.ts': 'uploads',
  'core/server/files/media-types.ts': 'uploads',
  'plugins/lms/authoring/questions/server/importing.ts':
    'a text that begins with csvHead and is read again by its tests',
  'plugins/lms/authoring/questions/web/ImportDialog.tsx': 'uploads',
  'plugins/tenant-app/admissions/imports/web/ImportsPage.tsx': 'uploads',
}

it('every CSV that leaves is written by one writer, with its mark, and no formula in it', async () => {
  const found: string[] = []
  for await (const file of glob('{core,plugins,cli}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(?:test|e2e)\.ts$|\/testing\//.test(file)) continue
    if ((await readFile(`${root}${file}`, 'utf8')).includes('text/csv')) found.push(file)
  }
  expect(found.toSorted()).toEqual(Object.keys(reasons).toSorted())
})
