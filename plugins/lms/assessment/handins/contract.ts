import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, text } from '#core/contract/fields.ts'
import { webAddress } from '#core/contract/rich-text.ts'
import { learners } from '../../delivery/catalog/contract.ts'
import { MAX_PICTURE_BYTES, putFile } from '../../authoring/files/put-contract.ts'
import { handInFeedback, handInOutcomes } from './feedback-contract.ts'

/** Kind of the files that are uploaded to `/api/uploads` with a lesson as their owner. */
export const HAND_IN_FILE = 'lms.hand-in-file'
/** Maximum bytes of a file: ten minutes of video from a phone. */
export const MAX_HAND_IN_BYTES = 1024 ** 3

/** Maximum characters: some 8,000 words. */
export const MAX_HAND_IN_TEXT_LENGTH = 50_000
const MAX_HAND_IN_LINKS = 10
export const MAX_HAND_IN_FILES = 20
/** Maximum number of submissions for one lesson. */
export const MAX_VERSIONS = 50

/** State of a submission: draft, submitted, or the outcome of its last version. */
export const handInStates = ['draft', 'handed-in', ...handInOutcomes] as const
export type HandInState = (typeof handInStates)[number]

const written = z.object({
  text: text(MAX_HAND_IN_TEXT_LENGTH).default(''),
  links: z.array(webAddress).max(MAX_HAND_IN_LINKS, `At most ${MAX_HAND_IN_LINKS} links`).default([]),
  fileIds: z
    .array(id)
    .max(MAX_HAND_IN_FILES, `At most ${MAX_HAND_IN_FILES} files`)
    .transform((ids) => [...new Set(ids)])
    .default([]),
})

/** With `updatedAt` as it was read, a change from another tab or by another member of the team is a conflict. */
export const handInDraft = written.extend({ updatedAt: instant.nullish() })
export type HandInDraft = z.output<typeof handInDraft>

/** `number` is that of the version that is submitted, so that repeated requests submit once. */
export const newHandIn = handInDraft.extend({ number: z.number().int().min(1).max(MAX_VERSIONS) })
export type NewHandIn = z.output<typeof newHandIn>

/** Submitted version. */
export const handInVersion = z.object({
  number: z.number().int(),
  text: z.string(),
  links: z.array(z.string()),
  /** Without files deleted since. */
  files: z.array(putFile),
  handedInAt: instant,
  /** Name of the submitter; empty if their account is gone. */
  by: z.string(),
  dueAt: instant.nullable(),
  /** Seconds after the due date. */
  lateSeconds: z.number().int(),
  feedback: handInFeedback.nullable(),
})
export type HandInVersion = z.infer<typeof handInVersion>

export const versionInList = handInVersion
  .pick({ number: true, handedInAt: true, by: true, lateSeconds: true })
  .extend({ outcome: z.enum(handInOutcomes).nullable() })

const team = z.object({
  /** Code with which others join. */
  code: z.string(),
  /** Maximum number of members. */
  size: z.number().int(),
  /** `id` of a membership. */
  members: z.array(z.object({ id, name: z.string(), isSelf: z.boolean() })),
})

export const ownHandIn = z.object({
  state: z.enum(handInStates),
  draft: z.object({
    text: z.string(),
    links: z.array(z.string()),
    files: z.array(putFile),
    /** null: nothing was saved yet. */
    updatedAt: instant.nullable(),
  }),
  /** Newest first. */
  versions: z.array(versionInList),
  /** Last submitted version, with its feedback. */
  latest: handInVersion.nullable(),
  /** Number of the next version. */
  next: z.number().int(),
  /** Sentence that explains why nothing can be submitted now; null: it can. */
  refusal: z.string().nullable(),
  /** End of the due day in the organization's time zone; null: no due date. */
  dueAt: instant.nullable(),
  /** Time from which submissions are refused; null: never. */
  closesAt: instant.nullable(),
  /** The due date has passed without a submission. */
  isOverdue: z.boolean(),
  /** Time zone of the organization, in which these days end. */
  timeZone: z.string(),
  /** null: every learner works alone. */
  team: team.nullable(),
  /** There is feedback that the caller has not seen yet. */
  isNew: z.boolean(),
})
export type OwnHandIn = z.infer<typeof ownHandIn>

/** Maximum bytes: the longest text in a script of four bytes per character, with links and files. */
const MAX_HAND_IN_BODY_BYTES = 262_144

const ofLesson = z.object({ lessonId: id })
const UNAUDITED_REASON = 'A submission says who and when'
const UNAUDITED_DRAFT_REASON = 'Only its author reads a draft'

export const handInsContract = {
  ownHandIn: endpoint({
    method: 'GET',
    path: '/api/tenant/lessons/{lessonId}/hand-in',
    summary: 'The caller’s or their team’s submission for a lesson: draft, submitted version, result',
    access: learners,
    params: ofLesson,
    response: ownHandIn,
    errors: [403],
  }),
  saveHandIn: endpoint({
    method: 'PUT',
    path: '/api/tenant/lessons/{lessonId}/hand-in',
    summary: 'Save a draft without submitting it',
    unaudited: UNAUDITED_DRAFT_REASON,
    access: learners,
    params: ofLesson,
    body: handInDraft,
    bodyLimit: MAX_HAND_IN_BODY_BYTES,
    response: ownHandIn.shape.draft,
    errors: [403],
  }),
  handIn: endpoint({
    method: 'POST',
    path: '/api/tenant/lessons/{lessonId}/hand-in',
    summary: 'Submit a version, which is kept as it is; once, however often the button is pressed',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: ofLesson,
    body: newHandIn,
    bodyLimit: MAX_HAND_IN_BODY_BYTES,
    response: ownHandIn,
    errors: [403],
  }),
  handInVersion: endpoint({
    method: 'GET',
    path: '/api/tenant/lessons/{lessonId}/hand-in/versions/{number}',
    summary: 'Earlier submissions of the caller or their team',
    access: learners,
    params: ofLesson.extend({ number: z.coerce.number().int().min(1).max(MAX_VERSIONS) }),
    response: handInVersion,
    errors: [403],
  }),
  putHandInPicture: endpoint({
    method: 'POST',
    path: '/api/tenant/lessons/{lessonId}/hand-in/pictures',
    status: 201,
    rateLimit: 120,
    summary: 'Put a PNG, JPEG, WebP, GIF or AVIF of at most 25 MB into one’s own submission; it is re-encoded',
    audit: 'hand-in-file.uploaded',
    access: { ...learners, scope: 'none' },
    params: ofLesson,
    upload: { field: 'image', maxBytes: MAX_PICTURE_BYTES },
    response: putFile,
  }),
  lookAtFeedback: endpoint({
    method: 'POST',
    path: '/api/tenant/lessons/{lessonId}/hand-in/seen',
    summary: 'Mark the feedback on one’s own submission as read',
    unaudited: 'It is the caller’s own mark',
    access: learners,
    params: ofLesson,
    response: 'none',
    errors: [403],
  }),
  joinTeam: endpoint({
    method: 'POST',
    path: '/api/tenant/lessons/{lessonId}/hand-in/team',
    summary: 'Join a team with its code; one’s own draft is discarded',
    unaudited: UNAUDITED_REASON,
    rateLimit: 20,
    access: learners,
    params: ofLesson,
    body: z.object({ code: line(20) }),
    response: ownHandIn,
    errors: [403],
  }),
  leaveTeam: endpoint({
    method: 'DELETE',
    path: '/api/tenant/lessons/{lessonId}/hand-in/team',
    summary: 'Leave the team, which keeps its submissions, and start again alone',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: ofLesson,
    response: ownHandIn,
    errors: [403],
  }),
} as const
