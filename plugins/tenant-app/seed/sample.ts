import { z } from 'zod'
import type { SampleRow } from '#core/server/sample-data.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { seedFamilies } from './families.ts'
import { seedGroups } from './groups.ts'
import { seedPointsOfSessions } from './points.ts'
import { insertOwnProjects } from './projects.ts'
import { randomOf } from './random.ts'
import type { SeededOrganization } from './rows.ts'
import { seedSeries } from './series.ts'

const STUDENTS = 12

/** Weeks in which the series has already met. */
const WEEKS_BEFORE = 3

/** Text at the end of every name. */
const MARK = ' (sample)'

const selectOrganization = statement(
  z.object({ id: z.uuid(), subdomain: z.string(), timeZone: z.string(), today: z.string() }),
  `select id, subdomain, time_zone as "timeZone",
      to_char($now::timestamptz at time zone time_zone, 'YYYY-MM-DD"T"HH24:MI') as today
    from tenants where id = $tenantId`,
)

const selectGuardians = statement(
  z.object({ id: z.uuid() }),
  'select distinct parent_id as id from parent_students where student_id = any ($ids::uuid[])',
)

/**
 * Adds a dozen students with guardians, two projects, a series with attendance and points, and a group, by the builders
 * of the demo. No one staffs them, and no guardian has an email address.
 */
export async function addSampleFamilies(scope: TenantScope): Promise<SampleRow[]> {
  const { tenantId } = scope
  const [found] = await scope.rows(selectOrganization, { tenantId, now: scope.core.clock.now() })
  if (!found) return []
  const staff = [scope.actor.user?.name ?? 'The office']
  const organization: SeededOrganization = { ...found, age: 0, instructors: [], staff, parents: [], pupils: [] }
  const random = randomOf(organization.subdomain)
  const students = await seedFamilies(scope, organization, random, { students: STUDENTS, mark: MARK })
  const ids = students.map(({ id }) => id)
  const guardians = await scope.rows(selectGuardians, { ids })
  const groups = await seedGroups(scope, organization, students, { count: 1, mark: MARK })
  const series = await seedSeries(scope, organization, students, { random, weeksBefore: WEEKS_BEFORE, mark: MARK })
  await seedPointsOfSessions(scope, organization, series.sessionIds)
  const projects = await insertOwnProjects(scope, tenantId, MARK)
  await scope.trx('tenantProjects').insert(projects.map((projectId) => ({ projectId, status: 'active' })))
  const rowsOf = (kind: string, rows: readonly string[]) => rows.map((id) => ({ kind, id }))
  return [
    ...rowsOf('session', series.sessionIds),
    ...rowsOf('series', [series.id]),
    ...rowsOf('group', groups),
    ...rowsOf('project', projects),
    ...rowsOf('student', ids),
    ...rowsOf(
      'guardian',
      guardians.map(({ id }) => id),
    ),
  ]
}
