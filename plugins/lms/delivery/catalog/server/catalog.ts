import { z } from 'zod'
import { fromMinorUnits } from '#core/contract/money.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { catalogFigures, catalogItem, courseRule, type CatalogItem, type learningStatus } from '../contract.ts'
import { maybeColumns, maybeEnrolled, withEnrollment } from './enrollment.ts'
import { catalogTables, isInCatalog, isRequired, catalogParameters } from './seen.ts'

export const catalogRow = catalogItem
  .omit({ enrollment: true, rule: true, completionPercentage: true })
  .extend(courseRule.shape)
  .extend(maybeEnrolled.shape)
type Row = z.infer<typeof catalogRow>

// Looks at the current cycle: a repeated course needs another completion. Revoked and expired certificates do not count.
const hasCertificate = (cycle = '') => `exists (select from lms_certificates k where k.tenant_id = $tenantId
  and k.user_id = $caller and k.course_id = c.id ${cycle} and k.revoked_at is null and k.replaced_at is null
  and (k.expires_at is null or k.expires_at > $now::timestamptz))`
const isCertified = hasCertificate('and k.cycle = e.cycle')

// Limited to the organization, by its index.
const rating = `(select jsonb_build_object('count', count(*), 'stars', round(avg(w.stars), 1)) from lms_course_reviews w
  where w.tenant_id = $tenantId and w.course_id = c.id)`

/** An extension counts instead of the day that the organization has set for all. */
export const dueDay = 'coalesce(e.extended_until, r.required_until)'

/** Columns of the tables that `catalogTables` joins. */
export const catalogColumns = `c.id, v.title, v.description, v.category, v.minutes as "estimatedDuration",
  v.difficulty as "difficultyLevel", v.lesson_count as "lessonCount", v.image_url as "imageUrl", v.language, v.audience,
  c.price_minor::float8 as price, c.currency,
  v.is_featured as "isFeatured", c.tenant_id is null as "isGlobal",
  case when c.deleted_at is null then c.status else 'archived' end as status,
  coalesce(r.is_hidden, false) as "isHidden", r.required_for as "requiredFor",
  coalesce(r.project_ids, '{}') as "projectIds",
  to_char(r.required_until, 'YYYY-MM-DD') as "requiredUntil", ${isRequired} as "isRequired",
  case when ${isRequired} then to_char(${dueDay}, 'YYYY-MM-DD') end as "dueOn",
  ${isCertified} as "certificateEarned", ${rating} as rating, ${maybeColumns}`

const standingSql = `case when e.id is null then 'not-started' when e.completed_at is null then 'in-progress'
  else 'completed' end`

// A catalog is small: one statement for all filters is fast enough, and each combination would be many.
const filters = `and ($category::text is null or v.category = $category)
  and ($status::text is null or ${standingSql} = $status)
  and ($audience::text is null or v.audience = $audience)`

/** Required courses that are not completed come first, by their due date. */
const isDue = `(${isRequired} and e.completed_at is null)`
const sortOrder = `${isDue} desc, case when ${isDue} then ${dueDay} end, v.is_featured desc, v.title, c.id`

const selectCourses = variants({ isSearched: [true, false] }, ({ isSearched }) =>
  statement(
    catalogRow.extend({ total: z.number() }),
    `select ${catalogColumns}, count(*) over () as total ${catalogTables}
      where ${isInCatalog} ${filters} ${isSearched ? 'and v.search like (select containing($search))' : ''}
      order by ${sortOrder} limit $most offset $offset`,
    // Planning this many conditions takes twice as long as reading the whole catalog.
    { keepsPlan: true },
  ),
)

interface CatalogQuery {
  search?: string | undefined
  category?: string | undefined
  status?: z.infer<typeof learningStatus> | undefined
  audience?: CatalogItem['audience'] | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists courses that the caller can find: required and due first, then featured, by title. Without `limit` at most 1000. */
export async function listCatalog(scope: TenantScope, query: CatalogQuery): Promise<PagedAnswer<CatalogItem>> {
  const { search = '', limit = LIST_CAP, offset = 0 } = query
  const rows = await scope.lastRows(selectCourses({ isSearched: search !== '' }), {
    ...catalogParameters(scope),
    search,
    category: query.category ?? null,
    status: query.status ?? null,
    audience: query.audience ?? null,
    most: limit + 1,
    offset,
  })
  return countedPage(rows, { limit, offset }, toCatalogItem)
}

const selectCategories = statement(
  z.object({ category: z.string() }),
  `select distinct v.category ${catalogTables} where ${isInCatalog} and v.category <> '' order by v.category limit ${LIST_CAP}`,
)

/** Lists categories of courses that the caller finds, including ones that the platform's settings no longer have. */
export const listCatalogCategories = async (scope: TenantScope): Promise<string[]> =>
  (await scope.rows(selectCategories, catalogParameters(scope))).map(({ category }) => category)

const selectCatalogStats = statement(
  catalogFigures,
  `select count(*)::int as "totalCourses",
      (count(*) filter (where ${standingSql} = 'in-progress'))::int as "inProgress",
      (count(*) filter (where ${standingSql} = 'completed'))::int as completed,
      (count(*) filter (where ${hasCertificate()}))::int as certificates
    ${catalogTables} where ${isInCatalog}`,
  { keepsPlan: true },
)

/** Counts for the cards of the catalog (spec part 2, section 2.8); each count matches the list with its filter. */
export async function countCatalog(scope: TenantScope): Promise<z.infer<typeof catalogFigures>> {
  const [counted] = await scope.lastRows(selectCatalogStats, catalogParameters(scope))
  if (!counted) throw new Error('A count always answers one row')
  return counted
}

export function toCatalogItem(row: Row): CatalogItem {
  const { enrollment, rest } = withEnrollment(row)
  const { isHidden, requiredFor, projectIds, requiredUntil, ...item } = rest
  return {
    ...item,
    price: fromMinorUnits(item.price, item.currency),
    rule: { isHidden, requiredFor, projectIds, requiredUntil },
    ...(enrollment ? { enrollment } : {}),
    completionPercentage: enrollment?.progress ?? 0,
  }
}
