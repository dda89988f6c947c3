import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { MAX_PACKAGE_STATE, packageState } from '#core/contract/files.ts'
import { enrollment, learners } from '../catalog/contract.ts'
import { lessonProgress } from '../catalog/progress-contract.ts'
import { MAX_RECORDING_SECONDS } from '../../authoring/lessons/kinds/recording-contract.ts'

/** Seconds between two beats of an open page. */
export const BEAT_INTERVAL_SECONDS = 10

/** Minimum speed at which a recording can be played. */
const MIN_PLAYBACK_RATE = 0.25
const MAX_PLAYBACK_RATE = 2

/** Maximum stretches of a recording in one beat, enough for a page that was offline for hours. */
export const MAX_STRETCHES = 100
const MAX_PAGES = 10_000

const second = z.number('Not a number').min(0, 'At least 0').max(MAX_RECORDING_SECONDS, 'At most a day')
const pageNumber = z.number('Not a number').int('Not a whole number').min(1, 'At least 1').max(MAX_PAGES)

const stretch = z
  .tuple([second.describe('From'), second.describe('To')])
  .refine(([from, to]) => to >= from, 'Ends before it begins')

/** Report of a lesson's page every few seconds. It never states a completion. */
const beat = z.object({
  /** Seconds of the recording, `[from, to]`, that were played since the last beat. */
  played: z.array(stretch).max(MAX_STRETCHES, `At most ${MAX_STRETCHES} stretches`).default([]),
  /** Highest speed at which these were played. */
  rate: z
    .number('Not a number')
    .min(MIN_PLAYBACK_RATE)
    .max(MAX_PLAYBACK_RATE, `At most ${MAX_PLAYBACK_RATE}`)
    .default(1),
  /** Position of the learner, in seconds of the recording. */
  place: second.optional(),
  /** Length of the recording, as reported by the player. */
  duration: second.min(0.001).optional(),
  /** True since the learner has pressed Join, while the session lasts and the page is open. */
  isJoined: z.boolean().optional(),
  page: pageNumber.optional(),
  pageCount: pageNumber.optional(),
  /** True if the end of the text was shown. */
  isAtEnd: z.boolean().optional(),
  /** Report of its package: its saved state, and whether it is finished. */
  said: z.object({ state: packageState.optional(), isFinished: z.boolean().default(false) }).optional(),
  /**
   * Seconds since the last beat with the page in front; at most a minute counts, and no more than the server's clock allows.
   */
  seconds: z.number('Not a number').min(0).max(MAX_RECORDING_SECONDS).default(0),
})
export type Beat = z.output<typeof beat>

export const learned = z.object({ enrollment, lesson: lessonProgress })
export type Learned = z.infer<typeof learned>

const ofLesson = z.object({ lessonId: id })

export const learningContract = {
  completeLesson: endpoint({
    method: 'POST',
    path: '/api/tenant/lessons/{lessonId}/complete',
    summary: 'Complete a lesson, if nothing that it asks for is missing; once, however often it is asked',
    unaudited: 'The learner’s own log says what was done and when',
    access: learners,
    params: ofLesson,
    response: learned,
    errors: [403],
  }),
  sendBeat: endpoint({
    method: 'POST',
    path: '/api/tenant/lessons/{lessonId}/beats',
    summary: 'Report progress of playback, the position and presence; impossible values add nothing',
    unaudited: 'The learner’s own record is the trail',
    access: learners,
    params: ofLesson,
    body: beat,
    // Includes the state of a package.
    bodyLimit: MAX_PACKAGE_STATE + 16_384,
    response: learned,
    errors: [403],
  }),
} as const
