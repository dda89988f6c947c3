import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import type { MediaSession, MediaStudent } from '../contract.ts'
import { studentColumns, studentRow, addConsents } from './details.ts'
import { instructedSessions } from '../../base/people/server/meeting-instructors.ts'

const selectTaggableStudents = statement(
  studentRow,
  `select ${studentColumns} from students s
    where s.is_active and ($search::text is null or s.search like (select containing($search)))
    order by exists (select from session_participants p where p.tenant_id = s.tenant_id and p.session_id = $sessionId::uuid
        and p.student_id = s.id and p.status = 'registered') desc, s.last_name, s.first_name, s.id
    limit $most offset $offset`,
)

interface StudentQuery {
  search?: string | undefined
  /** Session whose students come first. */
  sessionId?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists active students for tags, with whether they may be shown; 20 by default. */
export async function listMediaStudents(
  scope: TenantScope,
  { search = '', sessionId, limit = 20, offset = 0 }: StudentQuery,
): Promise<PagedAnswer<MediaStudent>> {
  const found = await scope.rows(selectTaggableStudents, {
    search: search === '' ? null : search,
    sessionId: sessionId ?? null,
    most: limit + 1,
    offset,
  })
  return new PagedAnswer(await addConsents(scope, found), { limit, offset })
}

const selectFedSessions = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid(), name: z.string(), startDate: z.string() }),
    `select s.id, s.name, s.start_date as "startDate" from sessions s
      where ${instructedSessions(viewer, 's.id')} and ($search::text is null or s.search like (select containing($search)))
      order by s.start_date desc, s.id desc limit $most offset $offset`,
  ),
)

/** Lists sessions to which the caller adds media, the latest first; 20 by default. */
export async function listFedSessions(
  scope: TenantScope,
  { search = '', limit = 20, offset = 0 }: Omit<StudentQuery, 'sessionId'>,
): Promise<PagedAnswer<MediaSession>> {
  const found = await scope.rows(selectFedSessions({ viewer: viewerOf(scope) }), {
    ...callerOf(scope),
    search: search === '' ? null : search,
    most: limit + 1,
    offset,
  })
  return new PagedAnswer(found, { limit, offset })
}

const sumLibraryBytes = statement(
  z.object({ media: z.number().int(), deleted: z.number().int() }),
  `select coalesce(sum(f.size), 0)::bigint as media,
      coalesce(sum(f.size) filter (where m.deleted_at is not null), 0)::bigint as deleted
    from media m join files f on f.tenant_id = m.tenant_id and f.id = m.id`,
)

/** Counts bytes of the library, and of its deleted files that can be restored. */
export async function getLibraryBytes(scope: TenantScope): Promise<{ media: number; deleted: number }> {
  const [found] = await scope.rows(sumLibraryBytes)
  return found ?? { media: 0, deleted: 0 }
}
