import type { WrittenQuestion } from '../authoring/questions/contract.ts'
import type { audiences, courseStatuses, difficultyLevels } from '../authoring/courses/contract.ts'
import type { Piece } from './writing.ts'

/** A course of the demo as it was written, before its files and lessons have ids. */
export interface DemoCourse {
  title: string
  description: string
  /** The value of one of the platform's categories. */
  category: string
  level: (typeof difficultyLevels)[number]
  audience: (typeof audiences)[number]
  status: (typeof courseStatuses)[number]
  isFeatured: boolean
  /** A drawing by its name. */
  cover: string
  tags: readonly string[]
  objectives: readonly string[]
  prerequisites: readonly string[]
  /** Titles of courses that learners complete before. */
  after?: readonly string[]
  chapters: readonly DemoChapter[]
}

interface DemoChapter {
  title: string
  description: string
  lessons: readonly DemoLesson[]
}

interface Lesson {
  title: string
  about: string
  minutes: number
  isRequired?: boolean
  isPreview?: boolean
  body: readonly Piece[]
}

interface Asked {
  questions: readonly WrittenQuestion[]
}

/** So many questions of a bank, by its name, beside the lesson's own. */
interface Drawn {
  bank: string
  count: number
}

/** Forms of a submission, and its rubric. */
interface HandedIn {
  handIn: readonly ('text' | 'file')[]
  rubric: readonly RubricCriterion[]
  /** Days after enrolling, and per cent that each day costs after that. */
  due?: { days: number; lateness: number }
}

interface RubricCriterion {
  name: string
  /** Titles and points; the best last. */
  levels: readonly (readonly [string, number])[]
}

/** A lesson of any kind; files are named as they lie in `media/`. */
export type DemoLesson =
  | (Lesson & { kind: 'article' })
  | (Lesson & { kind: 'video'; file: string; captions: string })
  | (Lesson & { kind: 'audio'; file: string; transcript: string })
  | (Lesson & { kind: 'document' | 'presentation'; file: string })
  /** In pixels, of its frame. */
  | (Lesson & { kind: 'interactive'; file: string; height: number })
  | (Lesson & Asked & { kind: 'quiz' })
  | (Lesson & Asked & { kind: 'assessment'; passMark: number; attempts: number; timeLimit: number; drawn?: Drawn })
  | (Lesson & HandedIn & { kind: 'assignment' })
  | (Lesson & HandedIn & { kind: 'project'; team?: number })
  | (Lesson & { kind: 'discussion'; replies: number })
  | (Lesson & { kind: 'live_session'; inDays: number; at: string } & ({ place: string } | { link: string }))
