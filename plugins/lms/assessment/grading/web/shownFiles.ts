import type { MediaItem } from '#core/web/ui/media/mediaItem.ts'
import type { PutFile } from '../../../authoring/files/put-contract.ts'

/** Converts files of learners to items of the viewer. */
export const toMediaItems = (files: readonly PutFile[]): MediaItem[] =>
  files.map(({ id, name, mimeType, url }) => ({
    id,
    title: name,
    mimeType,
    url,
    // With names hidden, `url` already has a query.
    saveUrl: `${url}${url.includes('?') ? '&' : '?'}save=1`,
  }))
