import { expect } from 'vitest'
import type { TenantScope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { tenantApp } from '../../../../plugin.ts'
import { enrollmentLine, packRoster, userLine } from '../../../../testing/oneroster.ts'
import { ROWS_AT_ONCE } from '../write-in-parts.ts'
import { writeRoster } from './write-roster.ts'

const test = pluginTest([tenantApp])

/** Counts the rows of the longest list or JSON text among a statement's values, each of which is serialized at once. */
const countRows = (values: object) =>
  Math.max(
    0,
    ...Object.values(values).map((value: unknown) =>
      Array.isArray(value)
        ? value.length
        : typeof value === 'string' && value.startsWith('[')
          ? JSON.parse(value).length
          : 0,
    ),
  )

test('a roster of thousands is written in parts, and requests are served in between', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const count = ROWS_AT_ONCE + 1
  const numbers = Array.from({ length: count }, (_, index) => index)
  const bytes = packRoster({
    classes: ['c1,,,Robots,,,,,,o1,,,,'],
    users: numbers.flatMap((number) => [
      userLine({ id: `s${number}`, role: 'student', name: `Ada${number} King`, agents: `g${number}` }),
      userLine({ id: `g${number}`, role: 'parent', name: `Pat${number} King`, email: `pat${number}@example.org` }),
    ]),
    enrollments: numbers.map((number) => enrollmentLine(`e${number}`, `s${number}`, { ofClass: 'c1' })),
  })
  const { body } = await admin.request(
    'POST',
    '/api/student-imports',
    fileForm(bytes, { field: 'file', filename: 'r.zip' }),
  )
  const largest = await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
    const counts: number[] = []
    // A wrapper of the scope that also records its statements.
    const noting = Object.create(scope) as TenantScope
    noting.rows = ((statement: Parameters<TenantScope['rows']>[0], values: object = {}) => {
      if (/^\s*(?:insert|update)/.test(statement.text)) counts.push(countRows(values))
      return scope.rows(statement, values as never)
    }) as TenantScope['rows']
    const writing = { importId: body.id as string, createdBy: 'Ada', bytes, tell: () => Promise.resolve() }
    await writeRoster(noting, writing)
    return Math.max(...counts)
  })
  expect(largest).toBe(ROWS_AT_ONCE)
  const { rows } = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx.raw<{ rows: unknown[] }>(
      'select (select count(*)::int from group_members) members, (select count(*)::int from roster_links) links',
    ),
  )
  expect(rows).toEqual([{ members: count, links: 3 * count + 1 }])
}, 120_000)
