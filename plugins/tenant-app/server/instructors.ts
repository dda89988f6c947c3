import type { TenantScope } from '#core/server/core.ts'
import { conflict, invalidField } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import type { Instructor } from '../contract.ts'
import { containing } from '#core/server/database/like.ts'
import { zoneOf } from './time-zone.ts'

const canTeach = `role in ('instructor', 'tenant_admin') and is_active`

/** Who can teach here, by name; 50 unless said otherwise. */
export async function listInstructors(
  scope: TenantScope,
  {
    search = '',
    limit = 50,
    offset = 0,
  }: { search?: string | undefined; limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Instructor>> {
  const found = await scope.rows<Instructor>(
    'instructors.list',
    `select id, first_name || ' ' || last_name as name, email from users
      where tenant_id = $1 and ${canTeach} and search like $2
      order by first_name, last_name, id limit $3 offset $4`,
    [scope.tenantId, containing(search.toLowerCase()), limit + 1, offset],
  )
  return new PagedAnswer(found, { limit, offset })
}

/** @throws invalid at `instructorId` unless the user can teach in this organization */
export async function checkInstructor(scope: TenantScope, id: string): Promise<void> {
  // Shared, so that nobody deactivates the instructor before the session is there.
  const [found] = await scope.rows('instructors.one', `select id from users where id = $1 and ${canTeach} for share`, [
    id,
  ])
  if (!found) throw invalidField('instructorId', 'This organization has no active instructor like that')
}

/** @throws conflict at `instructorId`, naming the session that the instructor teaches at that time */
export async function checkInstructorIsFree(
  scope: TenantScope,
  instructorId: string,
  { startDate, endDate }: { startDate: string; endDate: string },
  exceptSessionId: string | null = null,
): Promise<void> {
  const [other] = await scope.rows<{ name: string; startDate: string; endDate: string; instructor: string }>(
    'instructors.busy',
    `select s.name, s.start_date as "startDate", s.end_date as "endDate", u.first_name || ' ' || u.last_name as instructor
      from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.instructor_id
      where s.instructor_id = $1 and s.start_date < $3 and s.end_date > $2 and s.status <> 'cancelled'
        and s.id is distinct from $4::uuid
      order by s.start_date limit 1`,
    [instructorId, startDate, endDate, exceptSessionId],
  )
  if (!other) return
  const zone = await zoneOf(scope)
  const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  const period = times.formatRange(new Date(other.startDate), new Date(other.endDate))
  throw conflict('instructorId', `${other.instructor} teaches “${other.name}” at that time: ${period} (${zone})`)
}
