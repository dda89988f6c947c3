import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { countedPage, PagedAnswer } from '#core/server/http/answers.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { embeddedCourse, type EmbeddedCourse } from '../contract.ts'
import { FrappeError } from './frappe/failure.ts'
import { newClient, getCurrentSite } from './site.ts'

// Courses of the platform, and organizations' own that were built from their training.
const selectBuiltInCourses = statement(
  embeddedCourse.extend({ total: z.number() }),
  `select c.id::text, c.title, c.status, t.name as organization,
      c.original_project_id is not null as "isMigrated",
      case when c.tenant_id is null then '/lms-management?course=' || c.id end as href, count(*) over () as total
    from lms_courses c left join tenants t on t.id = c.tenant_id
   where c.deleted_at is null and (c.tenant_id is null or c.original_project_id is not null)
   order by t.name nulls first, c.title, c.id limit $limit offset $offset`,
)

const selectSiteCourses = statement(
  z.object({ name: z.string() }),
  `select name from lms_frappe_documents where site = $site and type = 'LMS Course' and name = any($names)`,
)

interface Page {
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists courses of the built-in LMS, or of the site. @throws embedded-lms.unreachable (409) with a message */
export async function listEmbedded(
  core: Core,
  { limit = LIST_CAP, offset = 0 }: Page,
): Promise<PagedAnswer<EmbeddedCourse>> {
  const site = await getCurrentSite(core)
  if (!site) {
    const found = await core.db.platform(systemActor, (scope) =>
      scope.lastRows(selectBuiltInCourses, { limit: limit + 1, offset }),
    )
    return countedPage(found, { limit, offset })
  }
  const found = await newClient(core, site, { attempts: 1, timeout: 10_000 })
    .page('LMS Course', ['name', 'title', 'published'], { offset, limit: limit + 1 })
    .catch((error: unknown) => {
      if (!(error instanceof FrappeError)) throw error
      throw new AppError('embedded-lms.unreachable', 409, error.message)
    })
  const names = found.map(({ name }) => name)
  const ours = await core.db.platform(systemActor, (scope) =>
    scope.rows(selectSiteCourses, { site: site.baseUrl, names }),
  )
  const isOurs = new Set(ours.map(({ name }) => name))
  const rows = found.map(({ name, title, published }) => ({
    id: name,
    title: typeof title === 'string' ? title : name,
    status: published === 1 ? ('published' as const) : ('draft' as const),
    organization: null,
    isMigrated: isOurs.has(name),
    href: `${site.baseUrl}/lms/courses/${encodeURIComponent(name)}`,
  }))
  return new PagedAnswer<EmbeddedCourse>(rows, { limit, offset })
}
