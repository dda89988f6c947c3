import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import type { Directory, PackedFile } from '#core/server/files/interactive/directory.ts'
import { findUnwieldiness } from '#core/server/unwieldy-json.ts'
import {
  courseDocument,
  MAX_DOCUMENT_BYTES,
  MAX_FILES,
  type CourseDocument,
  type DocumentFile,
} from './course-document.ts'
import { DOCUMENT_PATH, getFilePath } from './exporting.ts'

/** Limits: a lesson of 50 kB has a thousand values; a rich text has 40 levels, below those of the course. */
const wieldy = { maxDepth: 60, maxValues: 400_000 }

/** Media hardly compress: an archive that expands more is an attack on the disk. */
const getMaxUnpacked = (size: number) => 4 * size + 64 * 1024 ** 2

const limits = { called: 'course', mostFiles: MAX_FILES + 1, mostGigabytes: 4 }

export const newUnfitError = (message: string) => new AppError('course-archive.unfit', 400, message)

/** Archive with a valid `course.json`, and the files that it names and no others. */
export class CourseArchive {
  readonly document: CourseDocument
  readonly #core: Core
  readonly #sha256: string
  readonly #directory: Directory

  private constructor(core: Core, sha256: string, directory: Directory, document: CourseDocument) {
    this.#core = core
    this.#sha256 = sha256
    this.#directory = directory
    this.document = document
  }

  /** Opens an archive. @throws course-archive.unfit and package.unfit (400), with a message for its sender */
  static async open(core: Core, { sha256, size }: { sha256: string; size: number }): Promise<CourseArchive> {
    const directory = await core.files.packages.contentsOf(sha256, size, limits)
    const unpacked = [...directory.values()].reduce((sum, file) => sum + file.size, 0)
    if (unpacked > getMaxUnpacked(size))
      throw newUnfitError('The files of the archive are many times as large as they are packed')
    const packed = directory.get(DOCUMENT_PATH)
    if (!packed) throw newUnfitError('This is not a course that was exported here: it has no course.json')
    if (packed.size > MAX_DOCUMENT_BYTES) throw newUnfitError('The course.json of the archive is too large')
    const bytes = await unpackBytes(core, sha256, packed)
    const archive = new CourseArchive(core, sha256, directory, parseDocument(bytes))
    archive.#refuseOthers()
    return archive
  }

  #refuseOthers(): void {
    const named = new Map(this.document.files.map((file) => [getFilePath(file), file]))
    for (const [path, { size }] of this.#directory) {
      if (path === DOCUMENT_PATH) continue
      const file = named.get(path)
      if (!file) throw newUnfitError(`The archive holds “${path}”, which its course.json does not name`)
      if (file.size !== size) throw newUnfitError(`“${file.name}” is not as large as course.json says`)
    }
    const missing = this.document.files.find((file) => !this.#directory.has(getFilePath(file)))
    if (missing) throw newUnfitError(`The archive lacks the file “${missing.name}”`)
  }

  /** Reads a file, repeatably. Fails if its length differs from the one in the archive. */
  async *read(file: DocumentFile): AsyncGenerator<Buffer> {
    const packed = this.#directory.get(getFilePath(file))
    if (!packed || packed.size === 0) return
    const range = { start: 0, end: packed.size - 1 }
    try {
      yield* (await this.#core.files.packages.open(this.#sha256, packed, range)) as AsyncIterable<Buffer>
    } catch (error) {
      if (error instanceof AppError) throw error
      throw newUnfitError(`“${file.name}” is damaged in the archive`)
    }
  }
}

async function unpackBytes(core: Core, sha256: string, packed: PackedFile): Promise<Buffer> {
  if (packed.size === 0) return Buffer.alloc(0)
  try {
    const content = await core.files.packages.open(sha256, packed, { start: 0, end: packed.size - 1 })
    return Buffer.concat((await content.toArray()) as Buffer[])
  } catch {
    throw newUnfitError('The course.json of the archive is damaged')
  }
}

function parseDocument(bytes: Buffer): CourseDocument {
  const given = parseJson(bytes)
  const { success, data, error } = courseDocument.safeParse(given)
  if (success) return data
  const [issue] = error.issues
  const place = issue && issue.path.length > 1 ? `${placeIn(given, issue.path)}: ` : ''
  throw newUnfitError(`${place}${issue?.message ?? 'This is not a course that was exported here'}`.slice(0, 500))
}

const parts: Record<string, string> = { chapters: 'Chapter', lessons: 'Lesson', banks: 'Question bank', files: 'File' }

/** Formats the path of an error for users: 'Lesson 3 “Circuits”, details.video.url'. */
function placeIn(given: unknown, [part, index, ...rest]: readonly PropertyKey[]): string {
  const called = parts[String(part)]
  if (called === undefined || typeof index !== 'number')
    return ['course.json', [part, index, ...rest].join('.')].join(', ')
  const { title, name } = (given as Record<string, Record<string, unknown>[]>)[String(part)]?.[index] ?? {}
  const known = [title, name].find((one) => typeof one === 'string')
  return [`${called} ${index + 1}${known ? ` “${known.slice(0, 100)}”` : ''}`, rest.join('.')]
    .filter(Boolean)
    .join(', ')
}

function parseJson(bytes: Buffer): unknown {
  const unwieldy = findUnwieldiness(bytes, wieldy)
  if (unwieldy) throw newUnfitError(`The course.json of the archive ${unwieldy}`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw newUnfitError('The course.json of the archive cannot be read')
  }
}
