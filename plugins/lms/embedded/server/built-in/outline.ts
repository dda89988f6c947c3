import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import type { MadeLesson } from './lessons.ts'

/** Chapter built from a module. */
export interface MadeChapter {
  originId: string
  title: string
  description: string
  lessons: MadeLesson[]
}

const deleteMissingChapters = statement(
  `update lms_chapters set deleted_at = $now
    where owner = $owner and course_id = $courseId and deleted_at is null and origin_id <> all($origins::uuid[])`,
)
const updateMadeChapters = statement(
  `update lms_chapters h
      set title = g.title, description = g.description, position = g.position, deleted_at = null, updated_at = $now
    from jsonb_to_recordset($chapters::jsonb) g ("originId" uuid, title text, description text, position integer)
    where h.owner = $owner and h.course_id = $courseId and h.origin_id = g."originId"
      and (h.title, h.description, h.position, h.deleted_at)
        is distinct from (g.title, g.description, g.position, null::timestamptz)`,
)
const insertMadeChapters = statement(
  `insert into lms_chapters (course_id, origin_id, title, description, position, created_at, updated_at)
    select $courseId, g."originId", g.title, g.description, g.position, $now, $now
      from jsonb_to_recordset($chapters::jsonb) g ("originId" uuid, title text, description text, position integer)
     where not exists (select from lms_chapters h
       where h.owner = $owner and h.course_id = $courseId and h.origin_id = g."originId")`,
)
// An author's additions come after the built parts.
const updateOwnChapters = statement(
  `update lms_chapters h set position = n.position
    from (
      select id, $made::int + row_number() over (order by position, id) as position from lms_chapters
        where owner = $owner and course_id = $courseId and deleted_at is null and origin_id is null
    ) n
    where h.owner = $owner and h.id = n.id`,
)

const madeLessons = `jsonb_to_recordset($lessons::jsonb) g ("chapterOrigin" uuid, "originId" uuid, title text,
      "contentType" text, content jsonb, details jsonb, duration integer, "isRequired" boolean, position integer)
    join lms_chapters h on h.owner = $owner and h.course_id = $courseId and h.origin_id = g."chapterOrigin"`

const deleteMissingLessons = statement(
  `update lms_lessons set deleted_at = $now
    where owner = $owner and course_id = $courseId and deleted_at is null and origin_id <> all($origins::uuid[])`,
)
const updateMadeLessons = statement(
  `update lms_lessons l
      set chapter_id = n.chapter_id, title = n.title, content_type = n."contentType", content = n.content,
        details = l.details || n.details, duration = n.duration, is_required = n."isRequired", position = n.position,
        deleted_at = null, updated_at = $now
    from (select g.*, h.id as chapter_id from ${madeLessons}) n
    where l.owner = $owner and l.course_id = $courseId and l.origin_id = n."originId"
      and (l.chapter_id, l.title, l.content_type, l.content, l.details, l.duration, l.is_required, l.position,
          l.deleted_at)
        is distinct from (n.chapter_id, n.title, n."contentType", n.content, l.details || n.details, n.duration,
          n."isRequired", n.position, null::timestamptz)`,
)
const insertMadeLessons = statement(
  z.object({ id: z.uuid() }),
  `insert into lms_lessons (course_id, chapter_id, origin_id, title, content_type, content, details, duration,
      is_required, position, created_at, updated_at)
    select $courseId, h.id, g."originId", g.title, g."contentType", g.content, g.details, g.duration, g."isRequired",
        g.position, $now, $now
      from ${madeLessons}
     where not exists (select from lms_lessons l
       where l.owner = $owner and l.course_id = $courseId and l.origin_id = g."originId")
    returning id`,
)
const updateOwnLessons = statement(
  `update lms_lessons l set position = n.position
    from (
      select id, $made::int + row_number() over (order by position, id) as position from lms_lessons
        where owner = $owner and course_id = $courseId and deleted_at is null and origin_id is null
    ) n
    where l.owner = $owner and l.id = n.id`,
)

/** Writes the built parts in their order into a locked course: one statement for all chapters, and one for all lessons. */
export async function writeOutline(scope: Scope, courseId: string, made: readonly MadeChapter[]): Promise<void> {
  const of = { owner: ownerOf(scope), courseId, now: scope.core.clock.now().toISOString() }
  const chapters = made.map(({ originId, title, description }, index) => ({
    originId,
    title,
    description,
    position: index + 1,
  }))
  const lessons = made.flatMap((chapter) =>
    chapter.lessons.map((lesson) => ({ ...lesson, chapterOrigin: chapter.originId })),
  )
  const written = {
    ...of,
    chapters: JSON.stringify(chapters),
    lessons: JSON.stringify(lessons.map((lesson, index) => ({ ...lesson, position: index + 1 }))),
  }
  await scope.rows(deleteMissingChapters, { ...of, origins: chapters.map(({ originId }) => originId) })
  await scope.rows(updateMadeChapters, written)
  await scope.rows(insertMadeChapters, written)
  await scope.rows(updateOwnChapters, { ...of, made: chapters.length })
  await scope.rows(deleteMissingLessons, { ...of, origins: lessons.map(({ originId }) => originId) })
  await scope.rows(updateMadeLessons, written)
  await scope.rows(insertMadeLessons, written)
  await scope.rows(updateOwnLessons, { ...of, made: lessons.length })
}
