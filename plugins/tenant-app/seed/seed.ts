import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { seedChallenges } from './challenges.ts'
import { seedConsents } from './consents.ts'
import { seedDigest } from './digest.ts'
import { makeDemoFiles } from './drawings.ts'
import { seedErasure } from './erasure.ts'
import { seedFamilies } from './families.ts'
import { seedGroups } from './groups.ts'
import { seedIncidents } from './incidents.ts'
import { seedMessages } from './messages.ts'
import { seedJudging } from './judging.ts'
import { seedLeaderboard } from './leaderboard.ts'
import { seedMedia } from './media.ts'
import { seedPoints } from './points.ts'
import { seedCatalog, seedProjects } from './projects.ts'
import { hoursAgo, insert, seededOrganization } from './rows.ts'
import { seedNotices } from './notices.ts'
import { randomOf } from './random.ts'
import { seedSeries } from './series.ts'
import { seedSessions } from './sessions.ts'
import { seedToday } from './today.ts'

/** Seeds families, consents, sessions, challenges and scores in every open organization; the same on a given day. */
export async function seedPrograms(scope: PlatformScope): Promise<void> {
  const files = await makeDemoFiles()
  await seedCatalog(scope, files)
  for (const organization of await scope.rows(selectOpenOrganizations, { now: scope.core.clock.now() })) {
    const random = randomOf(organization.subdomain)
    const students = await seedFamilies(scope, organization, random)
    await seedConsents(scope, organization, students, random)
    const sessions = await seedSessions(scope, organization, students, random)
    await seedToday(scope, organization, students, sessions)
    await seedGroups(scope, organization, students)
    await seedIncidents(scope, organization, students, sessions)
    await seedMessages(scope, organization, students)
    await seedNotices(scope, organization)
    await seedDigest(scope, organization)
    await seedSeries(scope, organization, students)
    await seedChallenges(scope, organization, students, sessions, random)
    await seedJudging(scope, organization, students)
    await seedProjects(scope, organization, random)
    await insert(
      scope,
      'organizationActivity',
      students.slice(-3).map(({ id, name }, index) => ({
        tenantId: organization.id,
        kind: 'student-added',
        summary: `${name} joined`,
        actorName: organization.staff.at(-1) ?? null,
        studentId: id,
        occurredAt: hoursAgo(scope, 20 + index * 31),
      })),
    )
    await seedPoints(scope, organization)
    await seedLeaderboard(scope, organization, students, random)
    await seedErasure(scope, organization, students)
    await seedMedia(scope, organization, { sessions, files, random })
    await scope.rows(updateGuardianDates, { tenantId: organization.id, now: scope.core.clock.now() })
    await scope.rows(updateStudentDates, { tenantId: organization.id, now: scope.core.clock.now() })
  }
}

/** Spreads creation times between the organization's creation and its first session. */
const updateCreatedAt = (table: string, which: string) =>
  statement(`update ${table} p set created_at = t.created_at
      + greatest(($now::timestamptz - t.created_at) - interval '45 days', interval '0') * ((hashtext(p.id::text)::bigint + 2147483648) / 4294967296.0)
    from tenants t where t.id = p.tenant_id and p.tenant_id = $tenantId and ${which}`)
const updateGuardianDates = updateCreatedAt('users', 'p.password_hash is null and p.email is null')
const updateStudentDates = updateCreatedAt('students', 'true')

const peopleOf = (role: 'parent' | 'student') =>
  `coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name)
    order by u.created_at, u.id) filter (where u.role = '${role}' and u.is_active), '[]')`

const selectOpenOrganizations = statement(
  seededOrganization,
  `select t.id, t.subdomain, t.time_zone as "timeZone",
      to_char($now::timestamptz at time zone t.time_zone, 'YYYY-MM-DD"T"HH24:MI') as today,
      floor(extract(epoch from $now::timestamptz - t.created_at) / 86400)::int as age,
      coalesce(array_agg(u.id::text order by u.role, u.created_at, u.id)
        filter (where u.role in ('instructor', 'tenant_admin') and u.is_active), '{}') as instructors,
      coalesce(array_agg(u.first_name || ' ' || u.last_name order by u.role, u.created_at, u.id)
        filter (where u.role in ('instructor', 'tenant_admin') and u.is_active), '{}') as staff,
      ${peopleOf('parent')} as parents, ${peopleOf('student')} as pupils
    from tenants t left join users u on u.tenant_id = t.id
    where t.status in ('active', 'trial') and not exists (select from sessions s where s.tenant_id = t.id)
      -- Skips trials older than a day, which are still empty, and organizations whose users stayed away for 30 days.
      and (t.status <> 'trial' or t.created_at > $now::timestamptz - interval '1 day')
      and not exists (select from users away where away.tenant_id = t.id
        having max(away.last_login_at) < $now::timestamptz - interval '30 days')
    group by t.id order by t.created_at, t.id`,
)
