import { z } from 'zod'
import { boundedJson } from '#core/contract/bounded-json.ts'
import { line, requiredText, text } from '#core/contract/fields.ts'
import { richText } from '#core/contract/rich-text.ts'
import { newChapter, newCourse } from '../../courses/contract.ts'
import { noOpening } from '../../courses/opening-contract.ts'
import { courseFileKinds } from '../../files/contract.ts'
import { contentTypes, MAX_LESSONS, newLesson } from '../../lessons/contract.ts'
import { getKind } from '../../lessons/kinds/contract.ts'
import { MAX_BANK_QUESTIONS, newBanked } from '../../questions/bank-contract.ts'

const id = z.uuid()

/** Maximum bytes of `course.json`, which is read into memory: 500 lessons with long texts have some megabytes. */
export const MAX_DOCUMENT_BYTES = 24 * 1024 ** 2

/** Maximum files of a course, and entries of its archive beside `course.json`. */
export const MAX_FILES = 5000

const MAX_CHAPTERS = 1000

/** Maximum packages: each is opened and inspected. */
const MAX_PACKAGES = 200

/** Maximum banks, more than a course can draw from. */
export const MAX_BANKS = 200

/** Details by type of a lesson, checked by its kind, including those of earlier types. */
const details = z.record(z.string(), z.unknown()).transform((given, context) => {
  const checked: Record<string, object> = {}
  for (const type of contentTypes) {
    if (given[type] === undefined) continue
    const bounded = boundedJson(getKind(type).details, { maxBytes: 524_288, maxDepth: 40 }).safeParse(given[type])
    if (bounded.success) checked[type] = bounded.data
    else
      for (const { message, path } of bounded.error.issues)
        context.addIssue({ code: 'custom', message, path: [type, ...path] })
  }
  return checked
})

const file = z.object({
  id,
  /** `image`: cover of the course. */
  kind: z.enum([...courseFileKinds, 'image', 'question_picture']),
  name: line(255),
  /** Bytes. */
  size: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type DocumentFile = z.output<typeof file>

/** Course as its archive stores it, in `course.json`. Ids are those of its origin: they link its parts. */
export const courseDocument = z.object({
  format: z.literal('trellis-course', 'This is not a course that was exported here'),
  version: z.literal(1, 'This course was exported by a newer version of the platform'),
  course: newCourse.omit({ status: true, imageUrl: true, instructorId: true }),
  chapters: z
    .array(newChapter.pick({ title: true, description: true, status: true }).extend({ id, ...noOpening }))
    .max(MAX_CHAPTERS),
  /** Ordered as in the course. */
  lessons: z
    .array(
      newLesson
        .omit({ courseId: true, chapterId: true, content: true, videoUrl: true, order: true })
        .extend({ id, chapterId: id.nullable(), contentUrl: newLesson.shape.videoUrl, body: richText, details }),
    )
    .max(MAX_LESSONS, `At most ${MAX_LESSONS} lessons`),
  /** Banks that its quizzes draw from. */
  banks: z
    .array(
      z.object({
        id,
        name: requiredText(200),
        description: text(2000),
        questions: z.array(newBanked.omit({ bankId: true })).max(MAX_BANK_QUESTIONS),
      }),
    )
    .max(MAX_BANKS),
  files: z
    .array(file)
    .max(MAX_FILES)
    .refine((files) => new Set(files.map((one) => one.id)).size === files.length, 'Each file once')
    .refine((files) => files.filter(({ kind }) => kind === 'image').length <= 1, 'One image of the course')
    .refine(
      (files) => files.filter(({ kind }) => kind === 'package').length <= MAX_PACKAGES,
      `At most ${MAX_PACKAGES} packages`,
    ),
})
export type CourseDocument = z.output<typeof courseDocument>
