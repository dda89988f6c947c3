import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { RichText } from '#core/contract/rich-text.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { listCourseChapters } from '../../courses/server/chapters.ts'
import { opening, type Opening } from '../../courses/opening-contract.ts'
import { getCourse } from '../../courses/server/courses.ts'
import { openingColumns } from '../../courses/server/openings.ts'
import { contentTypes, MAX_LESSONS, type ContentType } from '../../lessons/contract.ts'
import { getKind } from '../../lessons/kinds/contract.ts'
import { withPoolQuestions } from '../../questions/server/pools.ts'
import type { CourseOutline, OutlineLesson } from './course-outline.ts'

const json = z.record(z.string(), z.unknown())

const written = z.object({
  id: z.uuid(),
  chapterId: z.uuid().nullable(),
  title: z.string(),
  description: z.string(),
  contentType: z.enum(contentTypes),
  contentUrl: z.string(),
  duration: z.number().int(),
  isRequired: z.boolean(),
  isPreview: z.boolean(),
  ...opening.shape,
  body: json,
  details: json,
})

const selectLessons = statement(
  written,
  `select l.id, h.id as "chapterId", l.title, l.description, l.content_type as "contentType",
      l.content_url as "contentUrl", l.duration, l.is_required as "isRequired", l.is_preview as "isPreview",
      ${openingColumns('l')},
      l.content as body, coalesce(l.details -> l.content_type, '{}') as details
    from lms_lessons l left join lms_chapters h on h.owner = l.owner and h.id = l.chapter_id and h.deleted_at is null
    where l.owner = $owner and l.course_id = $courseId and l.deleted_at is null
      and coalesce(h.status, 'published') = 'published'
    order by h.position nulls last, h.id, l.position, l.id limit ${MAX_LESSONS}`,
)

// Runs before any of it is read.
const sumContentBytes = statement(
  z.object({ bytes: z.number() }),
  `select coalesce(sum(octet_length(content::text) + coalesce(octet_length((details -> content_type)::text), 0)), 0)::float8
      as bytes from lms_lessons where owner = $owner and course_id = $courseId and deleted_at is null`,
)

/** Maximum bytes of all lessons of a course together: texts and details, without files. */
const MAX_CONTENT_BYTES = 32 * 1024 ** 2

/** Content of a lesson, as learners read it. */
export interface LessonContent {
  lessonId: string
  edition: string
  body: RichText
  /** Details as its kind stores them, correct answers included. */
  details: Record<string, unknown>
}

/**
 * Builds a course as it would be published now.
 * @throws not-found if there is none that the scope may write, course.too-large (409) if its lessons, or the pools of their
 * questions, exceed the maximum of a course
 */
export async function buildDraft(
  scope: Scope,
  courseId: string,
): Promise<{ outline: CourseOutline; contents: LessonContent[] }> {
  const course = await getCourse(scope, courseId)
  const [all] = await scope.rows(sumContentBytes, { owner: ownerOf(scope), courseId })
  if (!all || all.bytes > MAX_CONTENT_BYTES) {
    throw new AppError(
      'course.too-large',
      409,
      'The lessons of this course have more than 32 MB of text and questions.',
    )
  }
  const chapters = (await listCourseChapters(scope, courseId)).filter(({ status }) => status === 'published')
  const lessons = await scope.rows(selectLessons, { owner: ownerOf(scope), courseId })
  const taken = await withPoolQuestions(
    scope,
    lessons.map(({ details }) => details),
  )
  const drafted = lessons.map(({ body, details: written, ...lesson }, index) => {
    const text = body as unknown as RichText
    const details = taken[index] ?? written
    const edition = hashEdition({ text, details })
    return {
      outlined: toOutlineLesson(lesson, text, details, { edition, all: lessons }),
      content: { lessonId: lesson.id, edition, body: text, details },
    }
  })
  const { title, description, longDescription, category, difficultyLevel, learningObjectives, prerequisites } = course
  const { tags, imageUrl, language, audience, isFeatured, givesCertificate, certificateMonths } = course
  return {
    outline: {
      title,
      description,
      ...(longDescription === '' ? {} : { longDescription }),
      category,
      difficultyLevel,
      // The course counts its draft chapters too.
      totalMinutes: course.estimatedDuration || lessons.reduce((sum, { duration }) => sum + duration, 0),
      learningObjectives,
      prerequisites,
      tags,
      imageUrl,
      language,
      audience,
      isFeatured,
      givesCertificate,
      certificateMonths,
      chapters: chapters.map((chapter) => ({
        id: chapter.id,
        title: chapter.title,
        description: chapter.description,
        ...toOpening(chapter, chapters),
      })),
      lessons: drafted.map((one) => one.outlined),
    },
    contents: drafted.map(({ content }) => content),
  }
}

type Written = Omit<z.infer<typeof written>, 'body' | 'details'>

function toOutlineLesson(
  { opensOn, opensAfterDays, afterIds, ...lesson }: Written,
  body: RichText,
  details: Record<string, unknown>,
  { edition, all }: { edition: string; all: readonly { id: string }[] },
): OutlineLesson {
  const unfinished = listUnfinished(lesson.contentType, body, details, lesson.contentUrl)
  const isRequired = lesson.isRequired && unfinished.length === 0
  return { ...lesson, isRequired, edition, unfinished, ...toOpening({ opensOn, opensAfterDays, afterIds }, all) }
}

/** Removes conditions on parts that are gone. */
function toOpening(
  { opensOn, opensAfterDays, afterIds }: Opening,
  all: readonly { id: string }[],
): { opening?: Opening } {
  const there = afterIds.filter((after) => all.some(({ id }) => id === after))
  const isOpen = opensOn === null && opensAfterDays === null && there.length === 0
  return isOpen ? {} : { opening: { opensOn, opensAfterDays, afterIds: there } }
}

function listUnfinished(type: ContentType, body: RichText, details: object, contentUrl: string): string[] {
  const kind = getKind(type)
  return kind.unfinished({ body, details: kind.details.parse(details), contentUrl })
}

// PostgreSQL returns the keys of a jsonb object in a fixed order.
const hashEdition = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest('base64url')
