import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { mediaKind } from '../contract.ts'

const media = z.object({
  /** Id of the file. */
  id: z.uuid(),
  sessionId: z.uuid().nullable(),
  kind: mediaKind,
  fileName: z.string(),
  caption: z.string(),
  altText: z.string(),
  isPublic: z.boolean(),
  showsNobody: z.boolean(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Entry of the library for a file, beside its bytes. */
export class MediaModel extends tableModel('media', media) {}
