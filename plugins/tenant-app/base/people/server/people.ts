import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { Role } from '#core/contract/roles.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { person, personStates, type organizationRoles, type Person, type PersonState } from '../contract.ts'

/** `i` is the invitation that still waits. */
const source = 'users u left join invitations i on i.user_id = u.id and i.accepted_at is null'

/** True if email to a user bounces, until staff have it tried again or the address changes. */
export const isBouncing = `exists (select from mail_suppressions b where b.tenant_id = u.tenant_id
  and fold(b.address) = fold(u.email) and b.reason in ('bounced', 'full') and b.lifted_at is null)`

/** State of the account of a user `u` with an open invitation `i`. */
export const accountState = `case when not u.is_active then 'inactive' when u.password_hash is not null then 'active'
  when i.user_id is not null then 'invited' else 'no-account' end`

const letterOfFamily = `case when u.role = 'parent' and u.password_hash is null then (
  select jsonb_build_object('printedAt', l.printed_at, 'expiresAt', l.expires_at) from parent_students c
    join invitation_letters l on l.tenant_id = c.tenant_id and l.student_id = c.student_id
  where c.tenant_id = u.tenant_id and c.parent_id = u.id and l.used_at is null and l.revoked_at is null
  order by l.printed_at desc, l.id desc limit 1) end`

const columns = `u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.username, u.role,
  array(select s.first_name || ' ' || s.last_name from parent_students c
      join students s on s.tenant_id = c.tenant_id and s.id = c.student_id
    where c.tenant_id = u.tenant_id and c.parent_id = u.id order by s.first_name, s.last_name, s.id) as children,
  ${accountState} as state,
  case when u.is_active and u.password_hash is null then i.expires_at end as "invitedUntil",
  ${isBouncing} as "isBouncing", ${letterOfFamily} as letter, u.last_login_at as "lastLoginAt"`

const ofState: Record<PersonState, string> = {
  active: 'u.is_active and u.password_hash is not null',
  invited: 'u.is_active and u.password_hash is null and i.user_id is not null',
  'no-account': 'u.is_active and u.password_hash is null and i.user_id is null',
  inactive: 'not u.is_active',
}

const selectPeople = variants(
  { isSearched: [true, false], isOfRole: [true, false], state: [undefined, ...personStates] },
  ({ isSearched, isOfRole, state }) => {
    const where = [
      'u.tenant_id = $tenantId',
      ...(isOfRole ? ['u.role = $role'] : []),
      ...(state ? [ofState[state]] : []),
      ...(isSearched ? ['u.search like (select containing($search))'] : []),
    ].join(' and ')
    return statement(
      person.extend({ total: z.number() }),
      `select ${columns}, (select count(*) from ${source} where ${where}) as total from ${source} where ${where}
        order by u.last_name, u.first_name, u.id limit $most offset $offset`,
    )
  },
)

interface PeopleQuery {
  search?: string | undefined
  role?: (typeof organizationRoles)[number] | undefined
  state?: PersonState | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Everybody of the organization by name, with the total. Without `limit` at most 1000. */
export async function listPeople(scope: TenantScope, query: PeopleQuery): Promise<PagedAnswer<Person>> {
  const { search = '', role, state, limit = LIST_CAP, offset = 0 } = query
  const found = await scope.lastRows(selectPeople({ isSearched: search !== '', isOfRole: role !== undefined, state }), {
    tenantId: scope.tenantId,
    search,
    role,
    most: limit + 1,
    offset,
  })
  const [first] = found
  // Behind the end nothing tells how many there are.
  return new PagedAnswer<Person>(found, {
    limit,
    offset,
    ...(first ? { total: first.total } : offset === 0 && { total: 0 }),
  })
}

const selectPerson = statement(person, `select ${columns} from ${source} where u.tenant_id = $tenantId and u.id = $id`)

/** @throws not-found */
export async function getPerson(scope: TenantScope, id: string): Promise<Person> {
  const [found] = await scope.rows(selectPerson, { tenantId: scope.tenantId, id })
  if (!found) throw notFound('Person')
  return found
}

const selectPersonByEmail = statement(
  person,
  `select ${columns} from ${source} where u.tenant_id = $tenantId and fold(u.email) = fold($email)`,
)

export async function findPersonByEmail(scope: TenantScope, email: string): Promise<Person | undefined> {
  const [found] = await scope.rows(selectPersonByEmail, { tenantId: scope.tenantId, email })
  return found
}

const namedUser = person.pick({ id: true, firstName: true, lastName: true, email: true })

const selectUsersOfRole = variants({ isSearched: [true, false] }, ({ isSearched }) =>
  statement(
    namedUser,
    `select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email from users u
      where u.tenant_id = $tenantId and u.role = $role and u.is_active ${isSearched ? 'and u.search like (select containing($search))' : ''}
      order by u.last_name, u.first_name, u.id limit $most offset $offset`,
    { keepsPlan: true },
  ),
)

interface UserQuery {
  role: Role
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Active people with a role, by name (spec part 2, section 7). Without `limit` at most 1000. */
export async function listUsers(
  scope: TenantScope,
  { role, search = '', limit = LIST_CAP, offset = 0 }: UserQuery,
): Promise<PagedAnswer<z.infer<typeof namedUser>>> {
  const found = await scope.lastRows(selectUsersOfRole({ isSearched: search !== '' }), {
    tenantId: scope.tenantId,
    role,
    search,
    most: limit + 1,
    offset,
  })
  return new PagedAnswer(found, { limit, offset })
}
