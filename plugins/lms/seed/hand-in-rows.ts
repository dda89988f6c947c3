import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { HAND_IN_FILE } from '../assessment/handins/contract.ts'
import type { HandInFeedback } from '../assessment/handins/feedback-contract.ts'
import { createTeamCode } from '../assessment/handins/server/team-code.ts'
import { sumMaxPoints } from '../authoring/lessons/kinds/rubric-contract.ts'
import { submissionDetails } from '../authoring/lessons/kinds/submission-contract.ts'
import { scoreOf, sumOfPoints } from '../shared/scores-contract.ts'
import { newSeededFile, newFileRow, type storeMedia } from './media.ts'

const HOUR_MS = 3_600_000

type Contents = Awaited<ReturnType<typeof storeMedia>>

/** Submissions for each of the demo's lessons; several learners submit the same. */
const works: Readonly<Record<string, { text: string; file?: string; again: string }>> = {
  'A hundred times its weight': {
    text: 'The top edge gave way first, where two sticks met without a third one over the joint. We would stagger the joints. Next time we glue both walls on one day, so that they dry alike.',
    file: 'bridge-test-sheet.pdf',
    again: 'The drawing is missing. Put push and pull into it, in two colors, and submit it again.',
  },
  'Build your wall': {
    text: 'Our town should ban cars on Sundays, because streets are the largest playground that we have. On the one Sunday when Mill Street was closed, forty children were out; on others there are four. That matters, since the nearest park is two kilometres away.',
    again: 'The side against it has no example yet. Where did a closed street go wrong?',
  },
  'A thing that lights up': {
    text: 'A lighthouse from a tea tin. The switch is a paper clip under the roof: turn it and the lamp is on. My brother turned it the wrong way first, so I drew an arrow.',
    again: 'I cannot find the switch that you made yourself. Show me where it is.',
  },
  'Three comments, rewritten': {
    text: '“Good job!” became “You tried three lengths before you glued. That is why the arm reaches. Next: write the three lengths down.” I left the praise out and named what I saw.',
    again: 'The third one still judges. What did you see?',
  },
  'Plan a session': {
    text: 'When they leave, every child can make a lamp shine and say why. 10 minutes arriving, 15 showing, 40 building, 15 showing around, 10 tidying.',
    file: 'session-plan.pdf',
    again: 'What will you do if the lamps do not come? Add one line, and it is done.',
  },
  'Assess one real outing': {
    text: '',
    file: 'emergency-card.pdf',
    again: 'The way for the ambulance is not on it. Please add it.',
  },
  'Build the track for your group': {
    text: 'The sharp bend is tighter than the robot can turn at full speed. Children learn to slow down before it, not in it. The surprise is a gap of two centimetres.',
    again: 'What will children learn at the gap? One sentence is enough.',
  },
}

/** Learner in a lesson with submissions. */
export const learntRow = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  enrollmentId: z.uuid(),
  userId: z.uuid(),
  courseId: z.uuid(),
  lessonId: z.uuid(),
  course: z.string(),
  lesson: z.string(),
  contentType: z.string(),
  details: z.record(z.string(), z.unknown()),
  openedAt: z.string(),
  handedInAt: z.string().nullable(),
  graderId: z.uuid().nullable(),
  grader: z.string().nullable(),
})
type Learnt = z.infer<typeof learntRow>

/** States of submissions, for four learners in turn. */
const under = ['handed-in', 'returned', 'handed-in', 'draft'] as const

/** Builds the rows of a learner's submission. @param place among all */
export function newHandInRows(row: Learnt, place: number, contents: Contents, now: number) {
  const { tenantId, enrollmentId, userId, courseId, lessonId, openedAt } = row
  const id = randomUUID()
  const { text, file, again } = works[row.lesson] ?? {
    text: `My work on “${row.lesson}”.`,
    again: 'Say a little more.',
  }
  const state = row.handedInAt === null ? (under[place % under.length] ?? 'draft') : 'graded'
  const handedInAt = row.handedInAt ?? new Date(Math.min(now, Date.parse(openedAt) + 2 * HOUR_MS)).toISOString()
  const isHandedIn = state !== 'draft'
  const feedback = state === 'graded' ? gradeOf(row, place, now, handedInAt) : undefined
  const told = feedback ?? (state === 'returned' ? returnOf(row, again, now, handedInAt) : undefined)
  const kept = file === undefined || !isHandedIn ? undefined : newSeededFile(file)
  const written = {
    text: isHandedIn ? text : text.slice(0, Math.ceil(text.length / 3)),
    links: '[]',
    fileIds: JSON.stringify(kept ? [kept.id] : []),
  }
  const of = { tenantId, handInId: id }
  const outcome = told?.outcome ?? null
  return {
    handIn: [
      {
        id,
        tenantId,
        courseId,
        lessonId,
        cycle: 1,
        state,
        teamCode: row.contentType === 'project' ? createTeamCode() : null,
        ...written,
        number: isHandedIn ? 1 : 0,
        handedInAt: isHandedIn ? handedInAt : null,
        toldAt: told?.postedAt ?? null,
        createdAt: openedAt,
        updatedAt: handedInAt,
      },
    ],
    member: { ...of, enrollmentId, userId, lessonId, cycle: 1, joinedAt: openedAt },
    stored: kept
      ? [
          {
            ...newFileRow(kept, contents.get(kept.name), {
              ownerId: lessonId,
              createdAt: handedInAt,
              keptAs: HAND_IN_FILE,
            }),
            tenantId,
            uploadedBy: userId,
          },
        ]
      : [],
    files: kept ? [{ ...of, id: kept.id, userId, name: kept.name, createdAt: handedInAt }] : [],
    version: isHandedIn
      ? [
          {
            ...of,
            number: 1,
            userId,
            ...written,
            courseVersion: 1,
            handedInAt,
            outcome,
            feedback: told ? JSON.stringify(told) : null,
          },
        ]
      : [],
    work: isHandedIn
      ? [
          {
            tenantId,
            kind: 'hand-in',
            subjectId: id,
            courseId,
            lessonId,
            enrollmentId,
            userId,
            teamIds: [] as string[],
            cycle: 1,
            number: 1,
            course: row.course,
            lesson: row.lesson,
            handedInAt,
            state: state === 'graded' ? 'posted' : state === 'returned' ? 'returned' : 'waiting',
            graderId: told ? row.graderId : null,
            score: feedback?.score ?? null,
            updatedAt: told?.postedAt ?? handedInAt,
          },
        ]
      : [],
    progress: isHandedIn
      ? [{ id: row.id, score: feedback?.score ?? null, handedInAt, isWaiting: state === 'handed-in' }]
      : [],
  }
}

const getPostedAt = (handedInAt: string, now: number) =>
  new Date(Math.min(now, Date.parse(handedInAt) + 20 * HOUR_MS)).toISOString()

/** Builds a grade with all criteria at their best but one, which varies. */
function gradeOf({ details, grader }: Learnt, place: number, now: number, handedInAt: string): HandInFeedback {
  const { rubric } = submissionDetails.parse(details)
  const weak = place % (rubric.criteria.length + 1)
  const marked = rubric.criteria.map(({ id: criterionId, levels }, at) => ({
    criterionId,
    // The second of two levels has no points.
    level: levels[at === weak && levels.length > 2 ? 1 : 0],
  }))
  const points = sumOfPoints(marked.map(({ level }) => level?.points ?? 0))
  const most = sumMaxPoints(rubric)
  return {
    outcome: 'graded',
    score: scoreOf({ points, maxPoints: most }),
    deduction: 0,
    points,
    mostPoints: most,
    isPassed: true,
    rubric,
    marks: marked.map(({ criterionId, level }) => ({
      criterionId,
      levelId: level?.id ?? null,
      points: null,
      comment: '',
    })),
    comment:
      weak < rubric.criteria.length ? 'You are nearly there: look at the one that is not full.' : 'All of it is there.',
    gradedBy: grader ?? '',
    postedAt: getPostedAt(handedInAt, now),
  }
}

function returnOf({ details, grader }: Learnt, comment: string, now: number, handedInAt: string): HandInFeedback {
  const { rubric } = submissionDetails.parse(details)
  return {
    outcome: 'returned',
    score: null,
    deduction: 0,
    points: null,
    mostPoints: null,
    isPassed: null,
    rubric,
    marks: [],
    comment,
    gradedBy: grader ?? '',
    postedAt: getPostedAt(handedInAt, now),
  }
}
