import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { isPlatformStaff } from '../../../shared/server/roles.ts'
import { consent, consentVersion } from '../contract.ts'
import type { Consent, ConsentDetail, ConsentKind } from '../contract.ts'
import { concernsStudent, stateOf, statesQuery } from './consent-state.ts'
import { namesOf } from '../../../shared/server/name-key.ts'

const withText = `consents c join consent_versions v
  on v.tenant_id = c.tenant_id and v.consent_id = c.id and v.number = c.version`

/** Counts states of `chosen` for the active students who are asked. */
const countsQuery = (chosen: string) => `
  chosen as (${chosen}),
  standing as (${statesQuery('a.consent_id in (select id from chosen)')}),
  counts as (
    select c.id, ${['given', 'refused', 'expired', 'missing']
      .map((state) => `count(*) filter (where ${stateOf('h')} = '${state}') as ${state}`)
      .join(', ')}
    from chosen c join students s on s.tenant_id = c.tenant_id and s.is_active and ${concernsStudent}
      left join standing h on h.consent_id = c.id and h.student_id = s.id
    group by c.id
  )`

const columns = `c.id, c.kind, c.title, c.version, c.asked, c.grades, c.expires_after_months as "expiresAfterMonths",
  c.expires_on as "expiresOn", c.withdrawn_at as "withdrawnAt", c.reminded_at as "remindedAt",
  coalesce(n.given, 0) as given, coalesce(n.refused, 0) as refused, coalesce(n.expired, 0) as expired,
  coalesce(n.missing, 0) as missing, c.created_at as "createdAt", c.updated_at as "updatedAt"`

const inOrder = 'c.withdrawn_at is not null, lower(c.title), c.id'

const selectConsents = variants({ isOfKind: [true, false] }, ({ isOfKind }) =>
  statement(
    consent.extend({ total: z.number() }),
    `with ${countsQuery(`select c.*, v.title, count(*) over () as total from ${withText}
        where fold(v.title) like (select containing($search)) ${isOfKind ? 'and c.kind = $kind' : ''}
        order by ${inOrder.replace('c.title', 'v.title')} limit $most offset $offset`)}
      select ${columns}, c.total from chosen c left join counts n on n.id = c.id order by ${inOrder}`,
  ),
)

interface ConsentQuery {
  search?: string | undefined
  kind?: ConsentKind | undefined
  limit?: number | undefined
  offset?: number | undefined
}

const noCounts = { given: null, refused: null, expired: null, missing: null }

/** Hides counts from platform staff: counts for a consent of one child are its answer, which opens only with a reason. */
const countsFor = (scope: TenantScope) => (isPlatformStaff(scope) ? noCounts : {})

/** Lists present consents first, by title. Without `limit` at most 1000. */
export async function listConsents(
  scope: TenantScope,
  { search = '', kind, limit = LIST_CAP, offset = 0 }: ConsentQuery,
): Promise<PagedAnswer<Consent>> {
  const found = await scope.rows(selectConsents({ isOfKind: kind !== undefined }), {
    search,
    kind,
    most: limit,
    offset,
    now: scope.core.clock.now(),
    tenantId: scope.tenantId,
  })
  return countedPage(found, { limit, offset }, (one) => ({ ...one, ...countsFor(scope) }))
}

const selectConsent = statement(
  consent,
  `with ${countsQuery(`select c.*, v.title from ${withText} where c.id = $id`)}
    select ${columns} from chosen c left join counts n on n.id = c.id`,
)

const selectVersions = statement(
  consentVersion,
  `select number, title, body, published_by as "publishedBy", published_at as "publishedAt"
    from consent_versions where consent_id = $id order by number desc limit 1000`,
)

const selectChosenStudents = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select s.id, s.first_name || ' ' || s.last_name as name
    from consent_students x join students s on s.tenant_id = x.tenant_id and s.id = x.student_id
    where x.consent_id = $id order by s.last_name, s.first_name, s.id limit 1000`,
)

const selectTitle = statement(z.object({ title: z.string() }), `select v.title from ${withText} where c.id = $id`)

/** Returns the present title, without counting answers. @throws not-found when the organization has no such consent */
export async function getConsentTitle(scope: TenantScope, id: string): Promise<string> {
  const [found] = await scope.rows(selectTitle, { id })
  if (!found) throw notFound('Consent')
  return found.title
}

/** @throws not-found when the organization has no such consent */
export async function getConsent(scope: TenantScope, id: string): Promise<ConsentDetail> {
  const [found] = await scope.rows(selectConsent, { id, now: scope.core.clock.now(), tenantId: scope.tenantId })
  if (!found) throw notFound('Consent')
  return {
    ...found,
    ...countsFor(scope),
    students: await scope.rows(selectChosenStudents, { id }),
    versions: await scope.rows(selectVersions, { id }),
  }
}

const selectGrades = statement(
  z.object({ grade: z.string() }),
  `select distinct grade from students where is_active and grade <> '' order by grade limit 1000`,
)

const selectAudience = statement(
  z.object({ id: z.uuid(), name: z.string(), grade: z.string().nullable() }),
  `select id, first_name || ' ' || last_name as name, grade from students
    where is_active and ${namesOf('students')} like (select containing($search))
    order by last_name, first_name, id limit $limit offset $offset`,
)

type Audience = Record<'students', z.infer<typeof selectAudience.row>[]> & { grades: string[] }

/** Lists the grades and students that a consent can be limited to. */
export async function listConsentAudience(
  scope: TenantScope,
  {
    search = '',
    limit = 20,
    offset = 0,
  }: { search?: string | undefined; limit?: number | undefined; offset?: number | undefined },
): Promise<Audience> {
  const found = await scope.rows(selectGrades)
  return {
    grades: found
      .map(({ grade }) => grade)
      .toSorted((first, second) => first.localeCompare(second, 'en', { numeric: true })),
    students: await scope.rows(selectAudience, { search, limit, offset }),
  }
}
