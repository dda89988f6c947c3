import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Core, Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import type { EncodedImage } from '#core/server/files/image-process.ts'
import { imageKind } from '#core/server/files/image-kind.ts'
import { shortQueue } from '#core/server/short-queue.ts'
import { completeFile, reserveFile, storeContent } from '#core/server/files/stored-files.ts'
import type { Question } from '../contract.ts'
import type { PictureShelf } from './picture-shelf.ts'
import { addQuestionPictures } from './question-pictures.ts'
import type { ExportedPicture } from './write-moodle.ts'

/** Re-encoded picture, whose content is in the store. */
interface StoredPicture {
  imageUrl: string
  sha256: string
  size: number
  mimeType: string
}

/** Maximum pictures of one file: each is re-encoded. */
const MAX_PICTURES_OF_FILE = 200

const urlsOf = (questions: readonly Question[]) =>
  new Set(questions.flatMap(({ pictures }) => pictures ?? []).map(({ imageUrl }) => imageUrl))

/** Limits the files whose pictures a node encodes at once; others wait, so that single uploads get their turn in between. */
const queueOfFiles = shortQueue({
  concurrency: 2,
  waiting: 5,
  refusal: 'Many question files are being read right now. Please try again in a minute.',
})

/** Re-encoded pictures, by their addresses. */
export type EncodedPictures = ReadonlyMap<string, EncodedImage>

/** @throws question-file.too-large (400) */
export function refuseManyPictures(questions: readonly Question[]): void {
  if (urlsOf(questions).size <= MAX_PICTURES_OF_FILE) return
  throw new AppError('question-file.too-large', 400, `A file has at most ${MAX_PICTURES_OF_FILE} pictures.`)
}

/**
 * Encodes the pictures that questions show, without unreadable ones. Call it before the transaction: encoding takes long.
 * @throws busy (503)
 */
export function encodePictures(
  core: Core,
  questions: readonly Question[],
  shelf: PictureShelf,
): Promise<EncodedPictures> {
  return queueOfFiles(async () => {
    const encoded = new Map<string, EncodedImage>()
    for (const imageUrl of urlsOf(questions)) {
      const bytes = shelf.get(imageUrl)
      const image = bytes && (await encodeOne(core, bytes))
      if (image) encoded.set(imageUrl, image)
    }
    return encoded
  })
}

async function encodeOne(core: Core, bytes: Buffer): Promise<EncodedImage | undefined> {
  try {
    return await core.images.encodeOfFile(bytes)
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return undefined
    throw error
  }
}

/** Stores the contents of encoded pictures. */
export async function storeEncoded(core: Core, encoded: EncodedPictures): Promise<StoredPicture[]> {
  const stored: StoredPicture[] = []
  for (const [imageUrl, { data, mimeType }] of encoded) {
    const bytes = Buffer.from(data)
    const picture = {
      imageUrl,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
      mimeType,
    }
    await storeContent(core, picture, async function* read() {
      yield bytes
    })
    stored.push(picture)
  }
  return stored
}

/** Creates images of stored contents. @returns the addresses of the images by those that the questions had so far */
export async function savePictures(scope: Scope, pictures: readonly StoredPicture[]): Promise<Map<string, string>> {
  const urls = new Map<string, string>()
  const ids: string[] = []
  for (const { imageUrl, ...content } of pictures) {
    const filename = content.mimeType === 'image/png' ? 'picture.png' : 'picture.webp'
    const { sha256, ...file } = { ...content, filename }
    const id = await reserveFile(scope, imageKind, { ownerId: null, ...file })
    await completeFile(scope, imageKind, { id, url: `/api/images/${id}`, sha256, ...file })
    urls.set(imageUrl, `/api/images/${id}`)
    ids.push(id)
  }
  await addQuestionPictures(scope, ids)
  return urls
}

const selectImages = statement(
  z.object({ url: z.string(), sha256: z.string(), size: z.number(), mimeType: z.string() }),
  `select '/api/images/' || id as url, sha256, size, mime_type as "mimeType" from files
    where owner = $owner and kind = '${imageKind.id}' and state = 'complete'
      and '/api/images/' || id in (
        select jsonb_path_query(q.question, '$.pictures[*].imageUrl') #>> '{}' from lms_questions q
          where q.owner = $owner and q.bank_id = $bankId and q.deleted_at is null)
    order by id limit 6000`,
)

/** Maximum bytes of the pictures of an exported file, which Moodle accepts. */
const MAX_EXPORTED_BYTES = 50 * 1024 ** 2

/** Loads the pictures of a bank's questions for a file. @throws question-bank.too-large (409) */
export async function loadPictures(scope: Scope, bankId: string): Promise<Map<string, ExportedPicture>> {
  const found = await scope.rows(selectImages, { owner: ownerOf(scope), bankId })
  if (found.reduce((sum, { size }) => sum + size, 0) > MAX_EXPORTED_BYTES) {
    throw new AppError('question-bank.too-large', 409, 'The pictures of this bank are larger than 50 MB.')
  }
  const loaded = new Map<string, ExportedPicture>()
  for (const [index, { url, sha256, mimeType }] of found.entries()) {
    const { content } = await scope.core.files.contents.open(sha256)
    const name = `picture-${index + 1}.${mimeType === 'image/png' ? 'png' : 'webp'}`
    loaded.set(url, { name, bytes: Buffer.concat((await content.toArray()) as Buffer[]) })
  }
  return loaded
}
