import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { isInGroup } from '../../../base/groups/server/policies.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import { hasEmergency, hasHealth } from '../../../care/health/server/save-health.ts'
import { student } from '../contract.ts'
import type { StudentFilters } from '../../../contract.ts'
import type { Student } from '../contract.ts'
import { mayBeNotified } from '../../../base/families/server/children.ts'
import { hasAccount } from '../../../base/families/server/unreached.ts'

const row = student
  .omit({ parentUser: true, emergencyContact: true, emergencyPhone: true, medicalNotes: true })
  .extend({
    parentFirstName: z.string().nullable(),
    parentLastName: z.string().nullable(),
    parentEmail: z.string().nullable(),
  })
type Row = z.infer<typeof row>

const columns = `s.id, s.first_name as "firstName", s.last_name as "lastName", s.date_of_birth as "dateOfBirth", s.grade,
  s.is_active as "isActive", s.total_points as "totalPoints", s.avatar, s.updated_at as "updatedAt",
  ${hasHealth} as "hasHealth", ${hasEmergency} as "hasEmergency",
  g.id as "parentUserId", g.first_name as "parentFirstName", g.last_name as "parentLastName", g.email as "parentEmail"`

// Skips guardians who get no notifications, so that no user writes to them; skipping reveals no restriction.
const withParent = `left join lateral (
    select u.id, u.first_name, u.last_name, u.email from parent_students p
      join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
      where p.tenant_id = s.tenant_id and p.student_id = s.id and ${mayBeNotified('p')}
      order by p.contact_order limit 1
  ) g on true`

// With the limit the planner, which expects an organization of average size, does not read all of this one.
const oneByOne = 'cross join lateral (select * from students t where t.id = page.id limit 1) s'

const byName = 's.last_name, s.first_name, s.id'

const selectStudents = variants(
  {
    viewer: viewers,
    isSearched: [true, false],
    isOfGrade: [true, false],
    isOfStatus: [true, false],
    isOfGroup: [true, false],
    isWithoutAccount: [true, false],
    isPaged: [true, false],
  },
  ({ viewer, isSearched, isOfGrade, isOfStatus, isOfGroup, isWithoutAccount, isPaged }) => {
    const conditions = [
      seenStudents(viewer, 's.id'),
      's.erased_at is null',
      ...(isSearched ? ['s.search like (select containing($search))'] : []),
      ...(isOfGrade ? ['s.grade = $grade'] : []),
      ...(isOfGroup ? [isInGroup(viewer, 's.id')] : []),
      ...(isWithoutAccount ? [`not ${hasAccount('s')}`] : []),
      ...(isOfStatus ? ['s.is_active = $isActive'] : []),
    ]
    const where = `where ${conditions.join(' and ')}`
    // The index of the list has all of these columns. A search walks it once for the page and the count; without one, the count
    // reads no texts, and the index finds the page.
    const chosen = isSearched
      ? `select (array_agg(s.id order by ${byName}))[$offset::int + 1 : $offset::int + $most::int] as ids, count(*) as total
          from students s ${where}`
      : `select array(select s.id from students s ${where} order by ${byName} limit $most offset $offset) as ids,
          (select count(*) from students s ${where}) as total`
    return isPaged
      ? statement(
          row.extend({ total: z.number().optional() }),
          `with chosen as materialized (${chosen})
            select ${columns}, chosen.total
              from chosen cross join unnest(chosen.ids) with ordinality page (id, place)
                ${oneByOne} ${withParent} order by page.place`,
          { keepsPlan: true },
        )
      : statement(
          row,
          `select ${columns} from students s ${withParent} ${where} order by ${byName} limit $most offset $offset`,
        )
  },
)

interface StudentQuery extends StudentFilters {
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists students by last and first name; with the total if the list is paged or whole. Without `limit` up to 1000. */
export async function listStudents(scope: TenantScope, query: StudentQuery): Promise<PagedAnswer<Student>> {
  const { search = '', grade, status, groupId, account, limit = LIST_CAP, offset = 0 } = query
  // A whole list is counted by its rows.
  const isPaged = query.limit !== undefined || offset > 0
  const found = await scope.lastRows<Row & { total?: number }>(
    selectStudents({
      viewer: viewerOf(scope),
      isSearched: search !== '',
      isOfGrade: grade !== undefined,
      isOfStatus: status !== undefined,
      isOfGroup: groupId !== undefined,
      isWithoutAccount: account === 'none',
      isPaged,
    }),
    {
      search,
      grade,
      isActive: status === 'active',
      groupId,
      today: groupId ? await getLocalDay(scope) : undefined,
      most: limit + 1,
      offset,
      ...callerOf(scope),
    },
  )
  // Past the end of the list no row has the total.
  const none = offset === 0 ? 0 : undefined
  const whole = found.length > limit ? undefined : found.length
  const total = isPaged ? (found[0]?.total ?? none) : whole
  return new PagedAnswer<Student>(found.map(toStudent), { limit, offset, ...(total === undefined ? {} : { total }) })
}

const selectStudent = variants({ viewer: viewers, isHeld: [true, false] }, ({ viewer, isHeld }) =>
  statement(
    row,
    `select ${columns} from students s ${withParent} where s.id = $id and ${seenStudents(viewer, 's.id')} and s.erased_at is null
      ${isHeld ? 'for no key update of s' : ''}`,
  ),
)

/** @throws not-found when the organization has no such student, or none that the caller sees */
export async function getStudent(scope: TenantScope, studentId: string): Promise<Student> {
  return findStudent(scope.rows, scope, studentId)
}

/** Reads a student like `getStudent`, where the transaction has no other query. */
export async function showStudent(scope: TenantScope, studentId: string): Promise<Student> {
  return findStudent(scope.lastRows, scope, studentId)
}

/** Locks and reads a student to the end of the transaction, so that no other transaction changes the student meanwhile. */
export async function lockStudent(scope: TenantScope, studentId: string): Promise<Student> {
  return findStudent(scope.rows, scope, studentId, true)
}

async function findStudent(
  ask: TenantScope['rows'],
  scope: TenantScope,
  studentId: string,
  isHeld = false,
): Promise<Student> {
  const [one] = await ask(selectStudent({ viewer: viewerOf(scope), isHeld }), { id: studentId, ...callerOf(scope) })
  if (!one) throw notFound('Student')
  return toStudent(one)
}

/** Maps a row. Health and emergency fields are always null (spec part 2, section 3 requires their names). */
function toStudent({ parentFirstName, parentLastName, parentEmail, ...rest }: Row): Student {
  const parentUser =
    rest.parentUserId === null
      ? null
      : { firstName: parentFirstName ?? '', lastName: parentLastName ?? '', email: parentEmail }
  return { ...rest, parentUser, emergencyContact: null, emergencyPhone: null, medicalNotes: null }
}

const selectGrades = statement(
  z.object({ grade: z.string() }),
  `select grade from (select distinct grade from students where grade <> '') g order by ${gradeOrder('grade')} limit ${LIST_CAP}`,
)

/** Orders grades by their number, K and Pre-K as 0, then by text; grades without a number come last. */
export function gradeOrder(column: string): string {
  return `case when ${column} ~* '^\\s*(pre-?)?k\\M' then 0 else substring(${column} from '\\d{1,6}')::int end nulls last, ${column}`
}

export async function listGrades(scope: TenantScope): Promise<string[]> {
  const found = await scope.lastRows(selectGrades)
  return found.map(({ grade }) => grade)
}
