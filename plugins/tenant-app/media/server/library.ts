import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { viewerOf, viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { countedPage, PagedAnswer } from '#core/server/http/answers.ts'
import { seenStudents } from '../../base/families/server/policies.ts'
import { isPlatformStaff } from '../../shared/server/roles.ts'
import type { Media, MediaKind, mediaSharing, SharedMedia } from '../contract.ts'
import { columns, mediaRow, sharedColumns, sharedRow, withFile, addWithheld, type MediaRow } from './columns.ts'
import { withoutConsentQuery } from './consents.ts'
import { seenMedia, sightOf } from './policies.ts'

const isTagged = `exists (select from media_students t where t.tenant_id = m.tenant_id and t.media_id = m.id)`

const isWithheldAmongShared = `(m.is_public and (not (m.shows_nobody or ${isTagged})
  or m.id in (${withoutConsentQuery((column) => `${column} in (select id from media where is_public and deleted_at is null)`)})))`

// The index of the library has all of these columns, except for tags.
const filterConditions = `and ($search::text is null or m.search like (select containing($search))) and ($kind::text is null or m.kind = $kind)
  and ($sessionId::uuid is null or m.session_id = $sessionId) and (not $isOfNone::boolean or m.session_id is null)
  and ($studentId::uuid is null or m.id in (select media_id from media_students where student_id = $studentId))
  and ($isPublic::boolean is null or m.is_public = $isPublic)
  and (not $isUntagged::boolean or not (m.shows_nobody or ${isTagged}))
  and (not $isUnused::boolean or not (m.is_public or m.session_id is not null or ${isTagged}))`

const newestFirst = 'm.created_at desc, m.id desc'

const selectMediaPage = variants(
  { viewer: viewers, isNarrowed: [true, false], isWithheld: [true, false] },
  ({ viewer, isNarrowed, isWithheld }) => {
    const where = `from media m where (m.deleted_at is not null) = $isDeleted and ${seenMedia(viewer, 'm.id')}
      ${isNarrowed ? filterConditions : ''} ${isWithheld ? `and ${isWithheldAmongShared}` : ''}`
    // A filtered query walks the rows once for page and count; else the index finds the page.
    const chosen = isNarrowed
      ? `select (array_agg(m.id order by ${newestFirst}))[$offset::int + 1 : $offset::int + $most::int] as ids,
          count(*) as total ${where}`
      : `select array(select m.id ${where} order by ${newestFirst} limit $most offset $offset) as ids,
          (select count(*) ${where}) as total`
    return statement(
      mediaRow.extend({ total: z.number() }),
      `with chosen as materialized (${chosen})
        select ${columns}, chosen.total from chosen cross join unnest(chosen.ids) with ordinality page (id, place)
          cross join lateral (select * from media t where t.id = page.id limit 1) m ${withFile} order by page.place`,
    )
  },
)

interface MediaQuery {
  search?: string | undefined
  kind?: MediaKind | undefined
  /** Id of a session, or `none`. */
  session?: string | undefined
  studentId?: string | undefined
  sharing?: (typeof mediaSharing)[number] | undefined
  tagging?: 'untagged' | undefined
  usage?: 'unused' | undefined
  deleted?: 'true' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/**
 * Lists the library, the latest first; with the total. Without `limit` at most 1000.
 * @throws forbidden for platform staff who filter withheld files
 */
export async function listMedia(scope: TenantScope, query: MediaQuery): Promise<PagedAnswer<Media>> {
  const { search = '', kind, session, studentId, sharing, limit = LIST_CAP, offset = 0 } = query
  const isWithheld = sharing === 'withheld'
  if (isWithheld && isPlatformStaff(scope)) throw forbidden('Platform staff open consents with a reason.')
  const { tagging, usage } = query
  const isNarrowed = [search || undefined, kind, session, studentId, sharing, tagging, usage].some(
    (filter) => filter !== undefined,
  )
  const found = await scope.rows(selectMediaPage({ viewer: viewerOf(scope), isNarrowed, isWithheld }), {
    ...sightOf(scope),
    isDeleted: query.deleted === 'true',
    search: search === '' ? null : search,
    kind: kind ?? null,
    sessionId: session === undefined || session === 'none' ? null : session,
    isOfNone: session === 'none',
    studentId: studentId ?? null,
    isPublic: sharing === undefined ? null : sharing !== 'private',
    isUntagged: tagging === 'untagged',
    isUnused: usage === 'unused',
    most: limit + 1,
    offset,
  })
  // Past the end of the list no row has the total.
  const total = found[0]?.total ?? (offset === 0 ? 0 : undefined)
  const rows = await addWithheld(
    scope,
    found.map(({ total: _, ...row }): MediaRow => row),
  )
  return new PagedAnswer(rows, { limit, offset, ...(total === undefined ? {} : { total }) })
}

/** True for media with a child of the caller, and of sessions in which it takes part. */
const ofChild = (viewer: Viewer) => `(${seenStudents(viewer, '$studentId::uuid')} and (
  m.id in (select media_id from media_students where student_id = $studentId)
  or m.session_id in (select session_id from session_participants where student_id = $studentId and status = 'registered')))`

const selectSharedMedia = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    sharedRow,
    `select ${sharedColumns} from media m ${withFile}
      where m.is_public and m.deleted_at is null and f.state = 'complete' and ${seenMedia(viewer, 'm.id')}
        and ($studentId::uuid is null or ${ofChild(viewer)})
        and ($sessionId::uuid is null or m.session_id = $sessionId)
      order by ${newestFirst} limit $most offset $offset`,
  ),
)

interface SharedQuery {
  /** Child of the caller: filters media with it, or of its sessions. */
  studentId?: string | undefined
  sessionId?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists media that families and the caller may see, the latest first. Without `limit` at most 1000. */
export async function listSharedMedia(
  scope: TenantScope,
  { studentId, sessionId, limit = LIST_CAP, offset = 0 }: SharedQuery,
): Promise<PagedAnswer<SharedMedia>> {
  const found = await scope.rows(selectSharedMedia({ viewer: viewerOf(scope) }), {
    ...sightOf(scope),
    studentId: studentId ?? null,
    sessionId: sessionId ?? null,
    most: limit + 1,
    offset,
  })
  return new PagedAnswer(found, { limit, offset })
}

const selectFolders = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({
      sessionId: z.uuid().nullable(),
      sessionName: z.string().nullable(),
      startDate: z.string().nullable(),
      files: z.number().int(),
      total: z.number(),
    }),
    `select m.session_id as "sessionId", s.name as "sessionName", s.start_date as "startDate", m.files,
        count(*) over () as total
      from (select session_id, count(*)::int as files from media m
          where m.deleted_at is null and ${seenMedia(viewer, 'm.id')} group by session_id) m
        left join sessions s on s.id = m.session_id
      where $search::text is null or fold(s.name) like (select containing($search))
      order by m.session_id is not null, s.start_date desc, m.session_id limit $most offset $offset`,
  ),
)

/** Lists folders: media without a session first, then sessions, the latest first; with the total. */
export async function listFolders(
  scope: TenantScope,
  { search = '', limit = LIST_CAP, offset = 0 }: Pick<MediaQuery, 'search' | 'limit' | 'offset'>,
) {
  const found = await scope.rows(selectFolders({ viewer: viewerOf(scope) }), {
    ...sightOf(scope),
    search: search === '' ? null : search,
    most: limit + 1,
    offset,
  })
  return countedPage(found, { limit, offset })
}
