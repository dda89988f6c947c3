import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { PlatformScope } from '#core/server/core.ts'
import { COURSE_FILE, COURSE_PACKAGE, type CourseFileKind, type PackageFacts } from '../authoring/files/contract.ts'
import { sounds } from './sounds.ts'

interface Type {
  mimeType: string
  /** File kind under which it is stored. */
  keptAs: string
  kind: CourseFileKind
}

const types: Readonly<Record<string, Type>> = {
  '.webp': { mimeType: 'image/webp', keptAs: 'lms.course-picture', kind: 'picture' },
  '.webm': { mimeType: 'video/webm', keptAs: COURSE_FILE, kind: 'video' },
  '.wav': { mimeType: 'audio/wav', keptAs: COURSE_FILE, kind: 'audio' },
  '.pdf': { mimeType: 'application/pdf', keptAs: COURSE_FILE, kind: 'pdf' },
  '.vtt': { mimeType: 'text/vtt', keptAs: 'lms.course-captions', kind: 'captions' },
  '.zip': { mimeType: 'application/zip', keptAs: COURSE_PACKAGE, kind: 'package' },
}

function typeOf(name: string): Type {
  const type = types[extname(name)]
  if (!type) throw new Error(`No course shows a file like ${name}`)
  return type
}

interface Content {
  sha256: string
  /** Bytes. */
  size: number
}

/** Stores the files of `media/` in the platform's store. */
export async function storeMedia(scope: PlatformScope, names: ReadonlySet<string>): Promise<Map<string, Content>> {
  const kept = [...names].map(async (name): Promise<[string, Content]> => {
    const bytes = sounds[name]?.() ?? (await readFile(new URL(`media/${name}`, import.meta.url)))
    const content = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
    await scope.core.files.contents.put(content.sha256, content.size, () => Readable.from([bytes]))
    return [name, content]
  })
  return new Map(await Promise.all(kept))
}

/** File of one course: the same content in another course is a separate file. */
export interface SeededFile {
  id: string
  name: string
  mimeType: string
}

export const newSeededFile = (name: string): SeededFile => ({ id: randomUUID(), name, mimeType: typeOf(name).mimeType })

/** Builds a row of the platform's files. @param keptAs another kind than that of course files */
export function newFileRow(
  { id, name, mimeType }: SeededFile,
  content: Content | undefined,
  { ownerId, createdAt, keptAs }: { ownerId: string | null; createdAt: string; keptAs?: string },
): object {
  if (!content) throw new Error(`There is no ${name}`)
  const kind = keptAs ?? typeOf(name).keptAs
  return { id, kind, ownerId, filename: name, mimeType, ...content, state: 'complete', createdAt }
}

const webPackage: PackageFacts = { title: '', startPage: 'index.html', standard: 'html', items: [], notes: [] }

/** Packages with a manifest. */
const scormPackages: Readonly<Record<string, PackageFacts>> = {
  'evening-talk.zip': { ...webPackage, title: 'An evening talk', standard: 'scorm-1.2' },
}

/** Builds a row of the files of courses. */
export const newCourseFileRow = ({ id, name }: SeededFile, courseId: string, createdAt: string): object => {
  const { kind } = typeOf(name)
  return {
    id,
    courseId,
    kind,
    name,
    package: kind === 'package' ? JSON.stringify(scormPackages[name] ?? webPackage) : null,
    createdAt,
    updatedAt: createdAt,
  }
}
