import { z } from 'zod'
import type { Token } from 'marked'
import { readMarkdown, toPlainText, type Section } from '#core/server/seed/markdown.ts'
import { audiences, courseStatuses, difficultyLevels } from '../authoring/courses/contract.ts'
import { demoQuestion, toQuestion } from './questions.ts'

const lesson = {
  title: z.string(),
  about: z.string(),
  minutes: z.number(),
  isRequired: z.boolean().default(true),
  isPreview: z.boolean().default(false),
  body: z.custom<Token[]>(Array.isArray),
}

const asked = { questions: z.array(demoQuestion.transform(toQuestion)) }

const rubricCriterion = z.strictObject({
  name: z.string(),
  /** Titles and points, best last. */
  levels: z.array(z.tuple([z.string(), z.number()])),
})

/** Forms of a submission, and its rubric. */
const submitted = {
  handIn: z.array(z.enum(['text', 'file'])),
  rubric: z.array(rubricCriterion),
  /** Days after enrollment, and percent deducted per day after that. */
  due: z.strictObject({ days: z.number(), lateness: z.number() }).optional(),
}

/** Lesson of any kind; files are named as in `media/`. */
const demoLesson = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('article'), ...lesson }),
  z.strictObject({ kind: z.literal('video'), ...lesson, file: z.string(), captions: z.string() }),
  z.strictObject({ kind: z.literal('audio'), ...lesson, file: z.string(), transcript: z.string() }),
  z.strictObject({ kind: z.enum(['document', 'presentation']), ...lesson, file: z.string() }),
  /** Interactive lesson, with the height of its frame in pixels. */
  z.strictObject({ kind: z.literal('interactive'), ...lesson, file: z.string(), height: z.number() }),
  z.strictObject({ kind: z.literal('quiz'), ...lesson, ...asked }),
  z.strictObject({
    kind: z.literal('assessment'),
    ...lesson,
    ...asked,
    passMark: z.number(),
    attempts: z.number(),
    timeLimit: z.number(),
    /** Number of questions from a bank, by its name, beside the lesson's own. */
    drawn: z.strictObject({ bank: z.string(), count: z.number() }).optional(),
  }),
  z.strictObject({ kind: z.literal('assignment'), ...lesson, ...submitted }),
  z.strictObject({ kind: z.literal('project'), ...lesson, ...submitted, team: z.number().default(1) }),
  z.strictObject({ kind: z.literal('discussion'), ...lesson, replies: z.number() }),
  /** Live session at a place, or at the address of a meeting. */
  z.strictObject({
    kind: z.literal('live_session'),
    ...lesson,
    inDays: z.number(),
    at: z.string(),
    place: z.string().default(''),
    link: z.string().default(''),
  }),
])
export type DemoLesson = z.output<typeof demoLesson>

const demoCourse = z.strictObject({
  title: z.string(),
  description: z.string(),
  /** Value of one of the platform's categories. */
  category: z.string(),
  level: z.enum(difficultyLevels),
  audience: z.enum(audiences),
  status: z.enum(courseStatuses),
  isFeatured: z.boolean(),
  /** Name of a drawing. */
  cover: z.string(),
  tags: z.array(z.string()),
  objectives: z.array(z.string()),
  prerequisites: z.array(z.string()),
  /** Titles of prerequisite courses. */
  after: z.array(z.string()).default([]),
  chapters: z.array(z.strictObject({ title: z.string(), description: z.string(), lessons: z.array(demoLesson) })),
})

/** Course of the demo as written, before its files and lessons have ids. */
export type DemoCourse = z.output<typeof demoCourse>

const toChapter = ({ title, body, sections }: Section) => ({
  title,
  description: toPlainText(body),
  lessons: sections.map((section) => ({ ...section.fields, title: section.title, body: section.body })),
})

/** Reads a course of `courses/`: front matter, chapters as first-level headings, lessons as second-level ones. */
export function readCourse(name: string): DemoCourse {
  const { fields, sections } = readMarkdown(new URL(`courses/${name}.md`, import.meta.url))
  return demoCourse.parse({ ...fields, chapters: sections.map(toChapter) })
}
