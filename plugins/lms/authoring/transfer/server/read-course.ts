import { z } from 'zod'
import type { RichText } from '#core/contract/rich-text.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { listCourseChapters } from '../../courses/server/chapters.ts'
import { opening } from '../../courses/opening-contract.ts'
import { getCourse } from '../../courses/server/courses.ts'
import { openingColumns } from '../../courses/server/openings.ts'
import { contentTypes, MAX_LESSONS } from '../../lessons/contract.ts'
import { question } from '../../questions/contract.ts'
import { listImages, listPictureUrls } from '../../questions/server/picture-urls.ts'
import { MAX_BANKS, MAX_DOCUMENT_BYTES, MAX_FILES, type CourseDocument, type DocumentFile } from './course-document.ts'
import { courseFileKind } from '../../files/contract.ts'

const json = z.record(z.string(), z.unknown())

const selectLessons = statement(
  z.object({
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
  }),
  `select l.id, h.id as "chapterId", l.title, l.description, l.content_type as "contentType",
      l.content_url as "contentUrl", l.duration, l.is_required as "isRequired", l.is_preview as "isPreview",
      ${openingColumns('l')},
      l.content as body, l.details
    from lms_lessons l left join lms_chapters h on h.owner = l.owner and h.id = l.chapter_id and h.deleted_at is null
    where l.owner = $owner and l.course_id = $courseId and l.deleted_at is null
    order by l.position, l.id limit ${MAX_LESSONS}`,
)

const storedFile = z.object({
  id: z.uuid(),
  kind: z.enum([...courseFileKind.options, 'image']),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
})

const selectFiles = statement(
  storedFile,
  `select f.id, f.kind, f.name, b.size, b.sha256 from lms_files f
      join files b on b.owner = f.owner and b.id = f.id and b.state = 'complete'
      where f.owner = $owner and f.course_id = $courseId
    union all
    select b.id, 'image', b.filename, b.size, b.sha256 from lms_courses c
      join files b on b.owner = c.owner and c.image_url = '/api/images/' || b.id and b.state = 'complete'
      where c.owner = $owner and c.id = $courseId
    order by 3, 1`,
)

const bank = z.object({ id: z.uuid(), name: z.string(), description: z.string() })
const selectBanks = statement(
  bank,
  `select distinct b.id, b.name, b.description from lms_lessons l
      cross join lateral jsonb_each(l.details) d (type, kept)
      cross join lateral jsonb_path_query(d.kept, '$.pools[*].bankId') p (id)
      join lms_question_banks b on b.owner = l.owner and b.id::text = p.id #>> '{}' and b.deleted_at is null
    where l.owner = $owner and l.course_id = $courseId and l.deleted_at is null order by b.name, b.id`,
)

const selectQuestions = statement(
  z.object({ id: z.uuid(), bankId: z.uuid(), question: json, tags: z.array(z.string()) }),
  `select q.id, q.bank_id as "bankId", q.question, q.tags from lms_questions q
    where q.owner = $owner and q.bank_id = any ($banks::uuid[]) and q.deleted_at is null
    order by q.bank_id, q.created_at, q.place, q.id`,
)

// Runs before any of it is read. A bank counts once, as its questions are stored once.
const sumContentBytes = statement(
  z.object({ bytes: z.number(), files: z.number() }),
  `select (
      select coalesce(sum(octet_length(content::text) + octet_length(details::text)), 0) from lms_lessons
        where owner = $owner and course_id = $courseId and deleted_at is null
    )::float8 as bytes,
    (select count(*) from lms_files where owner = $owner and course_id = $courseId)::float8 as files`,
)
const sumQuestionBytes = statement(
  z.object({ bytes: z.number() }),
  `select coalesce(sum(octet_length(question::text)), 0)::float8 as bytes from lms_questions
    where owner = $owner and bank_id = any ($banks::uuid[]) and deleted_at is null`,
)

const newTooLargeError = (message: string) => new AppError('course.too-large', 409, message)
const newTooManyFilesError = () =>
  newTooLargeError(`This course has more than ${MAX_FILES.toLocaleString('en')} files.`)

/**
 * Reads a course as its archive stores it: the draft, with its files and the banks that it draws from.
 * @throws not-found if there is none that the scope may write, course.too-large (409) if it exceeds the limits of an import
 */
export async function readDocument(scope: Scope, courseId: string): Promise<CourseDocument> {
  const found = await getCourse(scope, courseId)
  const asked = { owner: ownerOf(scope), courseId }
  const [all] = await scope.rows(sumContentBytes, asked)
  if (!all || all.bytes > MAX_DOCUMENT_BYTES) {
    throw newTooLargeError('The lessons of this course have more than 24 MB of text and questions.')
  }
  if (all.files > MAX_FILES) throw newTooManyFilesError()
  const drawn = await scope.rows(selectBanks, asked)
  const [asking] = await scope.rows(sumQuestionBytes, { owner: asked.owner, banks: drawn.map(({ id }) => id) })
  if (drawn.length > MAX_BANKS || all.bytes + (asking?.bytes ?? 0) > MAX_DOCUMENT_BYTES) {
    throw newTooLargeError('The question banks that this course draws from are too large to go with it.')
  }
  const asks = await scope.rows(selectQuestions, { owner: asked.owner, banks: drawn.map(({ id }) => id) })
  const lessons = await scope.rows(selectLessons, asked)
  const urls = listPictureUrls([
    ...lessons.flatMap(({ details }) => Object.values(details)),
    { questions: asks.map((one) => one.question) },
  ])
  const own = await scope.rows(selectFiles, asked)
  const known = new Set(own.map(({ id }) => id))
  // The cover of the course can also be a question's picture.
  const pictures = (await listImages(scope, urls)).filter(({ id }) => !known.has(id))
  const files: DocumentFile[] = [...own, ...pictures.map((one) => ({ ...one, kind: 'question_picture' as const }))]
  if (files.length > MAX_FILES) throw newTooManyFilesError()
  const { title, description, longDescription, category, difficultyLevel, estimatedDuration, learningObjectives } =
    found
  const { prerequisites, tags, isFeatured, language, audience, price, currency } = found
  const { givesCertificate, certificateMonths } = found
  return {
    format: 'trellis-course',
    version: 1,
    course: {
      title,
      description,
      longDescription,
      category,
      difficultyLevel,
      estimatedDuration,
      learningObjectives,
      prerequisites,
      tags,
      isFeatured,
      language,
      audience,
      price,
      currency,
      givesCertificate,
      certificateMonths,
    },
    chapters: (await listCourseChapters(scope, courseId)).map((chapter) => ({
      id: chapter.id,
      title: chapter.title,
      description: chapter.description,
      status: chapter.status,
      opensOn: chapter.opensOn,
      opensAfterDays: chapter.opensAfterDays,
      afterIds: chapter.afterIds,
    })),
    lessons: lessons.map(({ body, details, ...lesson }) => ({
      ...lesson,
      body: body as unknown as RichText,
      details: details as Record<string, object>,
    })),
    banks: drawn.map((one) => ({
      ...one,
      questions: asks
        .filter(({ bankId }) => bankId === one.id)
        .map((asked_) => ({ question: question.parse({ ...asked_.question, id: asked_.id }), tags: asked_.tags })),
    })),
    files,
  }
}
