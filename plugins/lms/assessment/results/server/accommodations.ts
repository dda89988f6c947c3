import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { roles } from '#core/contract/roles.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { applyAllowance } from '../../attempts/server/allowances.ts'
import { timeFactors, type AccommodatedLearner, type Accommodation } from '../accommodations-contract.ts'

const row = z.object({
  userId: z.uuid(),
  name: z.string(),
  role: z.enum(roles),
  timeFactor: z.union(timeFactors.map((factor) => z.literal(factor))).nullable(),
  breakMinutes: z.number().int().nullable(),
  isUnshuffled: z.boolean().nullable(),
  isLarger: z.boolean().nullable(),
  updatedAt: z.string().nullable(),
})

const columns = `u.id as "userId", btrim(u.first_name || ' ' || u.last_name) as name, u.role, a.time_factor as "timeFactor",
  a.break_minutes as "breakMinutes", a.is_unshuffled as "isUnshuffled", a.is_larger as "isLarger", a.updated_at as "updatedAt"`

const learnerTables = `from users u left join lms_accommodations a on a.tenant_id = u.tenant_id and a.user_id = u.id
  where u.tenant_id = $tenantId`

// Users who have left are not listed to platform staff: their presence in the list would reveal that they have accommodations.
const selectAccommodations = variants(
  { isSearched: [true, false], isHidden: [true, false] },
  ({ isSearched, isHidden }) =>
    statement(
      row.extend({ total: z.number() }),
      `select ${columns}, count(*) over () as total ${learnerTables}
        and ${isHidden ? 'u.is_active' : '(u.is_active or a.id is not null) and (a.id is not null or not $isGranted)'}
        ${isSearched ? 'and u.search like (select containing($search))' : ''}
      order by u.last_name, u.first_name, u.id limit $most offset $offset`,
    ),
)

interface AccommodationsQuery {
  search?: string | undefined
  granted?: 'true' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/**
 * Lists users by name, and those who have left only if they have accommodations. Without `limit` at most 1000. Platform staff
 * read the names alone.
 * @throws forbidden for platform staff who filter by accommodations
 */
export async function listAccommodations(
  scope: TenantScope,
  { search = '', granted, limit = LIST_CAP, offset = 0 }: AccommodationsQuery,
): Promise<PagedAnswer<AccommodatedLearner>> {
  const isHidden = isPlatformStaff(scope)
  if (isHidden && granted) throw forbidden('Platform staff open accommodations one by one, with a reason.')
  const rows = await scope.lastRows(selectAccommodations({ isSearched: search !== '', isHidden }), {
    tenantId: scope.tenantId,
    ...(!isHidden && { isGranted: granted === 'true' }),
    search,
    most: limit + 1,
    offset,
  })
  return countedPage(rows, { limit, offset }, isHidden ? hideAccommodation : toAccommodated)
}

const isPlatformStaff = ({ actor }: TenantScope) => actor.user?.role === 'superadmin'

const hideAccommodation = ({ userId, name, role }: z.infer<typeof row>): AccommodatedLearner => ({
  userId,
  name,
  role,
  accommodation: null,
  isHidden: true,
})

const toAccommodated = ({ userId, name, role, updatedAt, ...kept }: z.infer<typeof row>): AccommodatedLearner => {
  const { timeFactor, breakMinutes, isUnshuffled, isLarger } = kept
  if (updatedAt === null) return { userId, name, role, accommodation: null, isHidden: false }
  return {
    userId,
    name,
    role,
    accommodation: {
      timeFactor,
      breakMinutes: breakMinutes ?? 0,
      isUnshuffled: isUnshuffled ?? false,
      isLarger: isLarger ?? false,
      updatedAt,
    },
    isHidden: false,
  }
}

const selectAccommodation = statement(row, `select ${columns} ${learnerTables} and u.id = $userId`)

/** @throws not-found if the organization has no such user */
async function getLearner(scope: TenantScope, userId: string): Promise<AccommodatedLearner> {
  const [found] = await scope.rows(selectAccommodation, { tenantId: scope.tenantId, userId })
  if (!found) throw notFound('Person')
  return toAccommodated(found)
}

/** undefined while that plugin, which has the ledger, is off. */
type People = TenantAppServices | undefined

const newNoLedgerError = () => forbidden('Platform staff open accommodations only where a ledger keeps why.')

/**
 * Reads the accommodations of one user. Access by platform staff is logged with its reason, and the organization's admins are
 * emailed.
 * @throws invalid at `words` for platform staff without a reason; not-found if the organization has no such user
 */
export async function openAccommodation(
  scope: TenantScope,
  userId: string,
  words: string,
  people: People,
): Promise<AccommodatedLearner> {
  const learner = await getLearner(scope, userId)
  if (!isPlatformStaff(scope)) return learner
  if (!people) throw newNoLedgerError()
  await people.recordAccommodationsView(scope, { userId, words })
  return learner
}

/** @throws forbidden for platform staff who have not opened this user's accommodations within the last hour */
async function requireOpened(scope: TenantScope, userId: string, people: People): Promise<void> {
  if (!isPlatformStaff(scope)) return
  if (!people) throw newNoLedgerError()
  await people.requireOpened(scope, userId, 'accommodations')
}

const upsertAccommodation = statement(
  z.object({ isKept: z.boolean() }),
  `insert into lms_accommodations as a (user_id, time_factor, break_minutes, is_unshuffled, is_larger, set_by, updated_at)
    values ($userId, $timeFactor, $breakMinutes, $isUnshuffled, $isLarger, $caller, $now)
    on conflict (tenant_id, user_id) do update set time_factor = excluded.time_factor,
      break_minutes = excluded.break_minutes, is_unshuffled = excluded.is_unshuffled, is_larger = excluded.is_larger,
      set_by = excluded.set_by, updated_at = excluded.updated_at
      where (a.time_factor, a.break_minutes, a.is_unshuffled, a.is_larger)
        is distinct from (excluded.time_factor, excluded.break_minutes, excluded.is_unshuffled, excluded.is_larger)
    returning true as "isKept"`,
)

/**
 * Sets a learner's accommodations for every quiz. Attempts in progress have the new time at once; their order stays.
 * @throws not-found if the organization has no such user; forbidden for platform staff who have not opened them
 */
export async function setAccommodation(
  scope: TenantScope,
  userId: string,
  accommodation: Accommodation,
  people: People,
): Promise<AccommodatedLearner> {
  await getLearner(scope, userId)
  await requireOpened(scope, userId, people)
  const now = scope.core.clock.now().toISOString()
  const caller = callerOf(scope).caller ?? null
  if ((await scope.rows(upsertAccommodation, { ...accommodation, userId, caller, now })).length > 0) {
    await applyAllowance(scope, { userId, lessonId: null })
    // The accommodations themselves are not logged: they reveal a user's health.
    await record(scope, {
      action: 'assessment.accommodation-set',
      category: 'system',
      description: `Set how ${referTo('user', userId)} takes quizzes`,
      resource: 'user',
      resourceId: userId,
    })
  }
  return getLearner(scope, userId)
}

const deleteAccommodation = statement(
  z.object({ id: z.uuid() }),
  'delete from lms_accommodations where tenant_id = $tenantId and user_id = $userId returning id',
)

/**
 * Removes a user's accommodations.
 * @throws not-found if the organization has no such user; forbidden for platform staff who have not opened them
 */
export async function removeAccommodation(scope: TenantScope, userId: string, people: People): Promise<void> {
  await getLearner(scope, userId)
  await requireOpened(scope, userId, people)
  if ((await scope.rows(deleteAccommodation, { tenantId: scope.tenantId, userId })).length === 0) return
  await record(scope, {
    action: 'assessment.accommodation-removed',
    category: 'system',
    description: `Removed how ${referTo('user', userId)} takes quizzes`,
    resource: 'user',
    resourceId: userId,
  })
}
