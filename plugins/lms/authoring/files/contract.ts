import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { authors } from '../courses/contract.ts'

/** Kinds of files that are sent to `/api/uploads`, with the course as their owner. */
export const COURSE_FILE = 'lms.course-file'
export const COURSE_PACKAGE = 'lms.course-package'

/** Bytes of a picture as it is sent; it is encoded anew. */
export const MAX_PICTURE_BYTES = 25 * 1024 ** 2

/** Bytes of captions: four hours of speech have 300 kB. */
export const MAX_CAPTIONS_BYTES = 1024 ** 2

/** Error of captions of which some cannot be shown, with their lines. */
export const LEFT_OUT_CODE = 'captions.left-out'

/** Bytes of a package of interactive content. */
export const MAX_PACKAGE_BYTES = 512 * 1024 ** 2

export const courseFileKinds = ['picture', 'video', 'audio', 'pdf', 'document', 'captions', 'package'] as const
export const courseFileKind = z.enum(courseFileKinds, 'Please select a kind')
export type CourseFileKind = z.infer<typeof courseFileKind>

/** Items that are kept of a package. */
export const MAX_PACKAGE_ITEMS = 500

/** A part of a SCORM package that opens a page of its own. */
export const packageItem = z.object({
  /** Its identifier in the manifest. */
  id: z.string(),
  title: z.string(),
  /** Items around it. */
  depth: z.number().int(),
  page: z.string(),
  /** Query and fragment of its address, with their `?` and `#`; empty for none. */
  search: z.string(),
  /** It keeps nothing and is finished when it is opened. */
  isAsset: z.boolean(),
  /** Not in the outline; next and previous lead to it. */
  isHidden: z.boolean(),
  /** Values of the data model that it begins with. */
  launch: z.record(z.string(), z.string()),
  /** Items that are completed before it opens. */
  requires: z.array(z.string()).default([]),
  /** It opens from the outline; otherwise by next and previous alone. */
  isChoosable: z.boolean().default(true),
  /** Nothing leads back to it. */
  isForwardOnly: z.boolean().default(false),
})
export type PackageItem = z.infer<typeof packageItem>

/** Facts that a package of interactive content states about itself. */
export const packageFacts = z.object({
  /** Title in its manifest; empty where it has none. */
  title: z.string(),
  /** The page that it begins with, by its path. */
  startPage: z.string(),
  standard: z.enum(['html', 'scorm-1.2', 'scorm-2004']),
  /** Empty for plain pages. */
  items: z.array(packageItem).default([]),
  /** Parts of it that are not followed, in words. */
  notes: z.array(z.string()).default([]),
})
export type PackageFacts = z.infer<typeof packageFacts>

export const courseFile = z.object({
  id,
  courseId: id,
  kind: courseFileKind,
  name: z.string(),
  /** Asked for with the caller's rights; pictures with `?width=` of 320 or 640 too. */
  url: z.string(),
  /** The media type, told by content. */
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
      /** PDF are documents too. */
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
      /** Captions that cannot be shown are left out; otherwise the file is refused, and they are named by line. */
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
