import { mediaKinds } from '#core/server/files/media-types.ts'
import type { CourseFileKind } from '../contract.ts'

/** Kinds of files that are uploaded in parts, by media type. SVG, which can contain scripts, is not among them. */
const kindOf: Readonly<Record<string, CourseFileKind>> = mediaKinds

export const courseFileTypes = Object.keys(kindOf)

/** @throws Error for a type that is not among `courseFileTypes` */
export function getCourseFileKind(mimeType: string): CourseFileKind {
  const kind = kindOf[mimeType]
  if (!kind) throw new Error(`No file of a course has the type ${mimeType}`)
  return kind
}
