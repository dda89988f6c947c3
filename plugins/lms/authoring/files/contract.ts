import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { authors } from '../courses/contract.ts'

/** Kinds of files that are uploaded to `/api/uploads` with a course as their owner. */
export const COURSE_FILE = 'lms.course-file'
export const COURSE_PACKAGE = 'lms.course-package'

/** Maximum bytes of an uploaded picture; it is re-encoded. */
export const MAX_PICTURE_BYTES = 25 * 1024 ** 2

/** Maximum bytes of captions: four hours of speech have 300 kB. */
export const MAX_CAPTIONS_BYTES = 1024 ** 2

/** Error code for captions of which some cannot be shown, with their lines. */
export const LEFT_OUT_CODE = 'captions.left-out'

/** Maximum bytes of a package of interactive content. */
export const MAX_PACKAGE_BYTES = 512 * 1024 ** 2

export const courseFileKinds = ['picture', 'video', 'audio', 'pdf', 'document', 'captions', 'package'] as const
export const courseFileKind = z.enum(courseFileKinds, 'Please select a kind')
export type CourseFileKind = z.infer<typeof courseFileKind>

/** Maximum number of items that are stored of a package. */
export const MAX_PACKAGE_ITEMS = 500

/** Part of a SCORM package that opens its own page. */
export const packageItem = z.object({
  /** Identifier in the manifest. */
  id: z.string(),
  title: z.string(),
  /** Number of items around it. */
  depth: z.number().int(),
  page: z.string(),
  /** Query and fragment of its address, with their `?` and `#`; empty for none. */
  search: z.string(),
  /** True if it saves nothing and is finished when it is opened. */
  isAsset: z.boolean(),
  /** True if it is not in the outline, and reached by next and previous alone. */
  isHidden: z.boolean(),
  /** Initial values of the data model. */
  launch: z.record(z.string(), z.string()),
  /** Items to complete before it opens. */
  requires: z.array(z.string()).default([]),
  /** True if it opens from the outline; otherwise by next and previous alone. */
  isChoosable: z.boolean().default(true),
  /** True if no button leads back to it. */
  isForwardOnly: z.boolean().default(false),
})
export type PackageItem = z.infer<typeof packageItem>

/** Facts that a package of interactive content states about itself. */
export const packageFacts = z.object({
  /** Title in its manifest; empty if it has none. */
  title: z.string(),
  /** Path of its first page. */
  startPage: z.string(),
  standard: z.enum(['html', 'scorm-1.2', 'scorm-2004']),
  /** Empty for plain pages. */
  items: z.array(packageItem).default([]),
  /** Descriptions of parts that are ignored. */
  notes: z.array(z.string()).default([]),
})
export type PackageFacts = z.infer<typeof packageFacts>

export const courseFile = z.object({
  id,
  courseId: id,
  kind: courseFileKind,
  name: z.string(),
  /** Address that needs the caller's permissions; pictures also accept `?width=` of 320 or 640. */
  url: z.string(),
  /** Media type, detected from the content. */
  mimeType: z.string(),
  /** Bytes. */
  size: z.number().int(),
  package: packageFacts.nullable(),
  createdAt: instant,
})
export type CourseFile = z.infer<typeof courseFile>

const putting = { ...authors, scope: 'none' } as const
const byId = z.object({ id })

export const courseFilesContract = {
  listCourseFiles: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/files',
    summary: 'Files of a course, by name',
    access: authors,
    params: byId,
    query: searchQuery.extend({
      /** `document` includes PDF. */
      kind: courseFileKind.optional(),
    }),
    response: z.array(courseFile),
  }),
  putCoursePicture: endpoint({
    method: 'POST',
    path: '/api/lms/courses/{id}/pictures',
    status: 201,
    rateLimit: 120,
    summary: 'Put a PNG, JPEG, WebP, GIF or AVIF of at most 25 MB into a course; it is re-encoded',
    audit: 'course-file.uploaded',
    access: putting,
    params: byId,
    upload: { field: 'image', maxBytes: MAX_PICTURE_BYTES },
    response: courseFile,
  }),
  putCourseCaptions: endpoint({
    method: 'POST',
    path: '/api/lms/courses/{id}/captions',
    status: 201,
    rateLimit: 120,
    summary: 'Put captions into a course: WebVTT or SRT of at most 1 MB, of which times and plain words are kept',
    audit: 'course-file.uploaded',
    access: putting,
    params: byId,
    query: z.object({
      /** Leaves out captions that cannot be shown; without it the file is refused with their lines. */
      leaveOut: z.literal('true').optional(),
    }),
    upload: { field: 'file', maxBytes: MAX_CAPTIONS_BYTES },
    response: courseFile,
  }),
  getCourseFile: endpoint({
    method: 'GET',
    path: '/api/lms/files/{id}',
    summary: 'One file of a course, for its authors',
    access: authors,
    params: byId,
    response: courseFile,
  }),
  renameCourseFile: endpoint({
    method: 'PUT',
    path: '/api/lms/files/{id}',
    summary: 'Rename a file of a course',
    audit: 'course-file.renamed',
    unaudited: 'Where the name is the same',
    access: authors,
    params: byId,
    body: z.object({ name: requiredText(255, 'Name is required') }),
    response: courseFile,
  }),
  deleteCourseFile: endpoint({
    method: 'DELETE',
    path: '/api/lms/files/{id}',
    summary: 'Delete a file that no lesson and no published version shows',
    audit: 'file.deleted',
    access: authors,
    params: byId,
    response: 'none',
  }),
} as const
