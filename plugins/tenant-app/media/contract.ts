import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { pagingQuery, searchQuery } from '#core/contract/paging.ts'
import { staff } from '../contract.ts'

/** Maximum upload size of an image in bytes; it is encoded anew, and becomes smaller. */
export const MAX_PICTURE_BYTES = 25 * 1024 * 1024

/** File kind of all other uploads to `/api/uploads`, with the session as owner. */
export const MEDIA_FILE = 'tenant-app.media'

/** Days for which a deleted file can be restored; its bytes count as storage used until then. */
export const DELETED_DAYS = 30

/** Maximum number of tags of one file. */
export const MAX_TAGS = 100

/** Maximum number of files of one call. */
const MAX_BATCH_SIZE = 100

export const mediaKinds = ['picture', 'pdf', 'audio', 'video', 'document'] as const
export const mediaKind = z.enum(mediaKinds, 'Please select a kind')
export type MediaKind = z.infer<typeof mediaKind>

/** States of a file; `missing`: a restore lacked its bytes. */
const mediaStates = ['ready', 'missing', 'deleted'] as const

export const media = z.object({
  id,
  sessionId: id.nullable(),
  sessionName: z.string().nullable(),
  /** Id of the user; null for a user who does not, or no longer, belong to the organization. */
  uploadedBy: id.nullable(),
  uploadedByName: z.string().nullable(),
  fileName: z.string(),
  /** URL, which opens with the caller's rights; for images also with `?width=` of 160, 320 or 640. */
  fileUrl: z.string(),
  /** Media type, detected from the content. */
  fileType: z.string(),
  /** Bytes. */
  fileSize: z.number().int(),
  kind: mediaKind,
  caption: z.string(),
  /** Description of an image for users who cannot see it. */
  altText: z.string(),
  /** True if shared with the organization's families, who must sign in. */
  isPublic: z.boolean(),
  /** True if staff stated that no child is recognizable. */
  showsNobody: z.boolean(),
  /** Number of tagged children. */
  studentCount: z.number().int(),
  /**
   * True if shared but hidden from families: a tagged child lacks the consent, or staff have not tagged it. null for platform
   * staff, to whom consents open only with a reason.
   */
  isWithheld: z.boolean().nullable(),
  state: z.enum(mediaStates),
  /** Time at which its bytes are deleted. */
  deletedUntil: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Media = z.infer<typeof media>

/** A student for tags. */
export const mediaStudent = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string().nullable(),
  /** True if media with the child may be shared with families; null for platform staff. */
  mayBeShown: z.boolean().nullable(),
})
export type MediaStudent = z.infer<typeof mediaStudent>

export const mediaDetail = media.extend({
  students: z.array(mediaStudent),
  /** Files with the same bytes that the caller sees, ten at most. */
  sameAs: z.array(z.object({ id, fileName: z.string(), sessionName: z.string().nullable() })),
})
export type MediaDetail = z.infer<typeof mediaDetail>

/** File for families. */
export const sharedMedia = media.pick({
  id: true,
  sessionId: true,
  sessionName: true,
  fileName: true,
  fileUrl: true,
  fileType: true,
  fileSize: true,
  kind: true,
  caption: true,
  altText: true,
  createdAt: true,
})
export type SharedMedia = z.infer<typeof sharedMedia>

const mediaFolder = z.object({
  /** Id of the session; null for files without one. */
  sessionId: id.nullable(),
  sessionName: z.string().nullable(),
  startDate: instant.nullable(),
  files: z.number().int(),
})

/** A session to which the caller adds media. */
const mediaSession = z.object({ id, name: z.string(), startDate: instant })
export type MediaSession = z.infer<typeof mediaSession>

/** Bytes. */
const bytes = z.number().int()

const mediaStorage = z.object({
  /** Number of bytes that the organization stores, as counted by the plan. */
  used: bytes,
  /** Limit of the plan; null for none. */
  limit: bytes.nullable(),
  /** Part of `used`: the media library, with deleted files that can still be restored. */
  media: bytes,
  deleted: bytes,
})

/** Filter by sharing; `withheld`: shared, but hidden from families until consents permit. */
export const mediaSharing = ['shared', 'private', 'withheld'] as const

const studentIds = z.array(id).max(MAX_TAGS, `At most ${MAX_TAGS} children`)

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const mediaChange = z
  .object({
    fileName: requiredText(255, 'Name is required'),
    caption: text(1000),
    altText: text(500),
    sessionId: id.nullable(),
    studentIds,
    showsNobody: z.boolean(),
    isPublic: z.boolean(),
    updatedAt: instant,
  })
  .partial()
  .refine(({ showsNobody, studentIds: tagged }) => !(showsNobody && tagged?.length), {
    message: 'Children are tagged. Remove them first.',
    path: ['showsNobody'],
  })
export type MediaChange = z.output<typeof mediaChange>

const ids = z.array(id).min(1, 'Choose a file at least').max(MAX_BATCH_SIZE, `At most ${MAX_BATCH_SIZE} files`)

/** Outcome of an action on several files. */
export const mediaResult = z.object({
  changed: z.number().int(),
  /** Files that were refused, with the reason. */
  refused: z.array(z.object({ id, fileName: z.string(), message: z.string() })),
})
export type MediaResult = z.infer<typeof mediaResult>

export const mediaTags = z
  .object({
    ids,
    add: studentIds.default([]),
    remove: studentIds.default([]),
    /** States that no child is recognizable; removes all tags. */
    showsNobody: z.literal(true).optional(),
  })
  .refine(({ add, remove, showsNobody }) => (showsNobody ? add.length === 0 : add.length + remove.length > 0), {
    message: 'Choose a child, or state that there is none',
    path: ['add'],
  })
export type MediaTags = z.output<typeof mediaTags>

const sharingBody = z.object({ ids, isPublic: z.boolean() })

const mediaParams = z.object({ id })

/** Excludes the removal of tags, which may reveal a withheld image and protects no child. */
const tagRemovalOnly = z.object({
  remove: z.array(z.unknown()).max(0).optional(),
  showsNobody: z.undefined().optional(),
})

/** Tags protect children: a read-only organization still accepts them. */
const protectAccess = { ...staff, whileReadOnly: true } as const

const familyAccess = { who: ['parent', 'student'], hosts: 'tenant', scope: 'tenant' } as const

export const mediaContract = {
  listMedia: endpoint({
    method: 'GET',
    path: '/api/media',
    summary: 'The media library, the latest first: everything for admins, that of their own sessions for instructors',
    access: staff,
    query: searchQuery.extend({
      kind: mediaKind.optional(),
      /** Id of a session, or `none` for files without one. */
      session: z.union([id, z.literal('none')]).optional(),
      studentId: id.optional(),
      sharing: z.enum(mediaSharing).optional(),
      /** `untagged`: staff have not said which children are on it. */
      tagging: z.literal('untagged').optional(),
      /** `unused`: without a session, not shared, and without a tagged child. */
      usage: z.literal('unused').optional(),
      /** Lists deleted files that can be restored, instead of the others. */
      deleted: z.literal('true').optional(),
    }),
    response: z.array(media),
  }),
  mediaFolders: endpoint({
    method: 'GET',
    path: '/api/media/folders',
    summary: 'Sessions with media, the latest first, and how many files there are in each and in none',
    access: staff,
    query: searchQuery,
    response: z.array(mediaFolder),
  }),
  mediaStorage: endpoint({
    method: 'GET',
    path: '/api/media/storage',
    summary: 'How much storage the organization uses, and how much its plan allows',
    access: staff,
    response: mediaStorage,
  }),
  mediaSessions: endpoint({
    method: 'GET',
    path: '/api/media/sessions',
    summary: 'Sessions into which the caller puts media, the latest first; 20 unless said otherwise',
    access: staff,
    query: searchQuery,
    response: z.array(mediaSession),
  }),
  mediaStudents: endpoint({
    method: 'GET',
    path: '/api/media/students',
    summary: 'Active students who can be tagged, those of the session first, then by name; 20 unless said otherwise',
    access: staff,
    query: searchQuery.extend({ sessionId: id.optional() }),
    response: z.array(mediaStudent),
  }),
  listSharedMedia: endpoint({
    method: 'GET',
    path: '/api/media/shared',
    summary: 'What is shared with the families of the organization and may be shown, the latest first',
    access: familyAccess,
    query: pagingQuery.extend({
      /** Child of the caller: filters media with it, or of its sessions. */
      studentId: id.optional(),
      sessionId: id.optional(),
    }),
    response: z.array(sharedMedia),
  }),
  putPicture: endpoint({
    method: 'POST',
    path: '/api/media/pictures',
    status: 201,
    rateLimit: 120,
    summary:
      'Put a PNG, JPEG, WebP, GIF or AVIF of at most 25 MB into the library; it is re-encoded, without where it was taken',
    audit: 'media.uploaded',
    access: { ...staff, scope: 'none' },
    upload: { field: 'image', maxBytes: MAX_PICTURE_BYTES },
    body: z.object({ sessionId: id.optional() }),
    response: mediaDetail,
  }),
  tagMedia: endpoint({
    method: 'POST',
    path: '/api/media/tags',
    summary: 'Tag children on files, or state that no child can be recognised',
    audit: 'media.tagged',
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...staff, whileReadOnly: tagRemovalOnly },
    bodyLimit: 49_152,
    body: mediaTags,
    response: mediaResult,
  }),
  shareMedia: endpoint({
    method: 'POST',
    path: '/api/media/sharing',
    summary: 'Share files with the families of the organization, or take them back',
    audit: ['media.shared', 'media.unshared'],
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...staff, whileReadOnly: z.object({ isPublic: z.literal(false) }) },
    body: sharingBody,
    response: mediaResult,
  }),
  deleteMedia: endpoint({
    method: 'POST',
    path: '/api/media/deletions',
    summary: 'Delete files; they can be restored for 30 days, and take room until then',
    audit: 'media.deleted',
    unaudited: 'What is deleted already is left alone',
    access: protectAccess,
    body: z.object({ ids }),
    response: mediaResult,
  }),
  restoreMedia: endpoint({
    method: 'POST',
    path: '/api/media/restorations',
    summary: 'Restore deleted files as they were',
    audit: 'media.restored',
    unaudited: 'What is not deleted is left alone',
    access: staff,
    body: z.object({ ids }),
    response: mediaResult,
  }),
  getMedia: endpoint({
    method: 'GET',
    path: '/api/media/{id}',
    summary: 'One file of the library, with the children on it',
    access: staff,
    params: mediaParams,
    response: mediaDetail,
  }),
  updateMedia: endpoint({
    method: 'PUT',
    path: '/api/media/{id}',
    summary: 'Rename, describe, move, tag or share a file',
    audit: ['media.updated', 'media.tagged', 'media.shared', 'media.unshared'],
    unaudited: 'Where nothing differs, nothing is changed',
    access: staff,
    params: mediaParams,
    body: mediaChange,
    response: mediaDetail,
  }),
} as const
