import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, text } from '#core/contract/fields.ts'
import { webAddress } from '#core/contract/rich-text.ts'
import { learners } from '../../delivery/catalog/contract.ts'
import { MAX_PICTURE_BYTES, putFile } from '../../authoring/files/put-contract.ts'
import { handInFeedback, handInOutcomes } from './feedback-contract.ts'

/** Kind of files that are sent to `/api/uploads`, with the lesson as their owner. */
export const HAND_IN_FILE = 'lms.hand-in-file'
/** Bytes of a file: ten minutes of film from a phone. */
export const MAX_HAND_IN_BYTES = 1024 ** 3

/** Characters: some 8,000 words. */
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

/** With `updatedAt` as it was read, a change from another tab or by another of the team is a conflict. */
export const handInDraft = written.extend({ updatedAt: instant.nullish() })
export type HandInDraft = z.output<typeof handInDraft>

/** `number` is that of the version that it becomes, so that it is handed in once however often it is pressed. */
export const newHandIn = handInDraft.extend({ number: z.number().int().min(1).max(MAX_VERSIONS) })
export type NewHandIn = z.output<typeof newHandIn>

/** Submitted version. */
export const handInVersion = z.object({
  number: z.number().int(),
  text: z.string(),
  links: z.array(z.string()),
  /** Without those that are gone since. */
  files: z.array(putFile),
  handedInAt: instant,
  /** Name of the submitter; empty where they are gone. */
  by: z.string(),
  dueAt: instant.nullable(),
  /** After it was due. */
  lateSeconds: z.number().int(),
  feedback: handInFeedback.nullable(),
})
export type HandInVersion = z.infer<typeof handInVersion>

export const versionInList = handInVersion
  .pick({ number: true, handedInAt: true, by: true, lateSeconds: true })
  .extend({ outcome: z.enum(handInOutcomes).nullable() })

const team = z.object({
  /** With which others join. */
  code: z.string(),
  /** Most people of it. */
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
  /** The last one first. */
  versions: z.array(versionInList),
  /** Last submitted version, with its feedback. */
  latest: handInVersion.nullable(),
  /** Number of the version that is handed in next. */
  next: z.number().int(),
  /** Why nothing can be handed in now, in a sentence; null: it can. */
  refusal: z.string().nullable(),
  /** End of the day by which it is due, in the organization's zone; null: at any time. */
  dueAt: instant.nullable(),
  /** From when on nothing is taken; null: it always is. */
  closesAt: instant.nullable(),
  /** It was due, and nothing was handed in. */
  isOverdue: z.boolean(),
  /** Time zone of the organization, in which these days end. */
  timeZone: z.string(),
  /** null: everybody works alone. */
  team: team.nullable(),
  /** Something was said of it that the caller has not looked at yet. */
  isNew: z.boolean(),
})
export type OwnHandIn = z.infer<typeof ownHandIn>

/** Bytes: the longest text in a script of four to each character, with links and files. */
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
