import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { MAX_NAME_MATCHES, groupMember, nameMatch, type GroupMember, type NameMatch } from '../contract.ts'
import { nameKey } from '../../../shared/server/name-key.ts'
import { getGroup } from './groups.ts'
import { endsAfter, isMemberOn } from './policies.ts'

const columns = `m.id, m.student_id as "studentId", s.first_name as "firstName", s.last_name as "lastName", s.grade,
  s.is_active as "isActive", m.from_date as "from", m.until_date as "until", count(*) over () as total`

const withStudent = `group_members m join students s on s.tenant_id = m.tenant_id and s.id = m.student_id`

const counted = groupMember.extend({ total: z.number() })

const selectMembers = statement(
  counted,
  `select ${columns} from ${withStudent}
    where m.group_id = $groupId and s.erased_at is null and ${isMemberOn('m', '$day::date')}
    order by s.last_name, s.first_name, s.id limit $most offset $offset`,
)

const selectFormerMembers = statement(
  counted,
  `select ${columns} from ${withStudent}
    where m.group_id = $groupId and s.erased_at is null and m.until_date <= $day::date
    order by m.until_date desc, s.last_name, s.first_name, m.id limit $most offset $offset`,
)

interface MemberQuery {
  status?: 'current' | 'former'
  on?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/**
 * Lists a group's members today or on a day by name, or the memberships that had ended by then, newest first.
 * @throws not-found unless the caller may see the group
 */
export async function listMembers(
  scope: TenantScope,
  groupId: string,
  { status = 'current', on, limit = LIST_CAP, offset = 0 }: MemberQuery,
): Promise<PagedAnswer<GroupMember>> {
  await getGroup(scope, groupId)
  const found = await scope.rows(status === 'current' ? selectMembers : selectFormerMembers, {
    groupId,
    day: on ?? (await getLocalDay(scope)),
    most: limit + 1,
    offset,
  })
  return countedPage(found, { limit, offset })
}

// Matches names with the first or the last name first, with or without a comma.
const selectMatches = statement(
  nameMatch,
  `select n.name, coalesce(jsonb_agg(jsonb_build_object('studentId', s.id, 'firstName', s.first_name,
        'lastName', s.last_name, 'grade', s.grade, 'isMember', s.is_member)
      order by s.last_name, s.first_name, s.id) filter (where s.id is not null), '[]') as students
    from unnest($names::text[]) with ordinality n (name, place) left join lateral (
      select t.id, t.first_name, t.last_name, t.grade, exists (select from group_members m
          where m.tenant_id = t.tenant_id and m.group_id = $groupId and m.student_id = t.id
            and ${endsAfter('m', '$today::date')}) as is_member
        from students t where t.is_active and t.erased_at is null and t.name_key in (
          ${nameKey('n.name')},
          ${nameKey(`regexp_replace(n.name, '^(.*?),(.*)$', '\\2 \\1')`)},
          ${nameKey(`regexp_replace(n.name, '^(.*)\\s+(\\S+)$', '\\2 \\1')`)})
        order by t.last_name, t.first_name, t.id limit ${MAX_NAME_MATCHES}
    ) s on true
    group by n.place, n.name order by n.place`,
)

/** Finds the active students who match names, in the given order. @throws not-found */
export async function matchNames(
  scope: TenantScope,
  groupId: string,
  { names }: { names: readonly string[] },
): Promise<NameMatch[]> {
  await getGroup(scope, groupId)
  const given = names.filter((name) => name !== '')
  return scope.rows(selectMatches, { groupId, names: given, today: await getLocalDay(scope) })
}
