import { randomUUID } from 'node:crypto'
import { getKind } from '../authoring/lessons/kinds/contract.ts'
import type { DemoLesson } from './course.ts'
import type { SeededFile } from './media.ts'

/** Time zone of the demo's live sessions. */
const TIME_ZONE = 'America/New_York'

/** Lists the files that a lesson shows beside its text, by name. */
export function listLessonFiles(lesson: DemoLesson): string[] {
  return [...('file' in lesson ? [lesson.file] : []), ...('captions' in lesson ? [lesson.captions] : [])]
}

interface Seeding {
  fileNamed: (name: string) => SeededFile
  /** Ids by name. */
  banks: ReadonlyMap<string, string>
  now: Date
}

/** Builds the details of a lesson's kind, as its schema has them. */
export const toDetails = (lesson: DemoLesson, seeding: Seeding): object =>
  getKind(lesson.kind).details.parse(toWrittenDetails(lesson, seeding))

/** Returns the address of a lesson's content, if it has one. */
export const getAddress = (lesson: DemoLesson): string => ('link' in lesson ? lesson.link : '')

function toWrittenDetails(lesson: DemoLesson, { fileNamed, banks, now }: Seeding): object {
  switch (lesson.kind) {
    case 'article':
      return {}
    case 'video': {
      const captions = [{ file: fileNamed(lesson.captions), label: 'English', language: 'en' }]
      return { file: fileNamed(lesson.file), captions }
    }
    case 'audio':
      return { file: fileNamed(lesson.file), transcript: lesson.transcript }
    case 'document':
    case 'presentation':
      return { file: fileNamed(lesson.file) }
    case 'interactive':
      return { file: fileNamed(lesson.file), startPage: 'index.html', height: lesson.height }
    case 'quiz':
      return { questions: lesson.questions }
    case 'assessment': {
      const { questions, passMark, attempts, timeLimit, drawn } = lesson
      const pools = drawn
        ? [{ id: randomUUID(), bankId: banks.get(drawn.bank), name: drawn.bank, count: drawn.count }]
        : []
      return { questions, pools, passPercent: passMark, attempts, timeLimit, feedback: 'after_submission' }
    }
    case 'assignment':
      return toHandInDetails(lesson)
    case 'project':
      return { ...toHandInDetails(lesson), teamSize: lesson.team }
    case 'discussion':
      return { replies: lesson.replies, moderation: 'first' }
    case 'live_session':
      return { startsAt: startOf(lesson, now), place: lesson.place }
  }
}

type HandedIn = Extract<DemoLesson, { kind: 'assignment' | 'project' }>

/** Names of two or three levels, best first. */
const levelNames = ['Beyond', 'There', 'Not yet']

const toHandInDetails = ({ handIn, rubric, due }: HandedIn) => ({
  accepts: handIn,
  doneWhen: 'passed',
  ...(due && { dueAfterDays: due.days, latePercent: due.lateness, lateFloor: 50 }),
  rubric: {
    criteria: rubric.map(({ name, levels }) => ({
      id: randomUUID(),
      title: name,
      levels: levels.toReversed().map(([seen, points], place) => ({
        id: randomUUID(),
        title: levelNames.slice(-levels.length)[place],
        description: seen,
        points,
      })),
    })),
  },
})

type LiveSession = Extract<DemoLesson, { kind: 'live_session' }>

function startOf({ inDays, at }: LiveSession, now: Date): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(TIME_ZONE).toPlainDate()
  const start = today.add({ days: inDays }).toZonedDateTime({ timeZone: TIME_ZONE, plainTime: at })
  return start.toInstant().toString({ smallestUnit: 'millisecond' })
}
