import type { CourseFileKind } from '../contract.ts'

const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'

/** What may come in parts, by its media type. Drawings with script are not among them. */
const kindOf: Readonly<Record<string, CourseFileKind>> = {
  'application/pdf': 'pdf',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/ogg': 'audio',
  'audio/flac': 'audio',
  'audio/wav': 'audio',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/quicktime': 'video',
  'video/x-matroska': 'video',
  [`${office}.wordprocessingml.document`]: 'document',
  [`${office}.presentationml.presentation`]: 'document',
  [`${office}.spreadsheetml.sheet`]: 'document',
  [`${open}.text`]: 'document',
  [`${open}.presentation`]: 'document',
  [`${open}.spreadsheet`]: 'document',
  'text/plain': 'document',
  'text/markdown': 'document',
  'text/csv': 'document',
}

export const courseFileTypes = Object.keys(kindOf)

/** @throws Error for a type that is not among `courseFileTypes` */
export function courseFileKindOf(mimeType: string): CourseFileKind {
  const kind = kindOf[mimeType]
  if (!kind) throw new Error(`No file of a course has the type ${mimeType}`)
  return kind
}
