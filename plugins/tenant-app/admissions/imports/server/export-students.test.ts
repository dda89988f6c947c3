import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { readWorkbook } from '#core/server/xlsx.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'

const test = pluginTest([tenantApp])

/** More than two batches. */
const STUDENT_COUNT = 2345

test('GET /api/students/export lists each of many students once, in order, as CSV and as a workbook', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  // Names in fives, so that batches end among students of the same name.
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx.raw(
      `insert into students (first_name, last_name, is_active)
        select 'Ada', 'Student ' || lpad((n / 5)::text, 4, '0'), n % 2 = 0 from generate_series(1, ?::int) n`,
      [STUDENT_COUNT],
    ),
  )
  const { body } = await admin.get('/api/students/export')
  const [, ...lines] = (body as string).trimEnd().split('\r\n')
  const cells = lines.map((line) => line.split(','))
  expect(new Set(cells.map(([id]) => id)).size).toBe(STUDENT_COUNT)
  expect(cells).toHaveLength(STUDENT_COUNT)
  const names = cells.map(([, , lastName]) => lastName ?? '')
  expect(names).toEqual(names.toSorted())
  const workbook = await platform.app.inject({
    url: '/api/students/export?format=xlsx&status=active',
    headers: { host: admin.host, cookie: admin.cookie },
  })
  const [, ...rows] = await readWorkbook(workbook.rawPayload, STUDENT_COUNT + 1)
  expect(new Set(rows.map(([id]) => id)).size).toBe(Math.floor(STUDENT_COUNT / 2))
})
